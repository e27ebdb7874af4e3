import Foundation
import Platform
import Testing

/// `antrain settings --time suggest`, and a time of reminders that follows the workouts.
@Suite struct SuggestTimeTests {
    private static let settings = ".config/antrain/settings.yaml"

    /// A program on Monday, Wednesday and Friday, whose workouts of 45 minutes were done as given.
    ///
    /// - Parameters:
    ///   - weeks: the number of weeks from 7 September on.
    ///   - done: the time of `done` on each weekday, `-` for none.
    private func stage(weeks: Int, done: [String] = ["08:55", "08:57", "09:00"], _ extra: String = "") throws
        -> CommandStage
    {
        let stage = try CommandStage(now: "2026-09-01T10:00")
        try stage.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Mine
            \(extra)days: {a: {name: A, duration: 45m, exercises: [{exercise: Bench, sets: 3x5}]}}
            schedule: {mode: weekdays, monday: a, wednesday: a, friday: a}

            """
        )
        _ = try stage.run("program activate mine.yaml --start 2026-09-07")
        _ = try stage.run("settings --time 07:00")
        let days =
            (7...30).map { "2026-09-" + ($0 < 10 ? "0" : "") + "\($0)" }
            + (1...31).map { "2026-10-" + ($0 < 10 ? "0" : "") + "\($0)" }
        for (index, day) in days.enumerated() where index < 7 * weeks && [0, 2, 4].contains(index % 7) {
            let time = done[index % 7 / 2]
            if time != "-" { _ = try stage.run("done", now: "\(day)T\(time)") }
        }
        return stage
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test func littleDataGivesNoSuggestion() throws {
        let stage = try stage(weeks: 2)
        let output = try stage.run("settings --time suggest", now: "2026-09-21T10:00").output
        #expect(output.contains("Monday     -  2 workouts; 8 are needed\n"), "\(output)")
        #expect(output.contains("All days   -  6 workouts; 8 are needed\n"), "\(output)")
        #expect(output.hasSuffix("There is no suggestion yet; reminders come at 07:00.\n"), "\(output)")
        let empty = try CommandStage().run("settings --time suggest")
        #expect(empty.status == .success && empty.output.contains("0 workouts; 8 are needed"), "\(empty)")
    }

    @Test func theLastLineAppliesTheSuggestion() throws {
        let stage = try stage(weeks: 3)
        // Entered later: it does not count.
        _ = try stage.run("done --date 2026-09-28", now: "2026-09-29T20:00")
        let output = try stage.run("settings --time suggest", now: "2026-09-29T20:00").output
        #expect(output.contains("All days   07:40  9 of 9 workouts began between 08:10 and 08:15\n"), "\(output)")
        #expect(output.contains("Estimated starts: 9 of 9"), "\(output)")
        let command = try #require(lines(output).last)
        #expect(command == "  antrain settings --time 07:40")
        let applied = try stage.run(String(command.drop { $0 == " " }.dropFirst("antrain ".count)))
        #expect(
            applied.status == .success && (applied.output + applied.messages).contains("tomorrow at 07:40"),
            "\(applied)"
        )
        #expect(try stage.run("settings --time suggest").output.hasSuffix("Reminders already come at 07:40.\n"))
        stage.columns = 40
        #expect(lines(try stage.run("settings --time suggest").output).allSatisfy { $0.count <= 40 })
    }

    @Test func daysWithoutACommonTimeGetRemindersOfTheirOwn() throws {
        let stage = try stage(weeks: 8, done: ["08:55", "19:00", "-"])
        let output = try stage.run("settings --time suggest", now: "2026-11-01T20:00").output
        #expect(output.contains("Monday     07:40  8 of 8 workouts began between 08:10 and 08:10\n"), "\(output)")
        #expect(output.contains("All days   -      workouts begin at very different times"), "\(output)")
        let command = "antrain reminder add Workout --at 'wed 17:45' --repeat weekly:wed"
        #expect(lines(output).last == "  " + command)
        let added = try stage.run("reminder add Workout --at wed_17:45 --repeat weekly:wed")
        #expect(
            added.status == .success && added.messages.contains("17:45") || added.output.contains("17:45"),
            "\(added)"
        )
    }

    @Test func aProgramWithItsOwnTimeDoesNotCount() throws {
        let stage = try stage(weeks: 3, "reminders: [{at: \"10:00\"}]\n")
        let output = try stage.run("settings --time suggest", now: "2026-09-29T20:00").output
        #expect(
            output.contains("0 workouts; 8 are needed") && output.contains("their own reminder times: Mine"),
            "\(output)"
        )
        #expect(
            lines(output).joined(separator: " ").hasSuffix("so the time of the settings does not matter."),
            "\(output)"
        )
    }

    /// Only the workouts of the other days count, and a day with its own time never moves.
    @Test func aDayWithItsOwnTimeDoesNotCount() throws {
        let stage = try CommandStage(now: "2026-09-01T10:00")
        try stage.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Mine
            days:
              a: {name: Early, duration: 45m, exercises: [{exercise: Bench, sets: 3x5}]}
              b: {name: Late, duration: 45m, time: "18:00", exercises: [{exercise: Bench, sets: 3x5}]}
            schedule: {mode: weekdays, monday: a, tuesday: b, wednesday: a}

            """
        )
        _ = try stage.run("program activate mine.yaml --start 2026-09-07")
        _ = try stage.run("settings --time 07:00")
        for week in 0..<3 {
            _ = try stage.run("done", now: "2026-09-\(7 + 7 * week < 10 ? "0" : "")\(7 + 7 * week)T08:55")
            _ = try stage.run("done", now: "2026-09-\(8 + 7 * week < 10 ? "0" : "")\(8 + 7 * week)T20:00")
        }
        let output = try stage.run("settings --time suggest", now: "2026-09-22T21:00").output
        #expect(output.contains("All days  -  3 workouts; 8 are needed"), "\(output)")
        #expect(output.contains("their own reminder times: Late"), "\(output)")
        #expect(!output.contains("does not matter"), "\(output)")
    }

    @Test func theTimeFollowsInSmallSteps() throws {
        let stage = try stage(weeks: 3)
        let set = try stage.run("settings --time auto --between 06:00-09:00", now: "2026-09-28T20:00")
        #expect((set.output + set.messages).contains("set time: 07:00 (auto, 06:00-09:00)"), "\(set)")
        #expect(stage.contents(Self.settings)?.contains("time: {auto: \"06:00-09:00\", start: \"07:00\"}") == true)
        // The first run reports that today's reminder was missed. Then it is silent without a terminal.
        #expect(try stage.run("schedule-next").output.contains("1 reminder was missed"))
        for _ in 0..<3 {
            let run = try stage.run("schedule-next")
            #expect(run.output.isEmpty && run.messages.isEmpty, "\(run)")
        }
        func status() throws -> String {
            lines(try stage.run("").output).map { $0.drop { $0 == " " } }.joined(separator: " ")
        }
        #expect(
            try status().contains("reminders come at 07:10 from Tue 29 Sep on (10 min later: 9 of 9 workouts began")
        )
        #expect(try stage.run("settings").output.contains("07:00 (auto, 06:00-09:00)"))
        // 'undo' undoes what the user did, not what antrain did.
        let actions = try stage.run("undo --list --json").output
        // Every day, with the clock set back in between: one step each week.
        var times: [String] = []
        for day in ["29", "30", "28", "29"] + ["01", "02", "03", "04", "05", "06"].map({ "1" + $0 }) {
            let date = day.count == 3 ? "2026-10-\(day.dropFirst())" : "2026-09-\(day)"
            _ = try stage.run("schedule-next", now: "\(date)T12:00")
            times.append(
                try #require(try stage.run("settings").output.split(separator: "\n").first { $0.hasPrefix("time") })
                    .split(separator: " ")[1].description
            )
        }
        #expect(times == ["07:10", "07:10", "07:00", "07:10"] + Array(repeating: "07:10", count: 5) + ["07:20"])
        stage.answers = []
        let terminal = try stage.run("schedule-next", now: "2026-10-12T12:00")
        #expect(terminal.messages.contains("reminders come at 07:30 from Tue 13 Oct on (10 min later: "), "\(terminal)")
        stage.answers = nil
        let why = try stage.run("why wed").output
        #expect(
            why.contains("reminders come at 07:30 from Tue 13 Oct on") && why.contains("settings.yaml:3:7"),
            "\(why)"
        )
        let body = try stage.run("simulate --days 5").output
        #expect(body.contains("Reminders now come at 07:30, 10 min later:"), "\(body)")
        #expect(try status().contains("reminders come at 07:30 from Tue 13 Oct on"))
        #expect(try stage.run("undo --list --json").output == actions)
        // A fixed time ends it; the same rule later starts anew.
        _ = try stage.run("settings --time 06:30", now: "2026-10-20T12:00")
        _ = try stage.run("settings --time auto --between 06:00-09:00")
        #expect(try stage.run("settings").output.contains("06:30 (auto, 06:00-09:00)"))
        #expect(
            try stage.run("settings --time suggest").output.hasSuffix(
                "already follows your workouts: 06:30 (auto, 06:00-09:00).\n"
            )
        )
    }

    @Test(arguments: [
        ("--time auto", "such as --between 06:00-09:00"), ("--between 06:00-09:00", "it needs --time auto"),
        ("--time 07:30 --between 06:00-09:00", "it needs --time auto"),
        ("--time auto --between 22:00-01:00", "within one day"), ("--time auto --between 6am", "within one day"),
    ])
    func wrongOptionsChangeNothing(arguments: String, message: String) throws {
        let stage = try CommandStage()
        let run = try stage.run("settings \(arguments)")
        #expect(
            run.status == .usage && run.messages.contains(message) && stage.contents(Self.settings) == nil,
            "\(run)"
        )
    }

    @Test func simulationsStartAtThePresentTime() throws {
        let stage = try stage(weeks: 1)
        let run = try stage.run("simulate --time auto --between 06:00-08:00 --days 3", now: "2026-09-28T05:00")
        #expect(run.output.contains("07:00") && stage.contents(Self.settings)?.contains("auto") == false, "\(run)")
        let other = try stage.run("simulate --time auto --between 08:00-09:00 --days 3")
        #expect(other.output.contains("08:30"), "\(other)")
    }
}
