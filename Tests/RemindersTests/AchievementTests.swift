import CivilTime
import Planning
import Reminders
import Testing
import Training
import YAMLSource

/// Milestones and warnings about streaks. 2 November 2026 is a Monday; the program has workouts on Monday, Wednesday and Friday.
@Suite struct AchievementTests {
    private func input(
        done: [String],
        skipped: [String] = [],
        answeredAt: [String: String] = [:],
        now: String = "2026-11-13T12:00",
        _ change: (inout Settings) -> Void
    ) throws -> PlanInput {
        let zone = try zones.zone(named: "Europe/Berlin")
        let program = try program()
        var answers: [OccurrenceKey: Answer] = [:]
        func key(_ day: String) throws -> OccurrenceKey {
            OccurrenceKey(.program(program.id), on: try date("2026-" + day))
        }
        for day in done { answers[try key(day)] = .completed }
        for day in skipped { answers[try key(day)] = .skipped }
        let active = ActiveProgram(
            program: program,
            start: try date("2026-11-02"),
            trainingDays: .all,
            completions: try done.sorted().map { Completion(date: try date("2026-" + $0), dayID: "push") },
            skipped: Set(try skipped.map { try date("2026-" + $0) })
        )
        var settings = settings()
        change(&settings)
        let moments = try answeredAt.map { (try key($0.key), try Instant(parsing: "2026-" + $0.value, in: zone)) }
        return PlanInput(
            programs: [active],
            settings: settings,
            zone: zone,
            now: try Instant(parsing: now, in: zone),
            answers: answers,
            answeredAt: Dictionary(uniqueKeysWithValues: moments)
        )
    }

    private func lines(_ input: PlanInput, _ category: NotificationCategory) -> [String] {
        Plan(input).notifications.filter { $0.category == category }.map {
            "\($0.id) \($0.fireAt): \($0.title); \($0.body)"
        }
    }

    private static let fiveDone = ["11-02", "11-04", "11-06", "11-09", "11-11"]

    @Test func aStreakIsDefendedInTheEvening() throws {
        let time = try TimeOfDay(parsing: "19:00")
        let input = try input(done: Self.fiveDone) { $0.streakWarning = time }
        #expect(
            lines(input, .streakWarning) == [
                "streak-warning/2026-11-13/1900 2026-11-13T19:00: Your streak is about to end; Legs is still to do after 5 workouts in a row",
                "streak-warning/2026-11-16/1900 2026-11-16T19:00: Your streak is about to end; Push is still to do after 6 workouts in a row",
                "streak-warning/2026-11-18/1900 2026-11-18T19:00: Your streak is about to end; Pull is still to do after 7 workouts in a row",
            ]
        )
        let first = try #require(Plan(input).notifications.first { $0.category == .streakWarning })
        #expect(first.occurrences.map(\.date) == [try date("2026-11-13")])
        #expect(input.open(first) == first)
        // A snoozed warning reads as it would now: the streak has grown, or is over.
        let later = try self.input(done: ["11-04"] + Self.fiveDone.dropFirst(2)) { $0.streakWarning = time }
        #expect(later.open(first)?.body == "Legs is still to do after 4 workouts in a row")
        let over = try self.input(done: Array(Self.fiveDone.dropLast())) { $0.streakWarning = time }
        #expect(over.open(first) == nil)
        let tomorrow = try self.input(done: Self.fiveDone, now: "2026-11-14T00:30") { $0.streakWarning = time }
        #expect(tomorrow.open(first) == nil)
    }

    @Test(
        arguments: [
            // Done today: the next warning has the new length.
            (fiveDone + ["11-13"], [], ["16", "18"]),
            // Skipped today, or the last workout was missed: there is nothing to defend.
            (fiveDone, ["11-13"], []), (Array(fiveDone.dropLast()), [], []),
            // Two workouts are no streak, but they become one.
            (["11-09", "11-11"], [], ["16", "18"]),
        ] as [([String], [String], [String])]
    )
    func onlyStreaksAreDefended(done: [String], skipped: [String], days: [String]) throws {
        let time = try TimeOfDay(parsing: "19:00")
        let input = try input(done: done, skipped: skipped) { $0.streakWarning = time }
        let planned = Plan(input).notifications.filter { $0.category == .streakWarning }
        #expect(planned.map { "\($0.date)".suffix(2).description } == days)
    }

    @Test func warningsFollowTheSettings() throws {
        func count(_ change: (inout Settings) -> Void) throws -> Int {
            Plan(try input(done: Self.fiveDone, change)).notifications.count { $0.category == .streakWarning }
        }
        let evening = try TimeOfDay(parsing: "19:00")
        #expect(try count { _ in } == 0)
        #expect(try count { $0.streakWarning = evening } == 3)
        // The reminder itself comes at that time or later.
        #expect(
            try count {
                $0.streakWarning = evening
                $0.time = evening
            } == 0
        )
        #expect(
            try count {
                $0.streakWarning = evening
                $0.isEnabled = false
            } == 0
        )
        #expect(
            try count {
                $0.streakWarning = evening
                $0.quietHours = QuietHours(
                    from: TimeOfDay(secondsFromMidnight: 18 * 3600),
                    to: .midnight,
                    policy: .silence
                )
            } == 0
        )
    }

    @Test func aMilestoneIsReportedWhenItIsReached() throws {
        let input = try input(done: Self.fiveDone + ["11-13"], answeredAt: ["11-13": "11-13T11:30"]) {
            $0.milestones = [6, 30]
        }
        #expect(
            lines(input, .milestone) == ["milestone/2026-11-02/ppl/6 2026-11-13T11:30: 6 workouts in a row; ppl"]
        )
    }

    @Test(
        arguments: [
            // Not reached; reached by an earlier workout, which was answered long ago.
            (fiveDone, ["11-11": "11-13T11:00"], [6], []), (fiveDone, ["11-11": "11-13T11:00"], [4], []),
            // An answer that is late itself.
            (fiveDone, ["11-11": "11-13T11:00"], [5], ["5"]),
            // The streak is over.
            (["11-02", "11-04", "11-06"], ["11-06": "11-13T11:00"], [3], []),
            // Two answers at once pass two milestones; each is reported.
            (fiveDone, ["11-09": "11-13T11:00", "11-11": "11-13T11:00"], [4, 5], ["4", "5"]),
            // A workout that is answered late joins two streaks and passes both milestones: the higher one is reported.
            (fiveDone, ["11-06": "11-13T11:00"], [3, 4], ["4"]),
            // Beyond the grace period.
            (fiveDone, ["11-11": "11-13T07:00"], [5], []),
        ] as [([String], [String: String], [Int], [String])]
    )
    func milestonesArePassed(done: [String], answeredAt: [String: String], milestones: [Int], reached: [String]) throws
    {
        let input = try input(done: done, answeredAt: answeredAt) { $0.milestones = milestones }
        let planned = Plan(input).notifications.filter { $0.category == .milestone }
        #expect(planned.map { $0.id.rawValue.split(separator: "/").last.map(String.init) } == reached)
    }

    /// News wait for the end of quiet hours, even if that is on the next day.
    @Test func quietHoursHoldNews() throws {
        let quiet = QuietHours(
            from: TimeOfDay(secondsFromMidnight: 22 * 3600),
            to: TimeOfDay(secondsFromMidnight: 7 * 3600)
        )
        let input = try input(
            done: Self.fiveDone + ["11-13"],
            answeredAt: ["11-13": "11-13T22:30"],
            now: "2026-11-13T22:30"
        ) {
            $0.milestones = [6]
            $0.quietHours = quiet
        }
        #expect(
            lines(input, .milestone).map { $0.split(separator: ":")[0] } == ["milestone/2026-11-02/ppl/6 2026-11-14T07"]
        )
    }

    @Test(arguments: [
        ("summary: on", "sunday 18:00"), ("summary: off", "nil"), ("summary: {on: sat}", "saturday 18:00"),
        ("summary: {on: mon, at: \"08:00\"}", "monday 08:00"), ("summary: {at: \"21:00\"}", "sunday 21:00"),
        ("summary: {}", "sunday 18:00"),
    ])
    func summariesAreScheduled(text: String, expected: String) throws {
        let settings = try #require(SettingsReader.read(SourceText(path: "settings.yaml", text: text)).settings)
        #expect((settings.summary.map { "\($0.weekday.name) \($0.time)" } ?? "nil") == expected)
    }

    @Test(arguments: [
        ("milestones: on", [7, 30, 100, 365]), ("milestones: off", []), ("milestones: [30, 7, 30]", [7, 30]),
        ("milestones: 50", [50]), ("milestones: []", []),
    ])
    func milestonesAreChosen(text: String, expected: [Int]) throws {
        let settings = try #require(SettingsReader.read(SourceText(path: "settings.yaml", text: text)).settings)
        #expect(settings.milestones == expected)
    }

    @Test(arguments: [
        ("summary: often", "settings.yaml:1:10", "expected: on or off"),
        ("summary: {on: mon-fri}", "settings.yaml:1:15", "not a single weekday"),
        ("summary: {on: someday}", "settings.yaml:1:15", "someday"),
        ("summary: {at: noonish}", "settings.yaml:1:15", "noonish"),
        ("summary: {when: sun}", "settings.yaml:1:11", "when"), ("milestones: [1]", "settings.yaml:1:14", "2 to 10000"),
        ("milestones: [many]", "settings.yaml:1:14", "many"),
        ("milestones: always", "settings.yaml:1:13", "expected: on or off"),
        ("streak-warning: 25:00", "settings.yaml:1:17", "25:00"),
        ("records: sometimes", "settings.yaml:1:10", "sometimes"),
    ])
    func wrongSettingsAreReported(text: String, place: String, expected: String) {
        let source = SourceText(path: "settings.yaml", text: text)
        let reading = SettingsReader.read(source)
        let message = reading.renderer(of: source, colored: false).render(reading.diagnostics)
        #expect(reading.settings == nil)
        #expect(message.contains(place) && message.contains(expected), "\(message)")
    }
}
