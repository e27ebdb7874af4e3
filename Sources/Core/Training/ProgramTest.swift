public import CivilTime
public import YAMLSource

/// A test in a program's file: which workouts follow from which results.
public struct ProgramTest: Sendable {
    /// How a workout went.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case done, skipped
        /// Its date passed without an answer.
        case missed
    }

    /// The result of an exercise in a workout that was done.
    public enum Result: Sendable, Hashable {
        /// The prescribed repetitions were not reached.
        case missed
        case sets([PerformedSet])
    }

    /// What the sets of an exercise must be.
    public enum Expectation: Sendable {
        /// All sets except warm-ups.
        case sets([SetPrescription])
        /// The load of the heaviest work set.
        case load(Load)
    }

    /// A value that a test expects, and its place in the file.
    public struct Expected<Value: Sendable>: Sendable {
        public let value: Value
        public let span: SourceSpan
        /// The value as written.
        public let text: String
    }

    /// The next workout, or several ones with the same expectations and results.
    public struct Workout: Sendable {
        public let span: SourceSpan
        public internal(set) var times = 1
        public internal(set) var date: Expected<CivilDate>?
        public internal(set) var day: Expected<String>?
        public internal(set) var week: Expected<Int>?
        /// The expected sets by exercise ID, in the order of the file.
        public internal(set) var sets: [(exercise: String, expected: Expected<Expectation>)] = []
        public internal(set) var outcome = Outcome.done
        /// The results by exercise ID; the other exercises are done as planned.
        public internal(set) var results: [String: Result] = [:]
    }

    public let name: String
    public let span: SourceSpan
    /// The date of the first day of the first week.
    public internal(set) var start = ProgramTest.usualStart
    /// The training days.
    public internal(set) var days = WeekdaySet.all
    /// The maxes of lifts, as the athlete sets them.
    public internal(set) var maxes: [String: Lift] = [:]
    /// The starting loads of exercises, in the program's unit.
    public internal(set) var loads: [String: Weight] = [:]
    public internal(set) var workouts: [Workout] = []
    /// The place of `ends: yes`: no workout follows.
    public internal(set) var end: SourceSpan?

    /// 2024-01-01, a Monday.
    static let usualStart = CivilDate(dayNumber: 19_723)
}
