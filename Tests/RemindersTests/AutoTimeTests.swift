import CivilTime
import Planning
import Reminders
import TestSupport
import Testing
import Training
import YAMLSource

/// A time that follows the workouts.
@Suite struct AutoTimeTests {
    private static func auto(_ from: String, _ to: String, start: String? = nil) throws -> AutoTime {
        try #require(AutoTime(from: time(from), to: time(to), start: start.map { try time($0) }))
    }

    private static func starts(_ minute: Int, count: Int = 8) throws -> [WorkoutStart] {
        let monday = try date("2026-11-23")
        return (0..<count).map { _ in WorkoutStart(date: monday, minute: minute) }
    }

    @Test(arguments: [
        ("time: {auto: 06:00-09:00}", "06:00-09:00 from 07:30"),
        ("time: {auto: \"06:00-09:00\", start: \"06:20\"}", "06:00-09:00 from 06:20"),
        ("time:\n  auto: 06:00-06:25\n", "06:00-06:25 from 06:10"),
        ("time: {auto: 06:02-06:12}", "06:02-06:12 from 06:05"),
        ("time: {auto: 6:03-6:13, start: 6:13}", "06:03-06:13 from 06:13"), ("time: 07:40", "fixed 07:40"),
    ])
    func theSettingIsRead(text: String, expected: String) throws {
        let settings = try #require(SettingsReader.read(SourceText(path: "s", text: text)).settings)
        #expect((settings.autoTime.map { "\($0) from \($0.first)" } ?? "fixed \(settings.time)") == expected)
    }

    @Test(arguments: [
        ("time: auto", "settings.yaml:1:7", "expected: {auto: \"06:00-09:00\"}"),
        ("time: {auto: 09:00-06:00}", "settings.yaml:1:14", "within one day, such as 06:00-09:00"),
        ("time: {auto: 09:00-09:05}", "settings.yaml:1:14", "at least 10 minutes"),
        ("time: {auto: 09:00}", "settings.yaml:1:14", "expected: 06:00-09:00"),
        ("time: {auto: 06:00-25:00}", "settings.yaml:1:14", "25:00"),
        ("time: {auto: on}", "settings.yaml:1:14", "06:00-09:00"),
        ("time: {start: 07:00}", "settings.yaml:1:7", "auto"),
        ("time: {auto: 06:00-09:00, between: 1}", "settings.yaml:1:27", "between"),
        ("time: {auto: 06:00-09:00, start: 10:00}", "settings.yaml:1:34", "expected: a time from 06:00 to 09:00"),
        ("time: [07:00]", "settings.yaml:1:7", "time"),
    ])
    func mistakesAreReported(text: String, place: String, expected: String) {
        let source = SourceText(path: "settings.yaml", text: text)
        let reading = SettingsReader.read(source)
        let message = reading.renderer(of: source, colored: false).render(reading.diagnostics)
        #expect(reading.settings == nil && message.contains(place) && message.contains(expected), "\(message)")
    }

    @Test func theSettingIsWrittenAndReplaced() throws {
        let auto = try Self.auto("06:00", "09:00")
        var source = SourceText(path: "s", text: "time: 07:30  # early\ndays: all\n")
        for (change, line) in [
            (
                SettingsChange.autoTime(auto.starting(at: try time("07:30"))),
                "time: {auto: \"06:00-09:00\", start: \"07:30\"}"
            ),
            (.autoTime(auto), "time: {auto: \"06:00-09:00\"}"), (.time(try time("08:00")), "time: \"08:00\""),
        ] {
            source = try SettingsEditor.apply([change], to: source)
            let text = String(decoding: source.bytes, as: UTF8.self)
            #expect(text.hasPrefix(line) && text.hasSuffix("days: all\n"), "\(text)")
        }
    }

    /// Where the starts are, and the move from the present time.
    @Test(arguments: [
        ("08:10", "07:30 07:40"), ("08:09", "07:30 none"), ("08:05", "07:30 none"), ("07:50", "07:30 07:20"),
        ("18:00", "07:30 07:40"),
        ("18:00", "08:55 none"), ("18:00", "08:50 09:00"), ("18:00", "08:51 none"), ("23:50", "07:30 07:20"),
        ("23:50", "06:05 none"),
    ])
    func stepsAreSmall(start: String, move: String) throws {
        let times = move.split(separator: " ").map(String.init)
        let auto = try Self.auto("06:00", "09:00", start: times[0])
        let suggestion = TimeSuggestion(try Self.starts(time(start).secondsFromMidnight / 60))
        let next = auto.move(on: try date("2026-11-23"), after: [], to: suggestion)
        #expect((next.map { "\($0.to)" } ?? "none") == times[1] && (next.map { "\($0.from)" } ?? times[0]) == times[0])
    }

    @Test func withoutEnoughDataNothingMoves() throws {
        let auto = try Self.auto("06:00", "09:00")
        for starts in [try Self.starts(600, count: 7), try Self.starts(300, count: 4) + Self.starts(900, count: 4)] {
            #expect(auto.move(on: try date("2026-11-23"), after: [], to: TimeSuggestion(starts)) == nil)
        }
    }

    /// Random habits, ranges and histories: the time stays in its range, moves by one step, and settles near a stable habit.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func theTimeConverges(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func clock(_ minute: Int) -> TimeOfDay { TimeOfDay(secondsFromMidnight: minute * 60) }
        let from = Int.random(in: 0...1400, using: &random)
        let to = Int.random(in: from + 10...1439, using: &random)
        let start = Bool.random(using: &random) ? clock(Int.random(in: from...to, using: &random)) : nil
        let auto = try #require(AutoTime(from: clock(from), to: clock(to), start: start))
        let habit = Int.random(in: 30..<1440, using: &random)
        let noise = Int.random(in: 0...50, using: &random)
        let monday = try date("2026-01-05")
        var moves: [TimeMove] = []
        var isSettled = false
        for week in 0..<160 {
            let day = monday.adding(days: 7 * week)
            // A few workouts at any time do not matter.
            let starts = (0..<20).map { number in
                let minute =
                    number < 17
                    ? habit + Int.random(in: 0...noise, using: &random) : Int.random(in: 0..<1440, using: &random)
                return WorkoutStart(date: day, minute: minute)
            }
            let suggestion = TimeSuggestion(starts)
            let before = auto.time(on: day, moves)
            #expect(auto.contains(before))
            guard let move = auto.move(on: day, after: moves, to: suggestion) else {
                isSettled = true
                let wanted = try #require(suggestion.time)
                if auto.contains(wanted) {
                    #expect(abs(wanted.secondsFromMidnight - before.secondsFromMidnight) < AutoTime.step)
                } else {
                    #expect(
                        [auto.from, auto.to].contains { abs($0.secondsFromMidnight - before.secondsFromMidnight) < 600 }
                    )
                }
                continue
            }
            #expect(move.from == before && auto.contains(move.to))
            #expect(abs(move.to.secondsFromMidnight - move.from.secondsFromMidnight) == AutoTime.step)
            moves.append(move)
            #expect(auto.time(on: day.adding(days: -1), moves) == before && auto.time(on: day, moves) == move.to)
        }
        #expect(isSettled)
    }

    /// A plan has the time of each date, and the first workout's reminder reports a move.
    @Test func thePlanFollowsTheMoves() throws {
        let window = try #require(StartWindow(from: time("08:10"), to: time("08:40"), count: 12, total: 14))
        let moves = [
            TimeMove(on: try date("2026-11-24"), from: try time("07:30"), to: try time("07:40"), window: window),
            TimeMove(on: try date("2027-05-01"), from: try time("07:40"), to: try time("08:50"), window: window),
        ]
        let auto = try Self.auto("06:00", "09:00")
        let plain = try input([program()], settings: settings { $0.autoTime = auto }, now: "2026-11-23T05:00")
        let moved = PlanInput(
            programs: plain.programs,
            settings: plain.settings,
            zone: plain.zone,
            now: plain.now,
            timeMoves: moves
        )
        let note = "Reminders now come at 07:40, 10 min later: 12 of 14 workouts began between 08:10 and 08:40."
        let notifications = Plan(moved).notifications
        #expect(
            notifications.map { "\($0.id) \($0.fireAt)" } == [
                "workout/2026-11-23/0730 2026-11-23T07:30", "workout/2026-11-25/0740 2026-11-25T07:40",
                "workout/2026-11-27/0740 2026-11-27T07:40",
            ]
        )
        #expect(notifications.map { $0.body.hasSuffix(note) } == [false, true, false])
        #expect(Plan(plain).notifications.allSatisfy { $0.id.rawValue.hasSuffix("/0730") })
        let events = moved.events(moved.today..<moved.today.adding(days: 5))
        #expect(events.map { "\($0.start.map { "\($0.time)" } ?? "-")" } == ["07:30", "07:40", "07:40"])
        #expect(!events.contains { $0.body.contains("Reminders now") })
        // A program with its own time does not follow.
        let own = ActiveProgram(
            program: try program(),
            start: moved.programs[0].start,
            trainingDays: .all,
            completions: [],
            time: try time("10:00")
        )
        let other = PlanInput(
            programs: [own],
            settings: plain.settings,
            zone: plain.zone,
            now: plain.now,
            timeMoves: moves
        )
        #expect(
            Plan(other).notifications.allSatisfy { $0.fireAt.time.hour == 10 && !$0.body.contains("Reminders now") }
        )
    }
}
