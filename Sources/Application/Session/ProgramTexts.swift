import CivilTime
import Ledger
import Planning
import Progress
import Reminders
import SystemPackage
import Training
import YAMLSource

/// The programs of a session: the active ones as their files were when it began, and others as the ledger has them.
final class ProgramTexts {
    let names: ExerciseNames
    /// The active programs, by ID.
    private let read: [String: (activation: Activation, program: Program)]
    /// New texts of programs, for the ledger to store.
    let news: [LedgerEvent]
    /// The IDs of the active programs with a newer shipped version that is not in use yet.
    let updates: [String]
    /// The editions that were read, by number; nil for one that this version of antrain cannot read.
    private var editions: [Int64: Program?] = [:]

    init(
        _ names: ExerciseNames,
        _ read: [String: (activation: Activation, program: Program)],
        news: [LedgerEvent],
        updates: [String]
    ) {
        (self.names, self.read, self.news, self.updates) = (names, read, news, updates)
    }

    /// The programs of all activations; those that another process activated since are read from the ledger.
    ///
    /// - Parameter settings: the training days in the settings, for programs for which the user chose none.
    func active(_ facts: PlanningSnapshot, settings: TrainingDays, in zone: Zone, today: CivilDate) -> [ActiveProgram] {
        facts.activations.compactMap { activation in
            let known = read[activation.programID].flatMap { $0.activation.path == activation.path ? $0.program : nil }
            return (known ?? stored(activation)).map {
                let days = choices(activation, facts, settings, zone)
                return ActiveProgram(
                    $0,
                    activation,
                    facts,
                    editions(of: activation, $0, facts),
                    earlier: earlier(than: $0, activation, facts, zone, today),
                    choices: days
                )
            }
        }
    }

    /// The editions of a program that its answers, its started workouts and the training log refer to.
    private func editions(of activation: Activation, _ present: Program, _ facts: PlanningSnapshot) -> [Int64: Program]
    {
        let source = OccurrenceSource.program(activation.programID)
        let answered = facts.answered.filter { $0.key.source == source && $0.key.date >= activation.start }
        let logged = facts.log.filter { $0.workout?.program == activation.programID }
        var result: [Int64: Program] = [:]
        for number in Set(answered.values.compactMap(\.edition) + logged.compactMap(\.edition)) {
            result[number] = edition(number, of: activation, present, facts)
        }
        return result
    }

    /// What the training log shows about the workouts that the user has not answered.
    func evidence(_ facts: PlanningSnapshot) -> [OccurrenceKey: WorkoutEvidence] {
        let activations = facts.former.map(\.activation) + facts.activations
        return facts.logged.reduce(into: [:]) { result, logged in
            let (key, workout) = logged
            result[key] = WorkoutEvidence(workout.entries, recorded: workout.recorded) { number in
                guard let edition = facts.editions[number], .program(edition.programID) == key.source else {
                    return nil
                }
                if let known = editions[number] { return known }
                let activation = activations.last { $0.programID == edition.programID }
                if let activation, let present = read[activation.programID], present.activation.path == activation.path
                {
                    return self.edition(number, of: activation, present.program, facts)
                }
                let source = SourceText(path: edition.programID, bytes: edition.source)
                let program = ProgramReader.read(source).program
                editions[number] = .some(program)
                return program
            }
        }
    }

    private func edition(_ number: Int64, of activation: Activation, _ present: Program, _ facts: PlanningSnapshot)
        -> Program?
    {
        guard let edition = facts.editions[number], edition.programID == activation.programID else { return nil }
        if let known = editions[number] { return known }
        // The present text was read already.
        let isPresent = !isChanged(activation) && edition.source == activation.source
        let program = isPresent ? present : program(activation, edition.source)
        editions[number] = .some(program)
        return program
    }

    /// Whether the file of an active program has a text that the ledger does not know yet.
    private func isChanged(_ activation: Activation) -> Bool {
        news.contains { news in
            if case .programRead(activation.programID, _) = news { true } else { false }
        }
    }

    /// The texts that the file of an active program had since its start, in their order.
    private func earlier(
        than present: Program,
        _ activation: Activation,
        _ facts: PlanningSnapshot,
        _ zone: Zone,
        _ today: CivilDate
    ) -> [EarlierProgram] {
        let known = facts.edits.filter { $0.programID == activation.programID }.compactMap { edit -> EarlierProgram? in
            let end = min(zone.civil(at: edit.at).date, today)
            guard end > activation.start else { return nil }
            return edition(edit.edition, of: activation, present, facts).map { EarlierProgram($0, until: end) }
        }
        guard isChanged(activation), let last = stored(activation) else { return known }
        return known + [EarlierProgram(last, until: today)]
    }

    /// The program with the text that its file had before the text in the ledger, and when antrain first read the latter; nil if the file
    /// has not changed since the program was activated.
    func replaced(_ activation: Activation, _ facts: PlanningSnapshot, in zone: Zone) -> (
        program: Program, at: Instant
    )? {
        let last = facts.edits.last { edit in
            edit.programID == activation.programID && zone.civil(at: edit.at).date >= activation.start
        }
        guard let last, let present = read[activation.programID]?.program ?? stored(activation) else { return nil }
        return edition(last.edition, of: activation, present, facts).map { ($0, last.at) }
    }

    /// Answered workouts as they were then, whether their programs are active or not.
    static func workouts(of keys: [OccurrenceKey], _ facts: PlanningSnapshot, _ editions: [Int64: Edition])
        -> [Occurrence]
    {
        keys.compactMap { key -> Occurrence? in
            guard let given = facts.answered[key], let number = given.edition, let edition = editions[number] else {
                return nil
            }
            return ProgramReader.read(SourceText(path: edition.programID, bytes: edition.source)).program.flatMap {
                RecordedWorkout(program: $0, edition: number, dayID: given.dayID, week: given.week)
                    .occurrence(on: key.date)
            }
        }.sorted { ($0.date, $0.programName) < ($1.date, $1.programName) }
    }

    /// The training days of an active program: until it was activated again, those of its former activations.
    private func choices(_ activation: Activation, _ facts: PlanningSnapshot, _ settings: TrainingDays, _ zone: Zone)
        -> [TrainingDays.Choice]
    {
        var choices = settings.choices(of: activation)
        for former in facts.former.reversed() where former.activation.programID == activation.programID {
            let days = TrainingDays(choices).since(zone.civil(at: former.endedAt).date, at: former.endedAt)
            choices = settings.choices(of: former.activation) + days
        }
        return choices
    }

    func former(_ facts: PlanningSnapshot, settings: TrainingDays) -> [FormerProgram] {
        facts.former.compactMap { former in
            let id = former.activation.programID
            let answered = Set(facts.answered.filter { $0.key.source == .program(id) }.compactMap(\.value.edition))
            let texts = answered.compactMap { number -> (Int64, Program)? in
                guard let edition = facts.editions[number] else { return nil }
                return program(former.activation, edition.source).map { (number, $0) }
            }
            return stored(former.activation).map { program in
                FormerProgram(
                    ActiveProgram(
                        program,
                        former.activation,
                        facts,
                        Dictionary(texts) { first, _ in first },
                        choices: settings.choices(of: former.activation)
                    ),
                    endedAt: former.endedAt,
                    place: former.place
                )
            }
        }
    }

    func stored(_ activation: Activation) -> Program? { names.stored(activation) }

    private func program(_ activation: Activation, _ source: [UInt8]) -> Program? {
        names.program(activation, source)
    }
}

extension ExerciseNames {
    /// The program of an activation as last read.
    func stored(_ activation: Activation) -> Program? { program(activation, activation.source) }

    func program(_ activation: Activation, _ source: [UInt8]) -> Program? {
        ProgramReader.read(SourceText(path: activation.path.string, bytes: source)).program.map(translated)
    }
}

extension TrainingDays {
    /// The days that the user chose for an activation, or else these.
    fileprivate func choices(of activation: Activation) -> [Choice] {
        activation.days.map { TrainingDays($0).choices } ?? choices
    }
}

extension ActiveProgram {
    /// The program of an activation, with what the ledger knows about it.
    fileprivate init(
        _ program: Program,
        _ activation: Activation,
        _ facts: PlanningSnapshot,
        _ editions: [Int64: Program],
        earlier: [EarlierProgram] = [],
        choices: [TrainingDays.Choice]
    ) {
        let source = OccurrenceSource.program(activation.programID)
        let answered = facts.answered.compactMap { key, given -> (CivilDate, RecordedWorkout)? in
            guard key.source == source, let edition = given.edition, let program = editions[edition] else { return nil }
            let workout = RecordedWorkout(program: program, edition: edition, dayID: given.dayID, week: given.week)
            return (key.date, workout)
        }
        self.init(
            program: program,
            start: activation.start,
            trainingDays: TrainingDays(choices, settledAt: facts.settledAt(activation.programID)),
            completions: facts.completions[activation.programID] ?? [],
            recorded: Dictionary(answered) { first, _ in first },
            earlier: earlier,
            editions: editions,
            skipped: facts.skipped(activation.programID),
            exceptions: facts.exceptions.of(activation.programID),
            choices: facts.choices[activation.programID] ?? ExerciseChoices(),
            time: activation.time,
            channels: activation.channels,
            priority: activation.priority
        )
    }
}
