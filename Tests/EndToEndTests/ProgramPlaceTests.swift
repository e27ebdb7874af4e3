import CivilTime
import Foundation
import TestSupport
import Testing

/// `program go-to`, `program repeat-week`, and `program activate` with `--week` and `--race`.
@Suite struct ProgramPlaceTests {
    private static let weekly = """
        antrain: 1
        id: plan
        name: Plan
        weeks: [{name: One}, {name: Two}, {name: Three}, {name: Four}]
        days:
          a: {name: Alpha, exercises: [{exercise: Squat, sets: 5}]}
          b: {name: Beta, exercises: [{exercise: Squat, sets: 5}]}
        schedule: {mode: weekdays, monday: a, thursday: b, length: 4 weeks}

        """
    private static let rotation = """
        antrain: 1
        id: plan
        name: Plan
        weeks: [{name: One}, {name: Two}, {name: Three, swap: {b: rest}}, {name: Four}]
        days:
          a: {name: Alpha, exercises: [{exercise: Squat, sets: 5}]}
          b: {name: Beta, exercises: [{exercise: Squat, sets: 5}]}
          c: {name: Gamma, exercises: [{exercise: Squat, sets: 5}]}
        schedule: {mode: rotation, rotation: [a, b, c], on: [mon, thu], length: 4 weeks}

        """

    /// A home with a program that starts on Monday, 2026-11-23.
    private func home(_ text: String, now: String) throws -> Home {
        let home = try Home()
        try home.folder.write("plan.yaml", text)
        try home.antrain("settings --time 07:30")
        #expect(try home.antrain("program activate plan.yaml --start 2026-11-23").status == 0)
        home.now = now
        return home
    }

    /// The workouts of the coming days, such as `30 a 2` for day a of week 2 on the 30th.
    private func workouts(_ home: Home, weeks: Int = 2) throws -> [String] {
        let now = home.now
        defer { home.now = now }
        let today = try CivilDate(parsing: now.prefix(10))
        return try (0..<weeks).flatMap { week in
            home.now = "\(today.adding(days: 7 * week))" + now.dropFirst(10)
            let days = try object(home.antrain("week --json"))["days"] as? [[String: Any]] ?? []
            return days.compactMap { ($0["workouts"] as? [[String: Any]])?.first }.map { workout in
                "\("\(workout["date"] ?? "")".suffix(2)) \(workout["day"] ?? "") \(workout["week"] ?? 0)"
            }
        }
    }

    private func object(_ run: Finished) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run)")
    }

    @Test(arguments: [
        (weekly, "go-to 3", ["23 a 3", "26 b 3", "30 a 4", "03 b 4"]),
        (weekly, "go-to 4 --date 2026-11-30", ["23 a 1", "26 b 1", "30 a 4", "03 b 4"]),
        (weekly, "go-to 2 --date thu", ["23 a 1", "26 b 2", "30 a 3", "03 b 3"]),
        (rotation, "go-to 2", ["23 a 2", "26 b 2", "30 c 2", "03 a 3"]),
        (rotation, "go-to 2 gamma", ["23 c 2", "26 a 3", "03 c 3"]),
        (rotation, "go-to 4 C", ["23 c 4"]),
        (rotation, "go-to 4 b --date tue", ["23 a 1", "26 b 4", "30 c 4"]),
    ]) func aProgramContinuesAtAPlace(text: String, command: String, expected: [String]) throws {
        let home = try home(text, now: "2026-11-23T06:00")
        let before = try workouts(home)
        let run = try home.antrain("program " + command)
        #expect(run.status == 0 && run.output.hasPrefix("Plan continues with "), "\(run)")
        #expect(try workouts(home) == expected)
        #expect(try home.antrain("undo").output.hasPrefix("undid: week changed (Plan, 2026-11-"))
        #expect(try workouts(home) == before)
    }

    @Test(
        arguments: [
            // A week in which a workout was due is repeated in the next seven days, otherwise the present one is the same week again.
            (weekly, "2026-11-23T08:00", false, "2026-11-23", nil),
            (weekly, "2026-11-23T08:00", true, "2026-11-30", ["26 b 1", "30 a 1", "03 b 1", "07 a 2"]),
            (weekly, "2026-11-24T08:00", false, "2026-11-30", ["26 b 1", "30 a 1", "03 b 1", "07 a 2"]),
            (weekly, "2026-11-30T08:00", false, "2026-11-30", ["30 a 1", "03 b 1", "07 a 2", "10 b 2"]),
            (weekly, "2026-11-30T08:00", true, "2026-12-07", ["03 b 2", "07 a 2", "10 b 2"]),
            (rotation, "2026-11-26T08:00", true, "2026-11-27", ["30 a 1", "03 b 1", "07 c 1"]),
            (rotation, "2026-11-26T08:00", false, "2026-11-26", ["26 a 1", "30 b 1", "03 c 1", "07 a 2"]),
            (rotation, "2026-12-03T08:00", false, "2026-12-03", ["03 a 1", "07 b 1", "10 c 1", "14 a 2"]),
        ] as [(String, String, Bool, String, [String]?)]
    ) func theWeekOfTheLatestWorkoutIsRepeated(
        text: String,
        now: String,
        isDone: Bool,
        from: String,
        expected: [String]?
    ) throws {
        let home = try home(text, now: now)
        if isDone { try home.antrain("done") }
        let run = try home.antrain("program repeat-week --json")
        guard let expected else {
            #expect(run.status == 64 && run.errors.contains("'plan' has not had a workout yet"), "\(run)")
            return
        }
        #expect(try run.status == 0 && object(run)["from"] as? String == from, "\(run)")
        #expect(try object(run)["action"] as? String == "jumped")
        #expect(try workouts(home, weeks: 3).dropFirst(isDone ? 1 : 0).prefix(expected.count) == expected[...])
    }

    @Test(arguments: [
        ("go-to 5", "invalid week '5': 'plan' has 4 weeks"),
        ("go-to 0", "invalid week '0': expected a number from 1 to 5000"),
        ("go-to two", "two"),
        ("go-to 3 b", "week 3 of 'plan' does not have this day"),
        ("go-to 2 delta", "invalid day 'delta': expected one of a, b, c"),
        ("go-to 2 --date 2026-11-22", "invalid --date '2026-11-22': expected 2026-11-23 or a later date"),
        ("go-to 2 --program other", "other"),
        ("repeat-week --date yesterday", "has not had a workout yet"),
    ]) func aPlaceThatDoesNotExistIsRefused(command: String, reason: String) throws {
        let home = try home(Self.rotation, now: "2026-11-23T06:00")
        let before = try workouts(home)
        let run = try home.antrain("program " + command)
        #expect(run.status != 0 && run.output.isEmpty && run.errors.contains(reason), "\(run)")
        #expect(try workouts(home) == before)
    }

    @Test func fixedWeekdaysDecideTheDay() throws {
        let home = try home(Self.weekly, now: "2026-11-23T06:00")
        let run = try home.antrain("program go-to 3 beta")
        #expect(run.status == 64 && run.errors.contains("the weekdays of 'plan' decide its days"), "\(run)")
        #expect(try home.antrain("program go-to 3 alpha").status == 0)
    }

    /// A week without a workout left is not the week that the user chose.
    @Test func aWeekBeginsWhenItHasAWorkout() throws {
        let home = try home(Self.weekly, now: "2026-11-28T08:00")
        let reason =
            "has no workout from 2026-11-28 to 2026-11-29; to begin the week on the next possible date: --date 2026-11-30"
        for line in ["go-to 1", "go-to 4", "repeat-week --date 2026-11-28"] {
            let run = try home.antrain("program " + line)
            #expect(run.status == 64 && run.errors.contains(reason), "\(run)")
        }
        #expect(try home.antrain("program go-to 4 --date 2026-11-30").status == 0)
        #expect(try workouts(home) == ["30 a 4", "03 b 4"])
    }

    /// A moved workout says nothing about the place, and an edit that renames a day does not change it.
    @Test func movesAndNewNamesDoNotMatter() throws {
        let home = try home(Self.rotation, now: "2026-11-23T06:00")
        try home.antrain("move 2026-11-26 2026-11-24")
        #expect(try home.antrain("program go-to 2 gamma --date 2026-11-24").status == 0)
        try home.antrain("undo")
        try home.antrain("undo")
        try home.antrain("program go-to 2 gamma")
        #expect(try workouts(home) == ["23 c 2", "26 a 3", "03 c 3"])
        let renamed = Self.rotation.replacingOccurrences(of: "  c: {", with: "  d: {")
            .replacingOccurrences(of: "[a, b, c]", with: "[a, b, d]")
        try home.folder.write("plan.yaml", renamed)
        #expect(try workouts(home) == ["23 d 2", "26 a 3", "03 d 3"])
    }

    @Test func anAnsweredDayKeepsItsWorkout() throws {
        let home = try home(Self.rotation, now: "2026-11-23T08:00")
        try home.antrain("done")
        let refused = try home.antrain("program go-to 3 --date today")
        #expect(
            refused.status == 64 && refused.errors.contains("today's workout was answered or started"),
            "\(refused)"
        )
        #expect(try home.antrain("program go-to 3").status == 0)
        #expect(try workouts(home) == ["23 a 1", "26 a 3", "03 c 3"])
    }

    @Test func aJumpReplacesLaterOnesAndEndsWithTheActivation() throws {
        let home = try home(Self.rotation, now: "2026-11-23T06:00")
        try home.antrain("program go-to 4 --date 2026-11-30")
        try home.antrain("program go-to 2")
        #expect(try workouts(home) == ["23 a 2", "26 b 2", "30 c 2", "03 a 3"])
        // Programs that are activated again begin anew, also on the same date.
        try home.antrain("program activate plan --replace --start 2026-11-23")
        #expect(try workouts(home) == ["23 a 1", "26 b 1", "30 c 1", "03 a 2"])
        try home.antrain("undo")
        #expect(try workouts(home) == ["23 a 2", "26 b 2", "30 c 2", "03 a 3"])
        let again = try home.antrain("program activate plan --replace --start 2026-11-23 --week 3")
        #expect(again.output.contains("week 3 starts Mon 23 Nov"), "\(again)")
        #expect(try workouts(home) == ["23 a 3", "30 c 3", "03 a 4"])
        #expect(try home.antrain("undo --list").output.components(separatedBy: "\n")[0].contains("activated: Plan"))
        #expect(try home.antrain("program activate plan --replace --week 5").status == 64)
    }

    @Test func reasonsNameTheJump() throws {
        let home = try home(Self.rotation, now: "2026-11-23T06:00")
        try home.antrain("schedule-next")
        try home.antrain("program go-to 3")
        let why = try home.antrain("why 2026-11-30").output
        #expect(why.contains("Plan continues with week 3 from 2026-11-23 on"), "\(why)")
        #expect(try home.antrain("why 2026-11-30 --json").output.contains("\"code\" : \"jumped\""))
        #expect(try home.antrain("doctor --files").status == 0)
    }

    @Test func oneOfSeveralProgramsIsNamed() throws {
        let home = try home(Self.rotation, now: "2026-11-23T06:00")
        try home.antrain("program activate push-pull-legs --add")
        let run = try home.antrain("program go-to 2")
        #expect(run.status == 64 && run.errors.contains("--program plan or push-pull-legs"), "\(run)")
        #expect(try home.antrain("program go-to 2 --program plan").output.contains("Plan continues with week 2"))
        try home.antrain("program deactivate plan")
        try home.antrain("program deactivate push-pull-legs")
        #expect(try home.antrain("program repeat-week").errors.contains("no program is active"))
    }

    // MARK: Races

    /// The starts follow from the sources' lengths: the last day of a plan of n weeks is n · 7 − 1 days after its first Monday.
    @Test(arguments: [
        // Eight weeks, the race on the last Sunday.
        ("10k-novice --race 2027-04-25", "2027-03-01", 1),
        ("10k-novice --race 2027-01-03 --week 3", "2026-11-23", 3),
        // Nine weeks, the last run on Friday.
        ("couch-to-5k --race 2027-04-23", "2027-02-22", 1),
        // On other days of the week in the same order.
        ("couch-to-5k --race 2027-04-25 --days tue,thu,sun", "2027-02-22", 1),
        ("plan.yaml --race 2026-12-31", "2026-11-23", 1),
        ("plan.yaml --race 2027-01-04", "2026-11-26", 1),
    ]) func theLastWorkoutFallsOnTheRace(arguments: String, start: String, week: Int) throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.folder.write("plan.yaml", Self.rotation)
        let run = try home.antrain("program activate \(arguments) --json")
        #expect(try object(run)["start"] as? String == start && object(run)["week"] as? Int == week, "\(run)")
        let race = String(try #require(arguments.split(separator: " ").first { $0.hasPrefix("202") }))
        let last = try object(home.antrain("today \(race) --json"))["workouts"] as? [Any]
        #expect(last?.count == 1)
        home.now = race + "T23:00"
        #expect(try workouts(home, weeks: 4).count == 1)
    }

    @Test(arguments: [
        (
            "10k-novice --race 2027-04-24",
            "its last workout cannot be on that date; expected Sun 18 Apr 2027 or Sun 25 Apr 2027"
        ),
        ("10k-novice --race 2026-11-21", "expected today (2026-11-22) or a later date within ten years"),
        ("10k-novice --race 2037-01-01", "within ten years"),
        ("gzclp --race 2027-04-25", "'gzclp' has no last workout; give it a 'length'"),
        ("dated.yaml --race 2027-04-25", "the file of 'plan' ends it on 2027-01-31; use --start"),
        ("10k-novice --race 2027-04-25 --start today", "--race determines the start; omit --start"),
        ("10k-novice --race 2026-11-22 --week 8", "too near: week 8 would have to begin on 2026-11-16, and"),
        ("10k-novice --race 2026-12-06 --week 9", "invalid --week '9': '10k-novice' has 8 weeks"),
    ]) func aRaceThatDoesNotFitIsRefused(arguments: String, reason: String) throws {
        let home = try Home(now: "2026-11-22T20:00")
        let dated = Self.rotation.replacingOccurrences(of: "length: 4 weeks", with: "length: until 2027-01-31")
        try home.folder.write("dated.yaml", dated)
        let run = try home.antrain("program activate \(arguments)")
        #expect(run.status == 64 && run.errors.contains(reason), "\(run)")
        #expect(try home.antrain("program list --json").output.contains("\"active\" : true") == false)
    }

    /// A race that is too near names the first week with which it is possible, which works.
    @Test func aRaceThatIsTooNearNamesTheWeek() throws {
        let home = try Home(now: "2026-11-22T20:00")
        let near = try home.antrain("program activate 10k-novice --race 2027-01-03")
        let reason = "too near: week 1 would have to begin on 2026-11-09; it can begin with week 3: add --week 3"
        #expect(near.status == 64 && near.errors.contains(reason), "\(near)")
        let run = try home.antrain("program activate 10k-novice --race 2027-01-03 --week 3")
        #expect(run.status == 0 && run.output.contains("week 3 starts Mon 23 Nov"), "\(run)")
    }

    /// The user's pause makes the program longer.
    @Test func aPauseBeforeTheRaceCounts() throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.folder.write("plan.yaml", Self.rotation)
        try home.antrain("pause --from 2026-12-07 --until 2027-01-24")
        let run = try home.antrain("program activate plan.yaml --race 2027-02-18 --json")
        #expect(try object(run)["start"] as? String == "2026-11-23", "\(run)")
    }
}
