import CivilTime
import Platform
import Ledger
import Localization
import Planning
import Progress
import Reminders
import Session
import Training
import UseCases

/// A workout on a terminal, set by set: each set is logged as it is entered, so that an interrupted session can continue.
struct GuidedWorkout {
    var store: Store
    let occurrence: Occurrence
    var exercises: [PlannedExercise]
    var session: WorkoutSession
    let ask: (String) -> String?
    /// The load of an exercise's next sets, if the user changed it.
    var loads: [String: PerformedSet.Load] = [:]
    /// The exercises whose open load was asked for.
    var asked: Set<String> = []
    /// The indices of the steps that were skipped and leave no trace in the log, each with that of the step at which it was.
    var skips: [Int: Int] = [:]
    private var skipped: Set<Int> { Set(skips.keys) }
    /// What the user typed during the rest, which is the answer to the next question; empty if nothing.
    private var typedAhead = ""
    /// When the current set was shown, in seconds since the system started.
    private var started = 0
    /// The exercise whose heading was shown last.
    var shown: Int?

    /// - Returns: nil without a terminal, or if the workout has no sets.
    init?(_ occurrence: Occurrence, _ store: Store) {
        guard let ask = store.workspace.context.ask, store.workspace.context.output.isTerminal,
            let exercises = store.session.plannedExercises(occurrence)
        else { return nil }
        session = GuidedWorkout.session(exercises, of: occurrence, store)
        guard !session.steps.isEmpty else { return nil }
        self.store = store
        self.occurrence = occurrence
        self.exercises = exercises
        self.ask = ask
    }

    static func session(_ exercises: [PlannedExercise], of occurrence: Occurrence, _ store: Store)
        -> WorkoutSession
    {
        WorkoutSession(
            exercises.map(\.item),
            rounding: store.session.programs.first { $0.program.id == occurrence.programID }?.program.rounding,
            available: exercises.map(\.available)
        )
    }

    /// Whether all sets were done; false if the user stopped.
    mutating func run() throws(CommandError) -> Bool {
        say(words.text(.guidedTitle, ["workout": words.name(occurrence)]))
        let (program, date) = (occurrence.programID, occurrence.date)
        loads = try store.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.sessionLoads(of: program, on: date)
        }
        while true {
            let sets = try logged().mapValues(\.sets)
            session = GuidedWorkout.session(exercises, of: occurrence, store).following(sets)
            guard let index = session.next(sets, skipped: skipped) else { return true }
            let step = session.steps[index]
            if shown != step.item { try showHeading(step, sets) }
            shown = step.item
            started = store.workspace.context.uptime()
            let question = prompt(step, sets, repsDone: session.repsDone(index, sets, skipped: skipped))
            guard let line = takeTyped(question) ?? ask(question) else {
                say("")
                return false
            }
            let exercise = exercises[step.item]
            // Another shell may have logged sets or answered the workout while the question waited.
            try checkOpen()
            let now = try self.logged()
            guard session.next(now.mapValues(\.sets), skipped: skipped) == index else {
                remark(.guidedLogChanged)
                continue
            }
            switch SessionInput.parse(line, unit: exercise.unit, kind: step.prescription.kind) {
            case .asPlanned: try finish(step, nil, now)
            case .set(let set):
                if let problem = set.mismatch(step.prescription.target) {
                    remark(problem.expected)
                } else {
                    try finish(step, set, now)
                }
            case .load(let load): try use(load, of: exercise)
            case .skip:
                if isLeftOut(step, now) {
                    for other in index..<session.steps.count where session.steps[other].item == step.item {
                        skips[other] = index
                    }
                } else if step.isWarmUp || step.isOptional {
                    skips[index] = index
                } else {
                    let missed = PerformedSet(kind: step.prescription.kind, amount: PerformedSet.Amount(reps: 0))
                    try append(missed, to: exercise, now)
                }
            case .back:
                let last = session.lastLogged(before: index, now.mapValues(\.sets), skipped: skipped)
                if let latest = skips.values.max(), latest > last.flatMap(session.steps.firstIndex(of:)) ?? -1 {
                    skips = skips.filter { $0.value != latest }
                } else if let last {
                    try removeLast(of: exercises[last.item], isWarmUp: last.isWarmUp, now)
                } else {
                    remark(.guidedNoUndo)
                }
            case .alternative: try switchExercise(step.item)
            case .quit: return false
            case .help: say(words.text(.guidedHelp, ["command": "'antrain start'"]))
            case .mistake(let problem): say("  \(problem)")
            }
        }
    }

    /// What was typed during the rest, shown as the answer to a question; nil if nothing was.
    private mutating func takeTyped(_ question: String) -> String? {
        guard !typedAhead.isEmpty else { return nil }
        defer { typedAhead = "" }
        say(question + typedAhead)
        return typedAhead
    }

    /// Sets the load of an exercise's next sets, also for a session that continues later.
    mutating func use(_ load: PerformedSet.Load, of exercise: PlannedExercise) throws(CommandError) {
        loads[exercise.workout.exercise] = load
        try ChangingLoad(store, load, of: exercise.workout, on: occurrence.date).run()
    }

    // MARK: One set

    /// Logs a step as planned or as typed, and waits for the rest time.
    private mutating func finish(
        _ step: WorkoutSession.Step,
        _ typed: PerformedSet?,
        _ logged: [String: Logged]
    ) throws(CommandError) {
        let exercise = exercises[step.item]
        let sets = logged.mapValues(\.sets)
        let suggestion = suggestion(step, sets)
        var amount = typed?.amount
        if amount == nil {
            let seconds = step.prescription.target.countdown
            let passed = seconds.map {
                countDown($0, exercise.item.exercise.title).passed
            }
            if step.prescription.target.isOpen {
                guard let reps = askReps(step) else { return }
                amount = PerformedSet.Amount(reps: reps)
            } else if let passed {
                amount = PerformedSet.Amount(seconds: max(1, passed))
            }
        }
        let set = PerformedSet(
            kind: step.prescription.kind,
            amount: amount?.counted(in: step.prescription) ?? suggestion?.amount
                ?? PerformedSet.Amount(reps: 0),
            load: typed?.load ?? suggestion?.load ?? foundLoad(step, exercise),
            rpe: typed?.rpe,
            exactLoad: typed?.load.map { $0 == suggestion?.load } ?? true ? suggestion?.exactLoad : nil
        )
        try append(set, to: exercise, logged)
        let rest =
            step.prescription.technique.interval != nil || step.endsTurn
            ? step.rest ?? (step.isWarmUp ? nil : exercise.catalogued?.rest) : nil
        var after = sets
        after[exercise.workout.exercise, default: []].append(set)
        if let rest, rest.seconds > 0, session.next(after, skipped: skipped) != nil {
            // An interval began with the set.
            let passed = step.prescription.technique.interval == nil ? 0 : store.workspace.context.uptime() - started
            let left = Int(clamping: rest.seconds) - max(0, passed)
            if left > 0 { typedAhead = countDown(left, words.text(.guidedRest)).typed }
        }
    }

    /// The load that the user found in a set without a planned one, if later loads depend on it; nil if they don't know.
    private func foundLoad(_ step: WorkoutSession.Step, _ exercise: PlannedExercise) -> PerformedSet.Load? {
        let isBase = exercise.item.sets.contains { $0.load?.isRelative ?? false }
        guard step.prescription.target.isRepMax || isBase, !step.isWarmUp else { return nil }
        return typedLoad(exercise)
    }

    private func askReps(_ step: WorkoutSession.Step) -> Int? {
        let question = "  " + words.text(.guidedReps)
        for _ in 0..<3 {
            guard let line = ask(question), !line.isEmpty else { return nil }
            if let reps = Int(line), (0...1000).contains(reps) { return reps }
            remark(.guidedNumber)
        }
        return nil
    }

    func suggestion(_ step: WorkoutSession.Step, _ sets: [String: [PerformedSet]]) -> PerformedSet? {
        guard let set = session.suggestion(step, sets) else { return nil }
        guard set.kind == .work, let load = loads[exercises[step.item].workout.exercise] else { return set }
        return set.with(load: session.load(of: step, with: load))
    }

    // MARK: The log

    /// The sets of an exercise, and its last entry, to which further sets are added.
    private struct Logged {
        var sets: [PerformedSet]
        var last: LogEntry
    }

    /// What is logged of the workout, by exercise ID.
    private func logged() throws(CommandError) -> [String: Logged] {
        let date = occurrence.date
        let log = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: date) }
        var result: [String: Logged] = [:]
        for entry in log where entry.date == date && entry.outcome != .planned {
            guard let exercise = exercises.first(where: { $0.workout == entry.workout }) else { continue }
            let former = result[exercise.workout.exercise]?.sets ?? []
            result[exercise.workout.exercise] = Logged(sets: former + entry.sets, last: entry)
        }
        return result
    }

    /// Whether skipping a step leaves out its whole exercise: it is optional and was not begun.
    private func isLeftOut(_ step: WorkoutSession.Step, _ logged: [String: Logged]) -> Bool {
        let exercise = exercises[step.item]
        guard exercise.item.exercise.isOptional else { return false }
        let sets = logged[exercise.workout.exercise]?.sets ?? []
        return step.isWarmUp ? sets.isEmpty : sets.allSatisfy { $0.kind == .warmUp }
    }

    /// Throws if the workout has an answer.
    private func checkOpen() throws(CommandError) {
        let key = OccurrenceKey(.program(occurrence.programID), on: occurrence.date)
        let facts = try store.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.planningFacts(today: store.session.today)
        }
        if facts.answers[key] != nil { throw .dateAnswered(occurrence.dayName, occurrence.date) }
    }

    private func append(_ set: PerformedSet, to exercise: PlannedExercise, _ logged: [String: Logged])
        throws(CommandError)
    {
        let last = logged[exercise.workout.exercise]?.last
        let isFull = last.map { $0.sets.count >= PerformedSet.mostSets } ?? true
        let new = exercise.entry(on: occurrence.date, .performed, [])
        var entry = isFull ? new : last ?? new
        entry.sets.append(set)
        entry.outcome = .performed
        _ = try Logging(store, adding: entry, with: []).run()
    }

    private func removeLast(of exercise: PlannedExercise, isWarmUp: Bool, _ logged: [String: Logged])
        throws(CommandError)
    {
        guard let last = logged[exercise.workout.exercise]?.last,
            let index = last.sets.lastIndex(where: { ($0.kind == .warmUp) == isWarmUp })
        else { return }
        var rest = last
        rest.sets.remove(at: index)
        _ = try (rest.sets.isEmpty ? Logging(store, deleting: last) : Logging(store, correcting: rest)).run()
    }

    var words: MessageCatalog { store.session.words }

    private func countDown(_ seconds: Int, _ label: String) -> (passed: Int, typed: String) {
        store.workspace.context.countDown(seconds, "  \(label)", words.text(.guidedStop))
    }

    func say(_ text: String) { store.workspace.talk(text) }

    /// Says something about what was typed.
    func remark(_ key: MessageKey, _ values: [String: String] = [:]) { say("  " + words.text(key, values)) }
}
