/// A command of the user.
enum ModelCommand {
    /// Which workouts an answer is about.
    enum Target {
        case none
        case program(ModelProgram)
        case date(ModelDay)

        var arguments: [String] {
            switch self {
            case .none: []
            case .program(let program): ["--program", program.rawValue]
            case .date(let day): ["--date", "\(day)"]
            }
        }
    }

    case answer(ModelAnswer, Target)
    case snooze(minutes: Int)
    case time(Int)
    case pause(until: ModelDay)
    case resume
    case move(ModelProgram, ModelDay, ModelDay)
    case cancel(ModelReminder)
    case activate(ModelProgram)
    /// The number is that of `undo --list`.
    case undo(Int?)
    case redo

    var text: String { arguments.joined(separator: " ") }

    var arguments: [String] {
        switch self {
        case .answer(let answer, let target):
            return [answer == .done ? "done" : "skip"] + target.arguments
        case .snooze(let minutes): return ["snooze", "--for", "\(minutes)m"]
        case .time(let minute): return ["settings", "--time", clockText(minute)]
        case .pause(let until): return ["pause", "--until", "\(until)"]
        case .resume: return ["resume"]
        case .move(let program, let from, let to):
            return ["move", "\(from)", "\(to)", "--program", program.rawValue]
        case .cancel(let reminder): return ["cancel", reminder.id]
        case .activate(let program): return ["program", "activate", program.file]
        case .undo(let number): return ["undo"] + (number.map { [String($0)] } ?? [])
        case .redo: return ["redo"]
        }
    }
}

/// What a command is expected to do.
enum ModelResult: String {
    /// It succeeds and changes something.
    case changes
    /// It succeeds or fails, and changes nothing.
    case nothing
    /// It fails and changes nothing.
    case refused
}

extension AnswerModel {
    /// What a command does, and the model after it.
    mutating func run(_ command: ModelCommand) -> ModelResult {
        switch command {
        case .answer(let answer, let target): return run(answer, target)
        case .snooze(let minutes): return snooze(minutes)
        case .time(let minute):
            if facts.time == minute { return .nothing }
            record(.time(minute))
        case .pause(let until): record(.pause(until: until))
        case .resume:
            if !facts.pauses.contains(where: { $0.upperBound >= today }) { return .nothing }
            record(.resume)
        case .move(let program, let from, let to): record(.move(program, from, to))
        case .cancel(let reminder):
            if !wanted(reminder.day...reminder.day).contains(reminder) { return .nothing }
            record(.cancel(reminder.id))
        case .activate(let program): record(.activate(program))
        case .undo(let number): return undo(number)
        case .redo: return redo()
        }
        return .changes
    }

    private mutating func undo(_ number: Int?) -> ModelResult {
        let inForce = changes.indices.reversed().filter { !changes[$0].isUndone }
        guard let index = inForce.dropFirst((number ?? 1) - 1).first else { return .refused }
        // Without a terminal, a change of another day must be named.
        if number == nil, zone.local(changes[index].instant).day != today { return .refused }
        let later = changes[(index + 1)...].filter { !$0.isUndone }
        if later.contains(where: { $0.kind.depends(on: changes[index].kind) }) { return .refused }
        setUndone(index, true)
        return .changes
    }

    private mutating func redo() -> ModelResult {
        guard let index = undone.last else { return .refused }
        setUndone(index, false)
        return .changes
    }

    private mutating func run(_ answer: ModelAnswer, _ target: ModelCommand.Target) -> ModelResult {
        var day = today
        var program: ModelProgram?
        switch target {
        case .none: break
        case .program(let named): program = named
        case .date(let date): day = date
        }
        let found = workouts(day...day).map(\.key).filter { $0.program == program ?? $0.program }
        guard let key = found.first else { return .refused }
        // The last answer counts, and repeating an answer changes nothing.
        if facts.answers[key] == answer { return .nothing }
        record(.answer(answer, key))
        return .changes
    }

    /// A snooze counts from now, or from the time for which the reminder is planned; earlier snoozes do not count.
    private mutating func snooze(_ minutes: Int) -> ModelResult {
        guard let key = workouts(today...today).first?.key, facts.answers[key] == nil else { return .refused }
        let planned = ModelReminder(day: today, minute: facts.time)
        let pending = wanted(today...today).map { zone.instant($0.day, $0.minute) }.max() ?? now
        let earlier = changes.filter {
            if case .snooze(let other) = $0.kind { other.planned == planned } else { false }
        }
        let snooze = ModelReminder.Snooze(number: earlier.count + 1, instant: max(now, pending) + minutes * 60)
        record(.snooze(ModelReminder(day: today, minute: planned.minute, snooze: snooze)))
        return .changes
    }
}

extension ModelChange.Kind {
    /// Whether an earlier change cannot be undone alone.
    func depends(on earlier: ModelChange.Kind) -> Bool {
        switch (self, earlier) {
        case (.time, .time), (.time, .setUp): true
        case (.answer(_, let key), .activate(let program)): key.program == program
        default: false
        }
    }

    /// Whether the model does not know what the later change means without the earlier one.
    func isEntangled(with earlier: ModelChange.Kind) -> Bool {
        switch (self, earlier) {
        case _ where depends(on: earlier): false
        case (_, .activate), (_, .setUp): true
        case (.time, _), (_, .time), (.cancel, .cancel), (.cancel, .answer), (.answer, .cancel): false
        case (.answer(_, let key), .answer(_, let other)): key.program == .waits || key == other
        default: true
        }
    }
}
