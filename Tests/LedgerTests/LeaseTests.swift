import CivilTime
import Foundation
import History
import Ledger
import Reminders
import SystemPackage
import TestSupport
import Testing

/// An attempt belongs to one process at a time, regardless of the wall clocks.
@Suite struct LeaseTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger
    private let start = Uptime(boot: "boot-1", milliseconds: 50_000)

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    private func later(_ seconds: Int64, boot: String = "boot-1") -> Uptime {
        Uptime(boot: boot, milliseconds: start.milliseconds + seconds * 1000)
    }

    private func lease(at now: Instant, _ uptime: Uptime) throws -> [LeasedDelivery] {
        try ledger.leaseDue(now: now, for: .minutes(2), grace: .hours(4), zone: .utc, uptime: uptime).attempts
    }

    /// Another process whose wall clock is ahead, or was set forward, does not take over a running delivery.
    @Test(arguments: [0, 6, 60, 200, -60] as [Int64])
    func aWallClockStepDoesNotEndALease(minutes: Int64) throws {
        _ = try ledger.plan([notification(0)])
        #expect(try lease(at: fires(0), start).count == 1)
        let other = fires(0, after: minutes)
        #expect(try !ledger.hasDue(now: other, uptime: later(60)))
        #expect(try lease(at: other, later(60)).isEmpty)
    }

    @Test func aLeaseThatEndedIsTakenOver() throws {
        _ = try ledger.plan([notification(0)])
        let first = try lease(at: fires(0), start)
        let second = try lease(at: fires(0), later(121))
        #expect(second.map(\.key) == first.map(\.key) && second[0].attempt == 2)
        // The first process returns too late: its report has no effect, and it sends nothing more.
        #expect(try !ledger.renew(first[0], for: .minutes(2), now: fires(0), uptime: later(122)))
        try ledger.record(.failed(reason: "late"), of: first[0], now: fires(0, after: 6))
        #expect(try ledger.pending(limit: 1)[0].deliveries[0].state == .leased)
        try ledger.record(.delivered(lateSeconds: 300), of: second[0], now: fires(0, after: 6))
        #expect(try ledger.history(limit: 1)[0].deliveries[0].lateSeconds == 300)
    }

    /// After a reboot the uptime restarts; leases of an earlier boot have ended.
    @Test(arguments: ["boot-2", "boot-1"]) func aLeaseOfAnotherBootHasEnded(boot: String) throws {
        _ = try ledger.plan([notification(0)])
        _ = try lease(at: fires(0), later(5_000_000))
        #expect(try lease(at: fires(0), Uptime(boot: boot, milliseconds: 10)).count == 1)
    }

    @Test func aLeaseIsRenewedForAllWaitingAttempts() throws {
        _ = try ledger.plan([notification(0), notification(0, hour: 8)])
        let attempts = try lease(at: fires(0, hour: 8), start)
        #expect(attempts.count == 2)
        // More than half of the lease is left: nothing is written.
        #expect(try ledger.renew(attempts[0], for: .minutes(2), now: fires(0, hour: 8), uptime: later(30)))
        #expect(try lease(at: fires(0, hour: 8), later(110)).isEmpty)
        #expect(try ledger.renew(attempts[0], for: .minutes(2), now: fires(0, hour: 8), uptime: later(110)))
        #expect(try lease(at: fires(0, hour: 8), later(229)).isEmpty)
        #expect(try lease(at: fires(0, hour: 8), later(231)).count == 2)
    }

    /// A notification that is answered while it waits in a batch is not sent; if it was sent anyway, this is recorded.
    @Test func notificationsCancelledDuringABatchAreNotSent() throws {
        _ = try ledger.plan([notification(0)])
        let attempts = try lease(at: fires(0), start)
        _ = try ledger.plan([], now: fires(0))
        #expect(try !ledger.renew(attempts[0], for: .minutes(2), now: fires(0), uptime: later(1)))
        try ledger.record(.delivered(lateSeconds: 1), of: attempts[0], now: fires(0))
        #expect(try ledger.history(limit: 1).map(\.state) == ["delivered"])
    }

    /// A notification that is cancelled and planned again while it is being sent is not sent a second time, unless the lease ends.
    @Test(arguments: [1, 121] as [Int64]) func aNotificationPlannedAgainKeepsItsLease(seconds: Int64) throws {
        _ = try ledger.plan([notification(0)])
        let attempts = try lease(at: fires(0), start)
        _ = try ledger.plan([], now: fires(0))
        _ = try ledger.plan([notification(0)], now: fires(0))
        let others = try lease(at: fires(0), later(seconds))
        #expect(others.count == (seconds < 120 ? 0 : 1))
        try ledger.record(.delivered(lateSeconds: 1), of: others.first ?? attempts[0], now: fires(0))
        #expect(try ledger.history(limit: 1).map(\.state) == ["delivered"])
    }

    /// The pause after a failure ends on time even if the wall clock was set back.
    @Test func aRetryPauseIsIndependentOfTheWallClock() throws {
        _ = try ledger.plan([notification(0)])
        let attempt = try lease(at: fires(0, after: 60), start)[0]
        try ledger.record(
            .retry(at: fires(0, after: 61), reason: "busy"),
            of: attempt,
            now: fires(0, after: 60),
            uptime: start
        )
        #expect(try lease(at: fires(0), later(59)).isEmpty)
        #expect(try ledger.nextDue(now: fires(0), uptime: later(40)) == fires(0).adding(.seconds(20)))
        #expect(try lease(at: fires(0), later(61)).count == 1)
    }

    /// A killed process may leave its lease until the end of the delivery window; the delivery is still taken over.
    @Test func aLeaseMakesNothingMissed() throws {
        _ = try ledger.plan([notification(0)])
        #expect(try lease(at: fires(0, after: 239), start).count == 1)
        #expect(try lease(at: fires(0, after: 241), later(110)).isEmpty)
        #expect(try ledger.pending(limit: 1).count == 1)
        #expect(try lease(at: fires(0, after: 242), later(150)).count == 1)
    }

    @Test func aFailureAndItsPauseCountFromTheAttempt() throws {
        _ = try ledger.plan([notification(0)])
        let attempt = try lease(at: fires(0), start)[0]
        try ledger.record(.failed(reason: "no"), of: attempt, now: fires(0, after: 3))
        #expect(try ledger.history(limit: 1)[0].deliveries[0].endedAt == fires(0, after: 3))
    }

    /// Seed 128 of the simulated years: a process was killed at the end of the grace period, and the user answered before another
    /// process took over.
    @Test(arguments: [true, false]) func whatWasAnsweredIsNotSentByAnotherProcess(isAnswered: Bool) throws {
        let reminder = notification(0)
        _ = try ledger.plan([reminder])
        let late = fires(0, after: 239)
        func lease(_ now: Instant) throws -> Int {
            let uptime = Uptime(boot: "boot-1", milliseconds: start.milliseconds + late.span(until: now).seconds * 1000)
            return try ledger.leaseDue(now: now, for: .minutes(2), grace: .hours(4), zone: .utc, uptime: uptime)
                .attempts
                .count
        }
        #expect(try lease(late) == 1)
        let now = fires(0, after: 242)
        let answer = LedgerEvent.answered(OccurrenceKey(.program("ppl"), on: monday), dayID: "push", .completed)
        _ = try ledger.plan([], now: now, facts: isAnswered ? [answer] : [])
        #expect(try lease(now) == (isAnswered ? 0 : 1))
    }
}
