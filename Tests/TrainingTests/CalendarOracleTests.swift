import CivilTime
import Foundation
import TestSupport
import Testing
import Training

/// Compares the calendar with a naive model of the program guide's rules, on random programs.
///
/// `ANTRAIN_SEEDS=100000` checks more programs than the default.
@Suite struct CalendarOracleTests {
    private static let names = ["a", "b", "c", "d", "e"]
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    /// How many of the first days the unstretched examples cover.
    private static let count = 63

    private var seeds: UInt64 {
        ProcessInfo.processInfo.environment["ANTRAIN_SEEDS"].flatMap { UInt64($0) } ?? 600
    }

    @Test func randomProgramsFollowTheGuide() throws {
        for seed in 0..<seeds {
            let (model, text, start) = example(seed)
            let calendar = try calendar(model, text, start)
            let days = calendar.days(start..<start.adding(days: Self.count)).map(word)
            guard isSame(days, model.words(Self.count), "seed \(seed)", model, text, start) else { return }
        }
        SoakFigures.add("random programs", Int(clamping: seeds))
    }

    /// Single dates, each computed by itself.
    @Test func farDatesFollowTheGuide() throws {
        let stretch = 7
        for seed in 0..<seeds / 12 {
            let (model, text, start) = example(seed, stretch)
            let calendar = try calendar(model, text, start)
            let days = (0..<Self.count * stretch).map { word(calendar.day(on: start.adding(days: $0))) }
            guard isSame(days, model.words(days.count), "stretched seed \(seed)", model, text, start) else { return }
        }
    }

    private func calendar(_ model: NaiveCalendar, _ text: String, _ start: CivilDate) throws -> TrainingCalendar {
        TrainingCalendar(
            program: try program(text),
            start: start,
            trainingDays: .all,
            completions: model.done.sorted().map { Completion(date: start.adding(days: $0), dayID: "") },
            skipped: Set(model.skipped.map { start.adding(days: $0) }),
            exceptions: model.jumps.map { jump in
                let place = ProgramPlace(week: jump.week, position: model.position(of: jump))
                return .jump(on: start.adding(days: jump.on), to: place)
            },
            today: start.adding(days: model.today)
        )
    }

    private func word(_ day: ScheduledDay) -> String {
        switch day.kind {
        case .workout(let one): "\(Self.names.firstIndex(of: one.dayID) ?? -9)w\(one.week.number)"
        case .rest: "-"
        case .paused: "p"
        case .taken: "taken"
        case .notStarted: "."
        case .ended: "x"
        }
    }

    private func isSame(
        _ days: [String],
        _ expected: [String],
        _ example: String,
        _ model: NaiveCalendar,
        _ text: String,
        _ start: CivilDate
    ) -> Bool {
        guard days != expected else { return true }
        let place = zip(days, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
        Issue.record(
            """
            \(example), day \(place) (\(start.adding(days: place))), today \(model.today)
            calendar: \(days.joined(separator: " "))
            model:    \(expected.joined(separator: " "))
            jumps \(model.jumps), done \(model.done.sorted()), skipped \(model.skipped.sorted()), start \(start)
            \(text)
            """
        )
        return false
    }

    // MARK: Random programs

    /// - Parameter stretch: the factor between the example's dates; answers are then in a few weeks only.
    private func example(_ seed: UInt64, _ stretch: Int = 1) -> (NaiveCalendar, String, CivilDate) {
        var random = SplitMix64(seed: seed &* 7919 &+ 1)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
        // 2026-11-23 is a Monday.
        let firstWeekday = number(0...6)
        let start = CivilDate(dayNumber: 20_780).adding(days: firstWeekday)
        var policy = [NaiveCalendar.Policy.skip, .shift, .repeat, .onCompletion][number(0...3)]
        var schedule = ""
        let mode: NaiveCalendar.Mode
        let kind = policy == .onCompletion ? 2 : number(0...2)
        switch kind {
        case 0:
            var week: [Int: Int] = [:]
            for weekday in 0..<7 where chance(50) { week[weekday] = number(0...4) }
            if week.isEmpty { week[2] = 0 }
            mode = .weekdays(week)
            schedule = "  mode: weekdays\n"
            for (weekday, day) in week { schedule += "  \(Self.weekdays[weekday]): \(Self.names[day])\n" }
        case 1:
            var cycle = (0..<number(1...6)).map { _ in chance(65) ? number(0...4) : nil }
            if !cycle.contains(where: { $0 != nil }) { cycle[0] = 0 }
            mode = .cycle(cycle)
            let words = cycle.map { $0.map { Self.names[$0] } ?? "rest" }
            schedule = "  mode: cycle\n  cycle: [\(words.joined(separator: ", "))]\n"
        default:
            let days = (0..<number(1...5)).map { _ in number(0...4) }
            var on = (0..<7).filter { _ in chance(60) }
            if on.isEmpty { on = [0, 3] }
            let between = chance(40) ? number(1...3) : 0
            mode = .rotation(days, on: on, between: between)
            schedule =
                "  mode: rotation\n  rotation: [\(days.map { Self.names[$0] }.joined(separator: ", "))]\n"
                + "  on: [\(on.map { Self.weekdays[$0] }.joined(separator: ", "))]\n  rest-days-between: \(between)\n"
        }
        switch policy {
        case .skip: schedule += "  on-missed: skip\n"
        case .shift: schedule += "  on-missed: shift\n"
        case .repeat: schedule += "  on-missed: repeat\n"
        case .onCompletion: schedule += "  advance: on-completion\n"
        }
        if policy == .onCompletion, kind != 2 { policy = .skip }
        var length = NaiveCalendar.Length.endless
        switch number(0...5) {
        case 0:
            let weeks = min(5000, number(1...6) * stretch)
            length = .weeks(weeks)
            schedule += "  length: \(weeks) weeks\n"
        case 1:
            let workouts = min(5000, number(1...20) * stretch)
            length = .workouts(workouts)
            schedule += "  length: \(workouts) workouts\n"
        case 2:
            let last = number(5...60) * stretch
            length = .until(last)
            schedule += "  length: until \(start.adding(days: last))\n"
        default: break
        }
        let used = Set(usedDays(mode))
        var swaps: [[Int: Int]] = []
        if chance(60) {
            for _ in 0..<number(1...3) {
                var swap: [Int: Int] = [:]
                for day in used where chance(30) { swap[day] = chance(60) ? -1 : number(0...4) }
                swaps.append(swap.filter { $0.key != $0.value })
            }
        }
        var pauses: [ClosedRange<Int>] = []
        for _ in 0..<number(0...2) {
            let first = number(0...45) * stretch
            pauses.append(first...first + number(0...15))
        }
        var moves: [(from: Int, to: Int)] = []
        for _ in 0..<number(0...4) {
            let from = number(0...45) * stretch
            let to =
                chance(70)
                ? max(0, from + number(-3...3)) : min(max(number(0...55) * stretch, from - 3650), from + 3650)
            guard from != to,
                !moves.contains(where: { [$0.from, $0.to].contains(from) || [$0.from, $0.to].contains(to) })
            else { continue }
            moves.append((from, to))
        }
        let today = number(0...60) * stretch
        let habit = [0, 30, 70, 95][number(0...3)]
        let since = chance(30) ? number(0...today) : 0
        let weeks = Set(stretch == 1 ? [] : (0..<number(1...4)).map { _ in number(0...(today + 5) / 7) })
        func isAnswered(_ day: Int) -> Bool { stretch == 1 || weeks.contains(day / 7) }
        var model = NaiveCalendar(
            mode: mode,
            policy: policy,
            length: length,
            firstWeekday: firstWeekday,
            swaps: swaps,
            pauses: pauses,
            moves: moves,
            done: Set((since...max(since, today)).filter { isAnswered($0) && chance(habit) }),
            skipped: Set((since...today + 5).filter { isAnswered($0) && habit > 0 && chance(8) }),
            today: today
        )
        if chance(40) { model.optional = Set((0..<Self.names.count).filter { _ in chance(35) }) }
        if chance(40) {
            let days = Set((0..<number(1...2)).map { _ in number(0...50) * stretch })
            model.jumps = days.sorted().map { day in
                (on: day, week: number(1...6), day: chance(40) ? number(0...4) : nil)
            }
        }
        return (model, text(schedule, model, start), start)
    }

    private func usedDays(_ mode: NaiveCalendar.Mode) -> [Int] {
        switch mode {
        case .weekdays(let week): Array(week.values)
        case .cycle(let cycle): cycle.compactMap { $0 }
        case .rotation(let days, _, _): days
        }
    }

    private func text(
        _ schedule: String,
        _ model: NaiveCalendar,
        _ start: CivilDate
    ) -> String {
        let (swaps, pauses, moves) = (model.swaps, model.pauses, model.moves)
        var top = ""
        if !swaps.isEmpty {
            let weeks = swaps.map { swap in
                let pairs = swap.sorted { $0.key < $1.key }.map {
                    "\(Self.names[$0.key]): \($0.value < 0 ? "rest" : Self.names[$0.value])"
                }
                return pairs.isEmpty ? "{name: W}" : "{swap: {\(pairs.joined(separator: ", "))}}"
            }
            top += "weeks: [\(weeks.joined(separator: ", "))]\n"
        }
        let exceptions =
            pauses.map {
                "{pause: \(start.adding(days: $0.lowerBound)), until: \(start.adding(days: $0.upperBound))}"
            } + moves.map { "{move: \(start.adding(days: $0.from)), to: \(start.adding(days: $0.to))}" }
        if !exceptions.isEmpty { top += "exceptions: [\(exceptions.joined(separator: ", "))]\n" }
        let days = Self.names.enumerated().map { index, name in
            let optional = model.optional.contains(index) ? "optional: yes, " : ""
            return "  \(name): {\(optional)exercises: [{exercise: A, sets: 5}]}\n"
        }.joined()
        return programText(top: top, days: days, schedule: schedule)
    }
}
