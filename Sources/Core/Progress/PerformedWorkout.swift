public import Training

/// A completed workout of a program.
public struct PerformedWorkout: Sendable, Hashable {
    /// How an exercise went.
    public enum Result: Sendable, Hashable {
        /// Every set was done as prescribed, with the minimum repetitions of ranges and AMRAP sets.
        case asPlanned
        /// The prescribed repetitions were not reached.
        case missed
        /// The sets in the order in which they were performed.
        case sets([PerformedSet])
    }

    public let dayID: String
    /// The week since the start of the program, from 1.
    public let week: Int
    /// The results by exercise ID; an exercise without a result was done as planned, unless it is optional.
    public let results: [String: Result]
    /// The IDs of the alternatives that were done, by those of the exercises that they replaced.
    public let chosen: [String: String]
    /// What was planned for the exercises when they were done, as recorded; for others, it follows from the progress so far.
    public let prescriptions: [String: Prescription]
    /// The program as it was then; nil for the present one.
    public let program: Program?
    /// The IDs of the only exercises that count; nil for all.
    public let counted: Set<String>?

    public init(
        dayID: String,
        week: Int,
        results: [String: Result] = [:],
        chosen: [String: String] = [:],
        prescriptions: [String: Prescription] = [:],
        program: Program? = nil,
        counted: Set<String>? = nil
    ) {
        self.dayID = dayID
        self.week = week
        self.results = results
        self.chosen = chosen
        self.prescriptions = prescriptions
        self.program = program
        self.counted = counted
    }

    /// Whether an exercise was part of the workout: an optional one without a work set was not.
    func includes(_ exercise: Exercise) -> Bool {
        guard counted?.contains(exercise.id) ?? true else { return false }
        guard exercise.isOptional else { return true }
        return switch results[exercise.id] {
        case nil: false
        case .sets(let sets): sets.contains { $0.kind != .warmUp }
        case .asPlanned, .missed: true
        }
    }

    /// The workout with other results for some of its exercises.
    public func replacing(_ results: [String: Result]) -> PerformedWorkout {
        PerformedWorkout(
            dayID: dayID,
            week: week,
            results: self.results.merging(results) { $1 },
            chosen: chosen,
            prescriptions: prescriptions,
            program: program,
            counted: counted
        )
    }
}
