import Foundation
import TestSupport

/// A simulated life with the real antrain and the model side by side.
struct AnswerLife {
    struct Problem {
        let text: String
        /// The steps until the problem.
        let steps: Int
        /// What a person would type to reproduce it.
        let story: [String]
    }

    private static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland", "UTC",
    ]
    /// Weeks around clock changes: spring in Berlin, autumn in Berlin and New York, and a quiet time.
    private static let starts = [
        ModelDay(2027, 3, 18), ModelDay(2026, 10, 12), ModelDay(2026, 11, 22), ModelDay(2026, 12, 21),
    ]

    private let home: Home
    private var model: AnswerModel
    private var isTriggered = true
    private var story: [String] = []
    private var problem: String?

    init(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let zone = ModelZone(Self.zones.pick(&random))
        let start = Self.starts.pick(&random)
        model = AnswerModel(now: zone.instant(start, 20 * 60), zone: zone)
        home = try Home()
        setClock()
        for program in ModelProgram.allCases { try home.folder.write(program.file, program.text) }
        try type(["settings", "--time", "09:00", "--channels", "log"])
        model.record(.setUp)
        try run(.activate(ModelProgram.allCases.pick(&random)))
    }

    /// Takes the steps until the first problem.
    mutating func live(_ steps: [AnswerStep]) throws -> Problem? {
        for (index, step) in steps.enumerated() {
            var random = SplitMix64(seed: step.seed)
            try take(step.kind, &random)
            if problem == nil { try compare(why: model.today.advanced(by: Int.random(in: -6...6, using: &random))) }
            if let problem {
                let (day, minute) = model.zone.local(model.now)
                return Problem(
                    text: "at \(day)T\(clockText(minute)) in \(model.zone.name): \(problem)",
                    steps: index + 1,
                    story: story
                )
            }
        }
        return nil
    }

    private mutating func take(_ kind: AnswerStep.Kind, _ random: inout SplitMix64) throws {
        switch kind {
        case .pass: try pass(to: laterInstant(&random))
        case .switchTrigger:
            isTriggered.toggle()
            if isTriggered { try trigger() }
        case .fly:
            // What a flight means for a snooze, and for a reminder that is repeated in a zone farther west, is not modelled.
            let (later, zone) = (model.now + 9 * 3600, ModelZone(Self.zones.pick(&random)))
            if isSnoozed || model.history.keys.contains(where: { zone.instant($0.day, $0.minute) > later }) { return }
            advance(to: later, zone)
            try trigger()
        case .command:
            let day = model.today.advanced(by: Int.random(in: -3...3, using: &random))
            // Whether `undo` brings back a reminder that was due and not yet sent is not modelled.
            if !model.due.isEmpty { try trigger() }
            if Int.random(in: 0..<5, using: &random) == 0 {
                try runAndUndo(randomArguments(&random), why: day)
            } else if let command = randomCommand(&random) {
                try run(command, isUndone: Int.random(in: 0..<3, using: &random) == 0, why: day)
            }
        case .undo:
            let number = Bool.random(using: &random) ? model.undoableNumbers.randomElement(using: &random) : nil
            if number == nil, model.undoableNumbers.last != 1 { return }
            // Which reminders whose time has passed come back with it is not modelled.
            let passed = model.wantedLate
            var next = model
            _ = next.run(.undo(number))
            if isSnoozed, next.facts.time != model.facts.time { return }
            if next.wantedLate.isSubset(of: passed) { try run(.undo(number)) }
        }
    }

    // MARK: The clock

    private mutating func setClock() {
        home.zone = model.zone.name
        let utc = ModelDay(number: model.now / 86400)
        home.now = "\(utc)T\(clockText(model.now % 86400 / 60)):00Z"
    }

    private mutating func advance(to instant: Int, _ zone: ModelZone) {
        model.pass(to: instant, zone: zone)
        setClock()
    }

    private func laterInstant(_ random: inout SplitMix64) -> Int {
        let tomorrow = model.today.advanced(by: 1)
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return model.now + Int.random(in: 1...50, using: &random) * 60
        case 2, 3: return model.now + Int.random(in: 1...5, using: &random) * 3600
        case 4: return model.ahead.first.map(model.instant) ?? model.now + 60
        case 5, 6: return max(model.now, model.zone.instant(tomorrow, Int.random(in: 0..<4 * 60, using: &random)))
        case 7, 8: return max(model.now, model.zone.instant(tomorrow, Int.random(in: 6 * 60..<23 * 60, using: &random)))
        default: return model.now + Int.random(in: 1...9, using: &random) * 86400
        }
    }

    /// Lets the clock run; if something runs antrain, each reminder is sent at its time.
    private mutating func pass(to later: Int) throws {
        while isTriggered, let next = model.ahead.first.map(model.instant), next <= later {
            advance(to: next, model.zone)
            try trigger()
        }
        advance(to: later, model.zone)
        if isTriggered { try trigger() }
    }

    private mutating func trigger() throws {
        model.trigger()
        try type(["schedule-next"])
    }

    // MARK: Commands

    @discardableResult
    private mutating func type(_ arguments: [String]) throws -> Int32 {
        let finished = try home.antrain(arguments: arguments)
        let (day, minute) = model.zone.local(model.now)
        let place = "\(day)T\(clockText(minute)) in \(home.zone)"
        let said = (finished.output + finished.errors).split(separator: "\n").first.map { "  → \($0)" } ?? ""
        story.append(
            "\(place)  antrain \(arguments.joined(separator: " "))"
                + (finished.status == 0 ? "" : "  exit \(finished.status)") + said
        )
        return finished.status
    }

    /// Runs a command; then undoes it and brings it back, if so chosen. Every view must be as before.
    private mutating func run(_ command: ModelCommand, isUndone: Bool, why day: ModelDay) throws {
        let isUndone = isUndone && model.isPlanCurrent
        let before = isUndone ? try values(why: day) : []
        let count = model.changes.count
        try run(command)
        guard isUndone, problem == nil, model.changes.count > count else { return }
        let after = try values(why: day)
        try run(.undo(nil))
        complain("'\(command.text)' and 'undo'", before, try values(why: day))
        try run(.redo)
        complain("'\(command.text)', 'undo' and 'redo'", after, try values(why: day))
    }

    /// Runs a command that the model does not know. Every view must be as before after `undo`, and as it was after `redo`.
    private mutating func runAndUndo(_ arguments: [String], why day: ModelDay) throws {
        guard model.isPlanCurrent else { return }
        let text = arguments.joined(separator: " ")
        let before = try values(why: day)
        guard try type(arguments) == 0 else { return complain("the refused '\(text)'", before, try values(why: day)) }
        let after = try values(why: day)
        if before == after { return }
        try type(["undo"])
        complain("'\(text)' and 'undo'", before, try values(why: day))
        try type(["redo"])
        complain("'\(text)', 'undo' and 'redo'", after, try values(why: day))
        try type(["undo"])
        complain("'\(text)' undone twice", before, try values(why: day))
    }

    private func randomArguments(_ random: inout SplitMix64) -> [String] {
        let today = model.today
        let exercise = ["squat", "deadlift", "bench-press", "overhead-press"].pick(&random)
        let line = [
            "snooze --for \(Int.random(in: 1...90, using: &random))m",
            "log \(exercise) 5,5,\(Int.random(in: 3...6, using: &random))",
            "log \(exercise) 3x5@50kg --date \(today.advanced(by: -1))", "measure weight 80kg",
            "program load \(exercise) 50kg",
            "program max set \(exercise) 100kg", "reminder add Water --at 18:00 --repeat daily",
            "reminder preset add hydration --yes",
            "move \(today.advanced(by: 1)) \(today.advanced(by: 2))", "done --missed \(exercise)",
            "skip \(ModelDay.weekdays.pick(&random))", "start \(ModelDay.weekdays.pick(&random))",
            "move \(ModelDay.weekdays.pick(&random)) \(ModelDay.weekdays.pick(&random))",
            "snooze \(ModelDay.weekdays.pick(&random))", "snooze --all", "skip --all", "done --all",
        ].pick(&random)
        return line.split(separator: " ").map(String.init)
    }

    private func values(why day: ModelDay) throws -> Set<String> {
        AnswerViews.values(try AnswerViews(home: home).objects(why: day))
    }

    private mutating func complain(_ text: String, _ before: Set<String>, _ after: Set<String>) {
        if problem != nil || before == after { return }
        let lines = before.subtracting(after).map { "\($0) (before)" } + after.subtracting(before).map { "\($0) (now)" }
        problem = "\(text) change\n  " + lines.sorted().prefix(20).joined(separator: "\n  ")
    }

    private mutating func run(_ command: ModelCommand) throws {
        let expected = model.run(command)
        let status = try type(command.arguments)
        switch expected {
        case .changes where status != 0: problem = "'\(command.text)' failed"
        case .nothing where status == 0: model.plan()
        case .refused where status == 0: problem = "'\(command.text)' was not refused"
        default: break
        }
    }

    private func randomCommand(_ random: inout SplitMix64) -> ModelCommand? {
        let (today, facts) = (model.today, model.facts)
        switch Int.random(in: 0..<18, using: &random) {
        case 0..<10:
            let target = randomTarget(&random)
            if case .date = target {} else if model.minute < 4 * 60 { return nil }
            return .answer([ModelAnswer.done, .skipped].pick(&random), target)
        case 10, 11:
            let minute = [6 * 60, 7 * 60 + 30, 9 * 60, 12 * 60, 19 * 60, 22 * 60].pick(&random)
            return isSnoozed || minute == model.minute ? nil : .time(minute)
        case 12:
            // A pause of a date that has an answer or a moved workout is not modelled.
            let until = today.advanced(by: Int.random(in: 0...5, using: &random))
            let isFixed = facts.answers.keys.contains { $0.day >= today }
            return isFixed || facts.moves.contains { max($0.from, $0.to) >= today } ? nil : .pause(until: until)
        case 13: return .resume
        case 14: return model.pending.isEmpty ? nil : .cancel(model.pending.pick(&random))
        case 15: return randomMove(&random)
        default:
            // A snooze needs a reminder; that of a reminder with an earlier time is not modelled.
            let planned = ModelReminder(day: today, minute: facts.time)
            let isKnown = model.history[planned] == .delivered || model.ahead.contains(planned)
            let isMoved = model.history.contains { $0.key.day == today && $0.key.minute != facts.time }
            if !isKnown || isMoved || model.minute < 4 * 60 { return nil }
            return .snooze(minutes: Int.random(in: 1...120, using: &random))
        }
    }

    /// Whether a snoozed reminder is not yet sent. What a flight or another time means for it is not modelled.
    private var isSnoozed: Bool {
        (Array(model.due) + model.ahead).contains { $0.snooze != nil }
    }

    /// A move of a workout that is ahead. What a move means together with a later pause, or for a program that waits, is not modelled.
    private func randomMove(_ random: inout SplitMix64) -> ModelCommand? {
        let (today, facts) = (model.today, model.facts)
        let ahead = model.workouts(today...today.advanced(by: 6)).map(\.key)
        guard !facts.pauses.contains(where: { $0.upperBound >= today }),
            let key = ahead.filter({ $0.program != .waits && facts.answers[$0] == nil }).randomElement(using: &random)
        else { return nil }
        let other = today.advanced(by: Int.random(in: 0...6, using: &random))
        if other == key.day || facts.answers[ModelKey(program: key.program, day: other)] != nil { return nil }
        return .move(key.program, key.day, other)
    }

    private func randomTarget(_ random: inout SplitMix64) -> ModelCommand.Target {
        let today = model.today
        return switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: .none
        case 2: .program(model.facts.active.first?.program ?? .fixed)
        default: .date(today.advanced(by: Int.random(in: -5...0, using: &random)))
        }
    }

    // MARK: Comparison

    private mutating func compare(why day: ModelDay) throws {
        let actual = AnswerViews.lines(try AnswerViews(home: home).objects(why: day))
        for (view, lines) in model.views(why: day).sorted(by: { $0.key < $1.key }) {
            let found = actual[view] ?? []
            if found == lines { continue }
            problem = (problem.map { $0 + "\n" } ?? "") + Self.difference(view, model: lines, antrain: found)
        }
    }

    private static func difference(_ view: String, model: [String], antrain: [String]) -> String {
        "'\(view)' differs\n"
            + model.filter { !antrain.contains($0) }.map { "  model:   \($0)\n" }.joined()
            + antrain.filter { !model.contains($0) }.map { "  antrain: \($0)\n" }.joined()
            + (Set(model) == Set(antrain) ? "  other order: model \(model), antrain \(antrain)\n" : "")
    }
}

extension Array {
    func pick(_ random: inout SplitMix64) -> Element { self[Int.random(in: 0..<count, using: &random)] }
}
