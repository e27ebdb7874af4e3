import CivilTime
@testable import ImportedJobs
import Reminders

extension FuzzTarget {
    /// Crontabs and their migration.
    static let crontabs = FuzzTarget(name: "crontabs") { bytes in
        let crontab = Crontab(bytes)
        try require(crontab.bytes == bytes, "the crontab has other bytes than the file")
        let migration = migration(of: crontab)
        let lines = migration.moves.compactMap { move -> Int? in
            if case .crontabLine(let number) = move.source { number } else { nil }
        }
        for move in migration.moves {
            try require(
                !move.reminders.isEmpty && move.reminders.count <= MigrationObstacle.mostTimes,
                "\(move.reminders.count) reminders"
            )
            for reminder in move.reminders {
                try require(!reminder.title.isEmpty, "a reminder has no title")
                try require(reminder.title.count <= UserReminder.longestTitle, "a title is too long")
                try require(reminder.comes(on: reminder.at.date), "\(reminder) does not come on its own date")
            }
        }
        let commented = crontab.commenting(Dictionary(uniqueKeysWithValues: lines.map { ($0, "moved to antrain") }))
        let after = Self.migration(of: commented)
        try require(after.moves.isEmpty, "lines that are comments move again: \(after.moves)")
        try require(after.stays == migration.stays, "comments change what stays")
    }

    private static func migration(of crontab: Crontab) -> Migration {
        Migration(
            crontab: crontab,
            jobs: [],
            zone: .utc,
            systemZone: .utc,
            now: Instant(secondsSinceEpoch: 20_780 * 86_400),
            user: "me",
            file: { _ in nil }
        )
    }
}
