import CivilTime
import Foundation
import History
import Ledger
import Planning
import Reminders
import SystemPackage
import TestSupport
import Testing

/// The next run with the right clock reverts what a run with a wrong clock recorded.
@Suite struct ClockStepTests {
    private let ledger: Ledger
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    private func commit(
        _ notifications: [PlannedNotification],
        channels: [String] = ["console"],
        now: Instant,
        end: Int? = nil,
        zone: Zone = .utc
    ) throws -> QueueDifference {
        try ledger.commit([], now: now, today: zone.civil(at: now).date) { _ in
            QueueRequest(
                notifications: notifications,
                routes: ChannelRoutes(channels: channels),
                zone: zone,
                grace: .hours(4),
                end: end.map { monday.adding(days: $0) }
            )
        }
    }

    private func pending() throws -> [NotificationID] { try ledger.pending(limit: 99).map(\.notification.id) }

    /// A clock that was ahead for one run, by 12 hours or a month.
    @Test(arguments: [13, 27 * 24] as [Int64], [true, false])
    func aClockThatWasAheadLeavesNoTrace(hours: Int64, plans: Bool) throws {
        let week = (0..<7).map { notification($0) }
        _ = try commit(week, now: evening, end: 7)
        let ahead = fires(0).adding(.hours(hours))
        let later = (0..<60).map { notification($0) }.filter { $0.instant > ahead.subtracting(.hours(4)) }
        if plans { _ = try commit(Array(later.prefix(7)), now: ahead, end: 40) }
        _ = try ledger.leaseDue(now: ahead, for: .minutes(2), grace: .hours(4), zone: .utc).missed
        #expect(try ledger.history(limit: 99).contains { $0.state == "missed" })
        #expect(try ledger.isPlanStale(now: fires(0), in: .utc))
        let difference = try commit(week, now: fires(0), end: 7)
        #expect(difference.revived.map(\.id) == difference.added.map(\.id) && !difference.revived.isEmpty)
        #expect(try pending() == week.map(\.id))
        #expect(try ledger.history(limit: 99).filter { $0.state == "missed" }.isEmpty)
        #expect(try ledger.pending(limit: 1)[0].deliveries.map(\.reason) == [nil])
        #expect(try !ledger.isPlanStale(now: fires(0), in: .utc))
        let (due, missed) = try ledger.leaseDue(now: fires(0), for: .minutes(2), grace: .hours(4), zone: .utc)
        #expect(due.map(\.notification.id) == [week[0].id] && missed.isEmpty)
        // Nothing is left to repair.
        #expect(try commit(week, now: fires(0), end: 7).isEmpty)
    }

    /// The clock becomes right after the reminder's time but within its grace period.
    @Test func remindersMissedByAWrongClockAreDeliveredLate() throws {
        _ = try commit([notification(0)], now: evening, end: 7)
        _ = try commit([], now: fires(20), end: 30)
        #expect(try commit([notification(0)], now: fires(0, after: 30), end: 7).revived.count == 1)
    }

    /// A machine without a battery-backed clock boots in the past; a run there cancels reminders that are then years ahead.
    @Test func aClockThatWasBehindCancelsNothingForGood() throws {
        _ = try commit([notification(0), notification(1)], now: evening, end: 7)
        _ = try commit([], now: fires(-2000), end: -1993)
        #expect(try ledger.isPlanStale(now: fires(0, after: 5), in: .utc))
        let difference = try commit([notification(0), notification(1)], now: fires(0, after: 5), end: 7)
        #expect(difference.added.count == 2)
        #expect(try pending().count == 2)
    }

    /// One channel delivered; a clock that was ahead ended the attempts on the other.
    @Test func aChannelThatWasGivenUpTooEarlyIsTriedAgain() throws {
        let channels = ["console", "mail"]
        _ = try commit([notification(0)], channels: channels, now: evening)
        let attempts = try ledger.leaseDue(now: fires(0), for: .minutes(2), grace: .hours(4), zone: .utc).attempts
        try ledger.record(.delivered(lateSeconds: 0), of: attempts[0], now: fires(0))
        try ledger.record(.retry(at: fires(0, after: 2), reason: "busy"), of: attempts[1], now: fires(0))
        _ = try ledger.leaseDue(now: fires(1), for: .minutes(2), grace: .hours(4), zone: .utc)
        #expect(try ledger.history(limit: 1)[0].deliveries.map(\.state) == [.delivered, .expired])
        _ = try commit([notification(0)], channels: channels, now: fires(0, after: 5))
        #expect(try ledger.history(limit: 1)[0].deliveries.map(\.state) == [.delivered, .pending])
        let again = try ledger.leaseDue(now: fires(0, after: 5), for: .minutes(2), grace: .hours(4), zone: .utc)
            .attempts
        #expect(again.map(\.channel) == ["mail"])
    }

    /// A flight east skips the time by more than the grace period: missed, with the zone as the reason. A flight west makes it
    /// future again: pending.
    @Test func aFlightEastMissesAndAFlightWestRevives() throws {
        let zones = ZoneDatabase.system(environment: [:])
        let (west, east) = (try zones.zone(named: "America/Los_Angeles"), try zones.zone(named: "Asia/Tokyo"))
        func reminder(_ zone: Zone) -> PlannedNotification {
            let fireAt = CivilDateTime(date: monday, time: TimeOfDay(secondsFromMidnight: 20 * 3600))
            return PlannedNotification(
                id: NotificationID(.workout, on: monday, at: fireAt.time),
                category: .workout,
                date: monday,
                fireAt: fireAt,
                zone: zone.identifier,
                instant: zone.instant(of: fireAt),
                title: "Workout Time!",
                body: "Today: Push Day",
                items: notification(0).items
            )
        }
        _ = try commit([reminder(west)], now: reminder(west).instant.subtracting(.hours(30)), zone: west)
        let landing = reminder(west).instant.subtracting(.hours(5))
        let difference = try commit([], now: landing, zone: east)
        #expect(difference.lapsed.count == 1 && difference.cancelled.isEmpty)
        let record = try ledger.history(limit: 1)[0]
        #expect(record.state == "missed")
        #expect(record.deliveries[0].reason?.contains("the time zone changed to Asia/Tokyo") == true)
        #expect(try commit([reminder(west)], now: landing.adding(.hours(1)), zone: west).revived.count == 1)
        #expect(try pending().count == 1)
    }

    /// A plugin's refusal or scheduled delivery that was recorded while the clock was ahead is discarded.
    @Test func pluginResultsFromAClockAheadAreDiscarded() throws {
        _ = try commit([notification(0), notification(1)], channels: ["at"], now: evening)
        let held = try ledger.heldDeliveries(on: "at", now: evening)
        try ledger.record(held.map { ($0, .scheduled) }, now: evening)
        try ledger.record([(held[0], .fired), (held[1], .refused(reason: "no"))], now: fires(9))
        #expect(try ledger.history(limit: 9).map(\.state) == ["failed", "delivered"])
        let all = [notification(0), notification(1)]
        #expect(try commit(all, channels: ["at"], now: evening.adding(.hours(1))).revived.count == 2)
        #expect(try pending().count == 2)
    }
}
