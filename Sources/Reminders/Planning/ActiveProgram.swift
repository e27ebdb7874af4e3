public import CivilTime
public import Training

/// An activated program, with the user's choices for it.
public struct ActiveProgram: Sendable {
    /// The program.
    public let program: Program
    /// The first date of its first week.
    public let start: CivilDate
    /// The weekdays on which the user trains it: those chosen for it, otherwise those of the settings.
    public let trainingDays: TrainingDays
    /// Its completed workouts.
    public let completions: [Completion]
    /// The workouts that were answered, as they were then, by date.
    public let answered: [CivilDate: RecordedWorkout]
    /// The program as it was when entries of the training log were recorded, by the number of its text in the ledger.
    public let editions: [Int64: Program]
    /// The dates of its skipped workouts.
    public let skipped: Set<CivilDate>
    /// The user's pauses and moves.
    public let exceptions: [ScheduleException]
    /// The user's choices among alternative exercises.
    public let choices: ExerciseChoices
    /// The time of its reminders; nil for the settings' or the program's own.
    public let time: TimeOfDay?
    /// The channels of its reminders; nil for those of the settings.
    public let channels: [String]?
    /// Its priority: if only one workout a day is planned, the workout of the program with the highest is.
    public let priority: Int
    /// The workouts that take precedence over its own; nil if there are none.
    var others: OtherWorkouts?

    /// The allowed priorities.
    public static let priorityRange = 0...100

    /// Creates an active program.
    ///
    /// - Parameters:
    ///   - program: the program.
    ///   - start: the first date of its first week.
    ///   - trainingDays: the weekdays on which the user trains it.
    ///   - completions: its completed workouts.
    ///   - answered: the workouts that were answered, as they were then.
    ///   - editions: the program as it was when entries of the log were recorded.
    ///   - skipped: the dates of its skipped workouts.
    ///   - exceptions: the user's pauses and moves.
    ///   - choices: the user's choices among alternative exercises.
    ///   - time: the time of its reminders; nil for the settings' or the program's own.
    ///   - channels: the channels of its reminders; nil for those of the settings.
    ///   - priority: its priority if only one workout a day is planned.
    public init(
        program: Program,
        start: CivilDate,
        trainingDays: TrainingDays,
        completions: [Completion],
        answered: [CivilDate: RecordedWorkout] = [:],
        editions: [Int64: Program] = [:],
        skipped: Set<CivilDate> = [],
        exceptions: [ScheduleException] = [],
        choices: ExerciseChoices = ExerciseChoices(),
        time: TimeOfDay? = nil,
        channels: [String]? = nil,
        priority: Int = 0
    ) {
        self.program = program
        self.start = start
        self.trainingDays = trainingDays
        self.completions = completions
        self.answered = answered
        self.editions = editions
        self.skipped = skipped
        self.exceptions = exceptions
        self.choices = choices
        self.time = time
        self.channels = channels
        self.priority = priority
    }

    /// Whether its reminders come at the time of the settings: neither the user nor the program gives another.
    public var followsSettings: Bool {
        let hasOwn = program.reminders.contains { reminder in
            if case .at = reminder { true } else { false }
        }
        return time == nil && !hasOwn
    }

    /// Whether the user trains a workout; see `TrainingDays.include`.
    public func isTrained(_ workout: Occurrence) -> Bool { trainingDays.include(workout, of: program.schedule) }

    /// Whether not doing a workout would be a missed workout.
    func isRequired(_ workout: Occurrence) -> Bool { isTrained(workout) && !workout.isOptional }

    /// The calendar of its workouts, as seen on a date.
    public func calendar(today: CivilDate) -> TrainingCalendar { calendar(today: today, of: program) }

    /// The calendar of the workouts of an edition of the program.
    func calendar(today: CivilDate, of edition: Program) -> TrainingCalendar {
        TrainingCalendar(
            program: edition,
            start: start,
            trainingDays: trainingDays,
            completions: completions,
            skipped: skipped,
            exceptions: exceptions,
            others: others,
            answered: answered,
            today: today
        )
    }
}
