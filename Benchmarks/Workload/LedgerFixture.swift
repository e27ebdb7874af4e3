import CivilTime
import GRDB
import Ledger
import Reminders
import SystemPackage

/// Fills a ledger with the rows of years of use.
struct LedgerFixture {
    let path: String

    func fill(pending: Int, past: Int) throws {
        _ = try Ledger(path: FilePath(path))
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            for index in 0..<(pending + past) {
                let isPast = index < past
                let instant = isPast ? 1_700_000_000 + index * 60 : 1_900_000_000 + index * 60
                try database.execute(
                    sql: """
                        INSERT INTO notification (id, category, origin, date, fire_at, zone, instant, title, body, state, key, created_at)
                        VALUES (?, 'reminder', 'user', '2026-01-01', ?, 'UTC', ?, 'Water the plants', 'All of them', ?, ?, 0)
                        """,
                    arguments: [
                        "reminder/\(index)", instant, instant, isPast ? "delivered" : "pending", "key-\(index)",
                    ]
                )
                try database.execute(
                    sql:
                        "INSERT INTO delivery (notification, channel, state, due_at, ended_at) VALUES (?, 'console', ?, ?, ?)",
                    arguments: [
                        database.lastInsertedRowID, isPast ? "delivered" : "pending", instant, isPast ? instant : nil,
                    ]
                )
            }
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    /// Adds entries of five sets each to the training log: six in each of three workouts a week, until 2026-11-20; each workout is an event.
    func addSets(_ count: Int) throws {
        _ = try Ledger(path: FilePath(path))
        let queue = try DatabaseQueue(path: path)
        let last = CivilDate(dayNumber: 20_777)
        try queue.write { database in
            for number in 0..<count / 5 {
                let date = last.adding(days: -(number / 6 * 7 / 3))
                try database.execute(
                    sql: """
                        INSERT INTO log_entry (at, batch, date, exercise, name, outcome, sets)
                        VALUES (0, ?, ?, ?, 'Exercise', 'performed', ?)
                        """,
                    arguments: [-number, date.description, "exercise-\(number % 30)", "5x5@\(60 + number % 40)kg"]
                )
                if number % 6 == 5 { try EventLog(database).note(at: Instant(secondsSinceEpoch: 1_700_000_000)) }
            }
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    /// Adds user reminders whose first dates are in the week from 2026-11-23 on.
    func addReminders(_ count: Int, rule: String) throws {
        _ = try Ledger(path: FilePath(path))
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            for number in 0..<count {
                let at = UserReminder.spread(number, from: CivilDate(dayNumber: 20_780)).secondsSinceCivilEpoch
                try database.execute(
                    sql: "INSERT INTO reminder (title, at, rule, created_at) VALUES (?, ?, ?, 0)",
                    arguments: ["Reminder \(number)", at, rule]
                )
            }
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
}
