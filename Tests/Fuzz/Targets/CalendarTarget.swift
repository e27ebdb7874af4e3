@testable import CalendarSyntax
@testable import Calendars
import CivilTime
import Reminders

extension FuzzTarget {
    /// Calendar files: their contents after writing, and the import.
    static let calendars = FuzzTarget(name: "calendars") { bytes in
        guard let calendars = try? CalendarReader.calendars(bytes) else { return }
        var written: [UInt8] = []
        for calendar in calendars { calendar.write(to: &written) }
        // A carriage return in a line would end it.
        let hasReturns = bytes.indices.contains { bytes[$0] == 0x0D && bytes[($0 + 1)...].first != 0x0A }
        if !hasReturns {
            let again = (try? CalendarReader.calendars(written)) ?? []
            try require(
                again.count == calendars.count && zip(again, calendars).allSatisfy { $0.hasSameContents(as: $1) },
                "what was written is read differently"
            )
        }
        if let kept = try? CalendarReader.calendars(bytes, keepsOctets: true) {
            var same: [UInt8] = []
            for calendar in kept { calendar.write(to: &same) }
            let again = (try? CalendarReader.calendars(same)) ?? []
            try require(
                again.count == calendars.count && zip(again, calendars).allSatisfy { $0.hasSameContents(as: $1) },
                "what was kept is read differently"
            )
        }
        _ = try? ExportedCalendar(bytes)
        let found = CalendarImport(
            calendars,
            in: .utc,
            now: Instant(secondsSinceEpoch: 20_780 * 86_400),
            wholeDays: .midnight,
            zoneNamed: { $0.count < 8 ? .fixed(seconds: 5400, identifier: $0) : nil }
        )
        try require(found.entries.count <= CalendarImport.most, "\(found.entries.count) reminders")
        try require(Set(found.entries.map(\.uid)).count == found.entries.count, "two reminders have the same UID")
        for reminder in found.entries.map(\.reminder) {
            try require(!reminder.title.isEmpty, "a reminder has no title")
            try require(reminder.title.count <= UserReminder.longestTitle, "a title is too long")
            try requirePrintable(reminder.title + (reminder.notes ?? "").filter { $0 != "\t" }, "a reminder")
            try require(reminder.comes(on: reminder.at.date), "\(reminder) does not come on its own date")
        }
        let today = CivilDate(dayNumber: 20_780)
        let off = try DaysOff(bytes, today..<today.adding(days: 70), in: .utc) {
            $0.count < 8 ? .fixed(seconds: 5400, identifier: $0) : nil
        }
        for (date, title) in off.titles {
            try require(date >= today && date < today.adding(days: 70), "\(date) is not in the range")
            try requirePrintable(title, "the title of a day off")
        }
        for problem in off.problems { try requirePrintable(problem.reason, "a problem") }
        for refusal in found.refusals {
            try requirePrintable(refusal.title + refusal.obstacle.description, "a refusal")
        }
    }
}
