import CivilTime
import Foundation
import Platform
import Localization
import PrintableText
@testable import Results
import Testing

/// `antrain calendar`.
@Suite struct CalendarCommandTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          a: {name: Push, exercises: [{exercise: Press, sets: 5x5}]}
          b: {name: Walk, optional: yes, exercises: [{exercise: Walk, time: 30min}]}
        schedule: {mode: weekdays, monday: a, wednesday: a, friday: a, saturday: b}

        """

    /// Workouts of November 2026: done, skipped, missed, optional, paused and planned.
    private func stage(_ settings: String = "") throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-02T06:00")
        try stage.write("mine.yaml", Self.program)
        try stage.write(".config/antrain/settings.yaml", "enabled: on\n" + settings)
        #expect(try stage.run("program activate mine.yaml").status == .success)
        for day in ["02", "04", "09"] {
            #expect(try stage.run("done --date today", now: "2026-11-\(day)T20:00").status == .success)
        }
        #expect(try stage.run("skip --date today", now: "2026-11-11T20:00").status == .success)
        #expect(try stage.run("pause --from 2026-11-16 --until 2026-11-19", now: "2026-11-15T20:00").status == .success)
        #expect(try stage.run("today", now: "2026-11-20T20:00").status == .success)
        return stage
    }

    @Test func aMonthHasASignForEachDay() throws {
        let stage = try stage()
        for columns in [80, 50] {
            stage.columns = columns
            let lines = try stage.run("calendar").output.components(separatedBy: "\n")
            #expect(
                lines.prefix(7) == [
                    "           November 2026", " Mon  Tue  Wed  Thu  Fri  Sat  Sun",
                    "                                1",
                    "  2x   3.   4x   5.   6!   7~   8.",
                    "  9x  10.  11-  12.  13!  14~  15.", " 16=  17=  18=  19= [20o] 21o  22.",
                    " 23o  24.  25o  26.  27o  28o  29.",
                ],
                "\(lines.joined(separator: "\n"))"
            )
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
            let legend = lines.dropFirst(8).joined(separator: " ").replacing("\u{A0}", with: " ")
            for part in ["! missed (2)", "o planned (7)", "- skipped (1)", "x done (3)", "= paused (4)", "[ ] today"] {
                #expect(legend.contains(part), "\(legend)")
            }
        }
    }

    private struct Document: Decodable {
        struct Day: Decodable, Equatable {
            struct Workout: Decodable, Equatable {
                let program: String
                let day: String
                let name: String
                let state: String
            }
            let date: String
            let workouts: [Workout]
        }
        let days: [Day]
    }

    private func days(_ stage: CommandStage, _ line: String) throws -> [Document.Day] {
        try JSONDecoder().decode(Document.self, from: Data(try stage.run(line).output.utf8)).days
    }

    /// The calendar and the week show the same plan.
    @Test func theDaysAreThoseOfTheWeek() throws {
        let stage = try stage()
        let year = try days(stage, "calendar year --json")
        #expect(year.count == 365 && year.first?.date == "2026-01-01" && year.last?.date == "2026-12-31")
        for line in ["week --json", "week --this --json"] {
            let week = try days(stage, line)
            #expect(week.count == 7 && year.filter { week.map(\.date).contains($0.date) } == week, "\(week)")
        }
        #expect(try days(stage, "calendar 2027-02-10 --json").map(\.date).count == 28)
        #expect(try days(stage, "calendar month --past --json").first?.date == "2026-10-01")
        #expect(try days(stage, "calendar year 2028-05-01 --past --json").first?.date == "2027-01-01")
    }

    @Test(arguments: [
        ("de", "November 2026", "Mo", "ausgelassen"), ("es", "noviembre de 2026", "lun", "omitido"),
        ("fr", "novembre 2026", "lun.", "sauté"), ("tr", "Kasım 2026", "Pzt", "atlandı"),
    ])
    func namesAreInTheUsersLanguage(language: String, month: String, weekday: String, state: String) throws {
        let output = try stage("language: \(language)\n").run("calendar").output
        let lines = output.split(separator: "\n")
        #expect(lines[0].trimmingCharacters(in: .whitespaces) == month, "\(output)")
        #expect(lines[1].trimmingCharacters(in: .whitespaces).hasPrefix(weekday + " "), "\(output)")
        #expect(output.contains("- \(state) (1)"), "\(output)")
    }

    /// 1 November 2026 is a Sunday, and so is 1 February 2026, whose four weeks are four rows.
    @Test(arguments: [
        ("US", "2026-11-01", "  1", 5), ("DE", "2026-11-01", "                                1", 6),
        ("EG", "2026-11-01", "       1", 5), ("US", "2026-02-01", "  1", 4),
        ("US", "2026-08-01", "                                1", 6),
    ])
    func weeksBeginAsTheLocaleSays(territory: String, first: String, row: String, rows: Int) throws {
        let date = try CivilDate(parsing: first)
        let days = (0..<date.days(until: date.adding(months: 1))).map {
            CalendarResult.Day(date.adding(days: $0), .none)
        }
        let format = LocaleFormat(.english, in: Territory(code: territory))
        let months = MonthGrid.months(days, today: date.adding(days: -1), format, Style(isColored: false))
        let lines = MonthGrid.sideBySide(months)
        #expect(
            lines.count == rows + 2 && lines[2].hasPrefix(row) && lines[2].dropFirst(row.count).first != "1",
            "\(lines)"
        )
        #expect(months[0].allSatisfy { DisplayWidth.of($0) == MonthGrid.width })
    }

    @Test func aYearFitsTheTerminal() throws {
        let stage = try stage()
        for (columns, beside) in [(50, 1), (80, 2), (108, 2), (120, 3), (200, 3)] {
            stage.columns = columns
            let lines = try stage.run("calendar year").output.split(separator: "\n")
            let titles = lines.filter { $0.contains("2026") }
            #expect(titles.count == 12 / beside && lines.allSatisfy { DisplayWidth.of($0) <= columns })
        }
    }

    @Test(arguments: [
        ("calendar decade", "decade"), ("calendar month 2026-11-01 2026-12-01", "too many arguments"),
        ("calendar 2040-01-01", "within ten years"), ("calendar year soon", "soon"),
    ])
    func mistakesAreReported(line: String, message: String) throws {
        let run = try stage().run(line)
        #expect(run.status == .usage && run.messages.contains(message) && run.output.isEmpty, "\(run)")
    }
}
