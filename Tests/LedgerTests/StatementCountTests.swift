import CivilTime
import Ledger
import Reminders
import SystemPackage
import TestSupport
import Testing

/// The number of SQLite statements does not grow with the number of pending or delivered rows: rows are read in batches, and
/// unchanged rows are not written.
@Suite struct StatementCountTests {
    /// The statements of a second planning, on a ledger with `size` pending and `size` delivered notifications.
    private func counts(_ size: Int) throws -> [Int] {
        let folder = try TemporaryFolder()
        let ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
        let past = (0..<size).map { numbered($0, day: 0) }
        _ = try ledger.plan(past)
        for attempt in try ledger.leaseDue(now: fires(0), for: .minutes(2), grace: .hours(4), zone: .utc).attempts {
            try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: fires(0))
        }
        let ahead = (0..<size).map { numbered($0, day: 1) }
        _ = try ledger.plan(ahead, now: fires(0, after: 1))
        let key = OccurrenceKey(.program("ppl"), on: monday)
        var facts: PlanningSnapshot?
        let counts = [
            try ledger.statements { _ = try ledger.plan(ahead, now: fires(0, after: 2)) },
            try ledger.statements { facts = try ledger.planningFacts(today: monday) },
            try ledger.statements {
                let answer = LedgerEvent.answered(key, dayID: "push", .completed)
                _ = try ledger.plan(ahead, now: fires(0, after: 3), facts: [answer])
            },
            try ledger.statements { _ = try ledger.plan(ahead + [numbered(0, day: 2)], now: fires(0, after: 4)) },
        ]
        #expect(facts?.delivered.count == size)
        return counts.map(\.count)
    }

    private func numbered(_ number: Int, day: Int) -> PlannedNotification {
        let plain = notification(day)
        return PlannedNotification(
            id: NotificationID(rawValue: "\(plain.id)/\(number)"),
            category: plain.category,
            date: plain.date,
            fireAt: plain.fireAt,
            zone: plain.zone,
            instant: plain.instant,
            title: plain.title,
            body: plain.body,
            items: plain.items
        )
    }

    @Test func planningAgainTakesAConstantNumberOfStatements() throws {
        let (few, many) = try (counts(3), counts(60))
        #expect(few == many)
    }
}
