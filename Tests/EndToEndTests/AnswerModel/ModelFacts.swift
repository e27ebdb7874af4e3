/// What a person said about a workout.
enum ModelAnswer: String {
    case done, skipped
}

/// A workout of a program on a date.
struct ModelKey: Hashable {
    let program: ModelProgram
    let day: ModelDay
}

/// One change that a command made, as `undo` sees it.
struct ModelChange {
    enum Kind {
        /// The first settings.
        case setUp
        case activate(ModelProgram)
        case time(Int)
        case answer(ModelAnswer, ModelKey)
        case pause(until: ModelDay)
        case resume
        case move(ModelProgram, ModelDay, ModelDay)
        case cancel(String)
        case snooze(ModelReminder)
    }

    let kind: Kind
    /// The date on which it was made, in the zone of that time.
    let day: ModelDay
    let instant: Int
    var isUndone = false
}

/// What is in force: the changes that were not undone, folded in their order.
struct ModelFacts {
    struct Activation {
        let program: ModelProgram
        let start: ModelDay
    }

    struct Move {
        let program: ModelProgram
        let from: ModelDay
        let to: ModelDay
    }

    private(set) var active: [Activation] = []
    private(set) var time = 9 * 60
    private(set) var answers: [ModelKey: ModelAnswer] = [:]
    private(set) var pauses: [ClosedRange<ModelDay>] = []
    private(set) var moves: [Move] = []
    private(set) var cancelled: Set<String> = []
    /// The last snooze of a planned reminder.
    private(set) var snoozes: [ModelReminder: ModelReminder] = [:]

    init(_ changes: [ModelChange]) {
        for change in changes where !change.isUndone { apply(change) }
    }

    private mutating func apply(_ change: ModelChange) {
        switch change.kind {
        case .activate(let program):
            active.append(Activation(program: program, start: change.day))
        case .setUp: break
        case .time(let minute): time = minute
        case .answer(let answer, let key): answers[key] = answer
        case .pause(let until): pauses.append(change.day...until)
        case .resume:
            pauses = pauses.compactMap { pause in
                if pause.upperBound < change.day { return pause }
                return pause.lowerBound < change.day ? pause.lowerBound...change.day.advanced(by: -1) : nil
            }
        case .move(let program, let from, let to): moves.append(Move(program: program, from: from, to: to))
        case .cancel(let id): cancelled.insert(id)
        case .snooze(let reminder): snoozes[reminder.planned] = reminder
        }
    }

    func isPaused(_ day: ModelDay) -> Bool { pauses.contains { $0.contains(day) } }

    /// The names of a program's workouts by date, from its start through a date.
    func plan(_ activation: Activation, today: ModelDay, through last: ModelDay) -> [ModelDay: String] {
        let (program, names) = (activation.program, activation.program.names)
        let moves = moves.filter { $0.program == program }
        let last = moves.flatMap { [$0.from, $0.to] }.reduce(last, max)
        guard activation.start <= last else { return [:] }
        var plan: [ModelDay: String] = [:]
        var turn = 0
        for day in activation.start...last {
            let answer = answers[ModelKey(program: program, day: day)]
            // A pause begins after what was already answered.
            if isPaused(day), answer == nil { continue }
            switch program {
            case .rotation:
                plan[day] = names[turn % names.count]
                turn += 1
            case .cycle:
                if turn % 7 < 6 { plan[day] = names[turn % 7] }
                turn += 1
            case .fixed:
                if let index = [0, 2, 4].firstIndex(of: day.weekday) { plan[day] = names[index] }
            case .waits:
                guard [0, 2, 4].contains(day.weekday) else { continue }
                plan[day] = names[turn % names.count]
                // A workout that is not over counts as if it will be done.
                if answer == .done || answer == .skipped || day >= today { turn += 1 }
            }
        }
        for move in moves {
            (plan[move.from], plan[move.to]) = (plan[move.to], plan[move.from])
        }
        return plan
    }
}
