import CivilTime
import History
import Ledger
import Planning
import Reminders
import SystemPackage
import TestSupport
import Testing

/// A reminder delivered while the clock was ahead is delivered again at its time; small clock corrections repeat nothing.
@Suite struct EarlyDeliveryTests {
    private let ledger: Ledger
    private let folder: TemporaryFolder
    private let start = Uptime(boot: "boot", milliseconds: 1_000_000)

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    private func lease(_ now: Instant, uptime: Uptime? = nil) throws -> [LeasedDelivery] {
        try ledger.leaseDue(now: now, for: .minutes(2), grace: .hours(4), zone: .utc, uptime: uptime ?? start).attempts
    }

    private func deliver(_ now: Instant) throws -> [LeasedDelivery] {
        let attempts = try lease(now)
        for attempt in attempts {
            try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: now, uptime: start)
        }
        return attempts
    }

    private func pending() throws -> [NotificationID] { try ledger.pending(limit: 99).map(\.notification.id) }

    @Test func aReminderDeliveredEarlyIsRepeatedAtItsTime() throws {
        let channels = ["console", "mail"]
        _ = try ledger.plan([notification(0)], channels: channels)
        let first = try deliver(fires(0, after: 1))
        #expect(first.count == 2)
        #expect(try ledger.isPlanStale(now: evening, in: .utc))
        let difference = try ledger.plan([notification(0)], channels: channels)
        #expect(difference.revived.map(\.id) == [notification(0).id])
        #expect(try pending() == [notification(0).id])
        // The record stays.
        let record = try #require(try ledger.history(limit: 9).first)
        #expect(
            record.state == "pending" && record.deliveries.map(\.earlyAt) == [fires(0, after: 1), fires(0, after: 1)]
        )
        // Nothing is left to repair, and nothing is due before its time.
        #expect(try ledger.plan([notification(0)], channels: channels).isEmpty)
        #expect(try deliver(evening.adding(.hours(1))).isEmpty)
        let second = try deliver(fires(0))
        #expect(second.map(\.channel) == channels && second.map(\.attempt) == [1, 1])
        // It may be the clock of the repetition that is wrong.
        #expect(first.map(\.key) == second.map(\.key))
        let end = try #require(try ledger.history(limit: 9).first)
        #expect(end.state == "delivered" && end.deliveries.map(\.endedAt) == [fires(0), fires(0)])
        #expect(end.deliveries.map(\.earlyAt) == [fires(0, after: 1), fires(0, after: 1)])
        #expect(try ledger.plan([notification(0)], channels: channels, now: fires(0, after: 1)).isEmpty)
    }

    /// A clock that is behind for a run after a delivery may cause a second one, which plugins recognize by its key.
    @Test(arguments: [5, 24, 24 * 300] as [Int64]) func aClockThatIsBehindForARunKeepsTheKey(hours: Int64) throws {
        _ = try ledger.plan([notification(0)])
        let first = try deliver(fires(0, after: 1))
        #expect(first.map(\.key).allSatisfy { $0.hasSuffix(".d89550f9546e7f08.console") } && first.count == 1)
        _ = try ledger.plan([notification(0)], now: fires(0, after: 5).subtracting(.hours(hours)))
        #expect(try deliver(fires(0, after: 6)).map(\.key) == first.map(\.key))
    }

    /// A delivery that is still to come by the clock of its repetition was early; a new key makes plugins deliver the repetition.
    @Test func aClockThatWasAheadForDaysLeadsToANewKey() throws {
        _ = try ledger.plan([notification(0)])
        let first = try deliver(fires(0, after: 120))
        _ = try ledger.plan([notification(0)])
        let second = try deliver(fires(0))
        #expect(first.map(\.key) != second.map(\.key) && second.allSatisfy { $0.key.hasSuffix("-2." + $0.channel) })
    }

    /// A clock that is set back by seconds or minutes, as by NTP, does not repeat deliveries.
    @Test(arguments: [1, 60, 599] as [Int64]) func aSmallCorrectionRepeatsNothing(seconds: Int64) throws {
        _ = try ledger.plan([notification(0)])
        #expect(try deliver(fires(0)).count == 1)
        let corrected = fires(0).subtracting(.seconds(seconds))
        #expect(try ledger.plan([notification(0)], now: corrected).added.isEmpty)
        #expect(try deliver(fires(0, after: 1)).isEmpty)
    }

    /// In a zone further west the time is in the future again, but the reminder was delivered at the right local time.
    @Test func aFlightWestRepeatsNothing() throws {
        _ = try ledger.plan([notification(0)])
        #expect(try deliver(fires(0)).count == 1)
        let later = notification(0, hour: 13)
        let west = PlannedNotification(
            id: notification(0).id,
            category: .workout,
            date: later.date,
            fireAt: notification(0).fireAt,
            zone: "America/New_York",
            instant: later.instant,
            title: later.title,
            body: later.body,
            items: later.items
        )
        #expect(try ledger.plan([west], now: fires(0, after: 60)).isEmpty)
    }

    /// After a process died with its lease or an attempt failed, the next attempt is at the reminder's time.
    @Test(arguments: [true, false]) func attemptsStartedEarlyWaitForTheirTime(isKilled: Bool) throws {
        _ = try ledger.plan([notification(0)])
        let attempt = try #require(try lease(fires(0, after: 1)).first)
        if !isKilled {
            let outcome = DeliveryOutcome.retry(at: fires(0, after: 3), reason: "busy")
            try ledger.record(outcome, of: attempt, now: fires(0, after: 1), uptime: start)
        }
        for uptime in [Uptime(boot: "boot", milliseconds: 2_000_000), Uptime(boot: "other", milliseconds: 1000)] {
            #expect(try !ledger.hasDue(now: evening, uptime: uptime))
            #expect(try lease(evening, uptime: uptime).isEmpty)
            let next = try #require(try ledger.nextDue(now: evening, uptime: uptime))
            #expect(next >= fires(0))
        }
        _ = try ledger.plan([notification(0)])
        let again = try lease(fires(0), uptime: Uptime(boot: "boot", milliseconds: 2_000_000))
        #expect(again.map(\.key) == [attempt.key])
    }

    /// The clock is corrected between the lease and the send.
    @Test func anAttemptIsNotMadeBeforeItsTime() throws {
        _ = try ledger.plan([notification(0)])
        let attempt = try #require(try lease(fires(0)).first)
        #expect(try !ledger.renew(attempt, for: .minutes(2), now: evening, uptime: start))
        #expect(try pending() == [notification(0).id])
        #expect(try deliver(fires(0)).map(\.key) == [attempt.key])
    }

    /// The clock is corrected while the plugin sends.
    @Test func earlySendsAreRepeated() throws {
        _ = try ledger.plan([notification(0)])
        let attempt = try #require(try lease(fires(0)).first)
        try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: evening, uptime: start)
        #expect(try pending() == [notification(0).id])
        #expect(try ledger.history(limit: 1)[0].deliveries.map(\.earlyAt) == [evening])
        #expect(try deliver(fires(0)).count == 1)
    }

    /// If the repetition cannot be delivered, the first delivery counts; after another clock step back the reminder is pending
    /// again.
    @Test func anEarlyDeliveryCountsIfItsRepetitionIsMissed() throws {
        _ = try ledger.plan([notification(0)])
        #expect(try deliver(fires(0, after: 5)).count == 1)
        _ = try ledger.plan([notification(0)])
        #expect(try lease(fires(0, hour: 20)).isEmpty)
        let record = try #require(try ledger.history(limit: 9).first)
        #expect(record.state == "delivered" && record.deliveries.map(\.endedAt) == [fires(0, after: 5)])
        #expect(
            record.deliveries[0].reason?.hasPrefix("the clock was set back afterwards; antrain did not run") == true
        )
        #expect(try ledger.plan([notification(0)]).revived.count == 1)
        #expect(try deliver(fires(0)).count == 1)
    }

    /// Seed 80 of the simulated years: while one channel still has to repeat the delivery, that of a removed channel does not count,
    /// or follow-ups would refer to its time, which is in the future.
    @Test(arguments: [false, true]) func theDeliveryOfARemovedChannelCountsOnlyAtTheEnd(repetitionFails: Bool) throws {
        let today = monday.adding(days: -1)
        _ = try ledger.plan([notification(0)], channels: ["console", "mail"])
        #expect(try deliver(fires(0, after: 5)).count == 2)
        _ = try ledger.plan([notification(0)], channels: ["console", "mail"])
        _ = try ledger.plan([notification(0)], channels: ["console"])
        #expect(try ledger.planningFacts(today: today).delivered.isEmpty)
        #expect(try ledger.plan([notification(0)], channels: ["console"]).isEmpty)
        let attempts = try lease(fires(0))
        #expect(attempts.map(\.channel) == ["console"])
        let outcome = repetitionFails ? DeliveryOutcome.failed(reason: "broken") : .delivered(lateSeconds: 0)
        for attempt in attempts { try ledger.record(outcome, of: attempt, now: fires(0), uptime: start) }
        let record = try #require(try ledger.history(limit: 9).first)
        #expect(record.state == "delivered")
        let delivered = try ledger.planningFacts(today: today).delivered
        #expect(delivered.map(\.deliveredAt) == [repetitionFails ? fires(0, after: 5) : fires(0)])
    }

    /// Seed 120 of the simulated years: an early delivery that counts again may be the first one, from which follow-ups are computed.
    @Test func followUpsAreComputedFromARestoredDelivery() throws {
        let channels = ["console", "mail"]
        func plan(_ now: Instant) throws -> QueueDifference {
            try ledger.commit(now: now, today: monday) { facts in
                let followUps = facts.delivered.map { reminder in
                    let instant = reminder.deliveredAt.adding(.hours(6))
                    return PlannedNotification(
                        id: NotificationID(rawValue: "\(reminder.notification.id)/follow-up-1"),
                        category: .followUp,
                        date: monday,
                        fireAt: Zone.utc.civil(at: instant),
                        zone: "UTC",
                        instant: instant,
                        title: "Still to do",
                        body: reminder.notification.body,
                        items: reminder.notification.items
                    )
                }
                return request([notification(0)] + followUps, channels: channels)(facts)
            }
        }
        _ = try ledger.plan([notification(0)], channels: channels)
        #expect(try deliver(fires(0, after: 5)).count == 2)
        _ = try ledger.plan([notification(0)], channels: channels)
        // This time, only one of the channels works, and the process of the other is killed.
        for attempt in try lease(fires(0, after: 10)) where attempt.channel == "mail" {
            try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: fires(0, after: 10), uptime: start)
        }
        let difference = try plan(fires(0, after: 300))
        #expect(difference.added.map(\.instant) == [fires(0, after: 365)])
        #expect(try ledger.pending(limit: 9).map(\.notification.instant) == [fires(0, after: 365)])
        #expect(try plan(fires(0, after: 300)).isEmpty)
    }

    /// A reminder that is turned off and on again is pending as long as its time is in the future.
    @Test func aCancelledEarlyDeliveryCanBePendingAgain() throws {
        _ = try ledger.plan([notification(0)])
        #expect(try deliver(fires(0, after: 5)).count == 1)
        _ = try ledger.plan([notification(0)])
        _ = try ledger.plan([])
        #expect(try ledger.history(limit: 9).map(\.state) == ["delivered"])
        #expect(try ledger.plan([notification(0)]).added.count == 1)
        #expect(try pending() == [notification(0).id])
    }
}
