public import CivilTime
public import Training

/// An exercise as the athlete performed it on a date: an entry of the training log.
public struct LogEntry: Sendable, Hashable {
    /// The workout of a program that an entry belongs to.
    public struct Workout: Sendable, Hashable {
        /// The program's ID.
        public let program: String
        /// The ID of the program day.
        public let day: String
        /// The ID of the exercise in the program, which decides what progresses.
        public let exercise: String

        public init(program: String, day: String, exercise: String) {
            (self.program, self.day, self.exercise) = (program, day, exercise)
        }
    }

    /// How the sets are known.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The workout was logged as planned: the sets are those of the plan, with the minimum of ranges and AMRAP sets.
        case planned
        /// The athlete entered the sets.
        case performed
        /// The prescribed repetitions were not reached; the sets are unknown.
        case missed
    }

    /// The entry's number, which corrections keep; 0 for an entry that is not recorded yet.
    public var number: Int64
    /// The entry's place among those of all machines of the person; nil without other machines, or if it was recorded after their entries.
    public var rank: Int64?
    public var date: CivilDate
    /// The exercise's ID in the catalogue; for an unknown exercise, an ID made of its name.
    public let exercise: String
    /// The exercise's name, as in the program or as typed.
    public let name: String
    public var workout: Workout?
    /// How the sets are known.
    public var outcome: Outcome
    /// The sets in the order in which they were performed; empty if the exercise was missed.
    public var sets: [PerformedSet]
    public var notes: String?
    /// What was planned when it was logged; nil if no workout was.
    public var prescription: Prescription?
    /// The number of the program's text that was in force, in the ledger; nil before it is recorded, or without a workout.
    public var edition: Int64?

    public init(
        number: Int64 = 0,
        date: CivilDate,
        exercise: String,
        name: String,
        workout: Workout? = nil,
        outcome: Outcome = .performed,
        sets: [PerformedSet],
        notes: String? = nil,
        prescription: Prescription? = nil,
        edition: Int64? = nil
    ) {
        self.number = number
        self.date = date
        self.exercise = exercise
        self.name = name
        self.workout = workout
        self.outcome = outcome
        self.sets = sets
        self.notes = notes
        self.prescription = prescription
        self.edition = edition
    }

    /// Orders entries as they were recorded.
    public var place: Int64 { rank ?? number }

    /// The heaviest load of the work sets, as it decides the coming loads of a program; nil if no work set has a load.
    public func topLoad(in program: Program) -> Weight? {
        sets.filter { $0.kind == .work }.compactMap { $0.decisiveLoad.map(program.load) }.max()
    }
}

extension LogEntry {
    /// The entries of a file that a log lacks: both may have the same entry several times, and only one of them may know its workout.
    public static func missing(_ entries: [LogEntry], in known: [LogEntry]) -> [LogEntry] {
        struct Key: Hashable {
            let date: CivilDate
            let exercise: String
            let sets: [PerformedSet]

            init(_ entry: LogEntry) { (date, exercise, sets) = (entry.date, entry.exercise, entry.sets) }
        }
        var counts: [Key: Int] = [:]
        for entry in known { counts[Key(entry), default: 0] += 1 }
        return entries.filter { entry in
            guard let count = counts[Key(entry)], count > 0 else { return true }
            counts[Key(entry)] = count - 1
            return false
        }
    }
}

extension PlannedWorkout.Item {
    /// The sets as planned, as performed sets: the minimum of ranges and AMRAP sets; without the warm-ups.
    public var setsAsPlanned: [PerformedSet] { performed { $0.kind != .warmUp } }

    public var warmUpsAsPlanned: [PerformedSet] { performed { $0.kind == .warmUp } }

    /// The planned work set for each performed one; sets beyond the plan have none.
    public func workSetsAsPlanned(for performed: [PerformedSet]) -> [SetPrescription] {
        SetMatching(sets.filter { $0.kind == .work }, performed.filter { $0.kind == .work }).pairs.flatMap { pair in
            Array(repeating: pair.prescribed, count: pair.performed.count)
        }
    }

    /// The exercise once sets were performed: `3-6x1 per rep` and `4x3-5 half` get their number of sets and repetitions.
    public func following(_ performed: [PerformedSet]) -> PlannedWorkout.Item {
        with(sets: sets.following(performed.first { $0.kind == .work }?.amount.reps))
    }

    private func performed(_ isIncluded: (SetPrescription) -> Bool) -> [PerformedSet] {
        let first = sets.first { $0.kind == .work }?.asPlanned.amount.reps
        let all = sets.following(first).filter(isIncluded).flatMap { Array(repeating: $0.asPlanned, count: $0.count) }
        return Array(all.prefix(PerformedSet.mostSets))
    }
}

extension SetPrescription {
    /// One of the sets as performed, with the minimum of its target and the lightest load of a range.
    public var asPlanned: PerformedSet {
        PerformedSet(
            kind: kind,
            amount: target.amountAsPlanned.counted(in: self),
            load: load?.performed,
            rpe: load?.rating,
            exactLoad: exactLoad?.performed
        )
    }
}

extension SetTarget {
    fileprivate var amountAsPlanned: PerformedSet.Amount {
        switch self {
        case .reps(let reps), .range(let reps, _), .repMax(let reps): PerformedSet.Amount(reps: reps)
        case .total(let reps), .totalRange(let reps, _), .within(let reps, _):
            PerformedSet.Amount(reps: reps, isTotal: true)
        case .amrap(let least), .amrapWithin(let least, _): PerformedSet.Amount(reps: max(least, 1))
        case .time(let seconds), .timeRange(let seconds, _): PerformedSet.Amount(seconds: seconds)
        case .distance(let metres): PerformedSet.Amount(metres: metres)
        }
    }
}

extension PerformedSet {
    public func counted(in prescribed: SetPrescription) -> PerformedSet {
        PerformedSet(kind: kind, amount: amount.counted(in: prescribed), load: load, rpe: rpe, exactLoad: exactLoad)
    }
}

extension PerformedSet.Amount {
    /// The amount of a set that was done as a prescribed one: a rest-pause set and a set within a time count the repetitions between
    /// their pauses.
    public func counted(in prescribed: SetPrescription) -> PerformedSet.Amount {
        let hasPauses: Bool
        if case .amrapWithin = prescribed.target {
            hasPauses = true
        } else {
            hasPauses = prescribed.technique == .restPause
        }
        guard hasPauses, reps != nil else { return self }
        var amount = self
        amount.isTotal = true
        return amount
    }
}

extension Load {
    /// The load as lifted, the lightest of a range; nil if it is not known, or if nobody can lift it.
    fileprivate var performed: PerformedSet.Load? {
        switch self {
        case .weight(let weight, let unit), .weightAtLeast(let weight, let unit):
            PerformedSet.Load.weight(weight, unit).ifPossible
        case .weightRange(let weights, let unit): PerformedSet.Load.weight(weights.lowerBound, unit).ifPossible
        case .bodyweight(let plus?, let unit): PerformedSet.Load.bodyweight(plus: plus, unit).ifPossible
        case .bodyweight(nil, _): .bodyweight(plus: Weight(thousandths: 0), .kilograms)
        case .percentage, .percentageRange, .percentageAtLeast, .percentagePlus, .rpe, .rpeRange, .rir, .rirRange: nil
        }
    }

    fileprivate var rating: Int? {
        if case .rpe(let tenths) = self { tenths } else { nil }
    }
}

/// What was planned for an exercise when it was logged: its result is judged against that, whatever becomes of the program.
public struct Prescription: Sendable, Hashable {
    public let sets: [SetPrescription]
    /// The week since the start of the program, from 1.
    public let week: Int
    /// The step of the progression: the index of the set scheme of several stages, or the number of repetitions that were added.
    public let stage: Int

    public init(sets: [SetPrescription], week: Int, stage: Int) {
        (self.sets, self.week, self.stage) = (sets, week, stage)
    }
}

/// Which part of the log counts as recent.
public struct RecentScope: Sendable, Hashable {
    /// Exercises trained on this date or later; nil for none.
    public var trainedSince: CivilDate?
    /// Exercises logged at this time or later; nil for none.
    public var loggedSince: Instant?

    public init(trainedSince: CivilDate? = nil, loggedSince: Instant? = nil) {
        self.trainedSince = trainedSince
        self.loggedSince = loggedSince
    }
}

/// The log of the exercises that were trained or logged recently.
public struct RecentLog: Sendable {
    /// All entries of these exercises, old ones included, in the order of their numbers.
    public let entries: [LogEntry]
    /// When recent entries were logged, or if that is long ago, corrected, by number; imported entries have no time.
    public let loggedAt: [Int64: Instant]

    public init(entries: [LogEntry] = [], loggedAt: [Int64: Instant] = [:]) {
        self.entries = entries
        self.loggedAt = loggedAt
    }
}
