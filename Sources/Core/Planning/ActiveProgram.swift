public import CivilTime
public import Training

/// An activated program, with the user's choices for it.
public struct ActiveProgram: Sendable {
    public let program: Program
    /// The first date of its first week.
    public let start: CivilDate
    /// The weekdays on which the user trains it: those chosen for it, otherwise those of the settings.
    public let trainingDays: TrainingDays
    public let completions: [Completion]
    /// The workouts that were answered or started, as they were then, by date.
    public let recorded: [CivilDate: RecordedWorkout]
    /// The texts that its file had before, in their order; they decide the dates before an edit.
    public let earlier: [EarlierProgram]
    /// The program as it was when entries of the training log were recorded, by the number of its text in the ledger.
    public let editions: [Int64: Program]
    public let skipped: Set<CivilDate>
    /// The user's pauses and moves.
    public let exceptions: [ScheduleException]
    public let choices: ExerciseChoices
    /// The time of its reminders; nil for the settings' or the program's own.
    public let time: TimeOfDay?
    /// The channels of its reminders; nil for those of the settings.
    public let channels: [String]?
    /// Its priority: if only one workout a day is planned, the workout of the program with the highest is.
    public let priority: Int
    /// The workouts that take precedence over its own; nil if there are none.
    var others: OtherWorkouts?

    public static let priorityRange = 0...100

    public init(
        program: Program,
        start: CivilDate,
        trainingDays: TrainingDays,
        completions: [Completion],
        recorded: [CivilDate: RecordedWorkout] = [:],
        earlier: [EarlierProgram] = [],
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
        self.recorded = recorded
        self.earlier = earlier
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

    /// Whether a workout belongs to it, and not to an activation of the same program before it.
    public func has(_ workout: Occurrence) -> Bool { program.id == workout.programID && start <= workout.date }

    /// Whether the user trains a workout; see `TrainingDays.include`.
    public func isTrained(_ workout: Occurrence) -> Bool { trainingDays.include(workout, of: program.schedule) }

    /// Whether not doing a workout would be a missed workout.
    func isRequired(_ workout: Occurrence) -> Bool { isTrained(workout) && !workout.isOptional }

    /// The workout that was answered on a date, as it was then.
    public func answered(on date: CivilDate) -> RecordedWorkout? {
        let isAnswered = skipped.contains(date) || completions.contains { $0.date == date }
        return isAnswered ? recorded[date] : nil
    }

    /// - Parameter edition: the only text that plans them; nil for the program, and its earlier texts before their edits.
    public func calendar(today: CivilDate, of edition: Program? = nil) -> TrainingCalendar {
        TrainingCalendar(
            program: edition ?? program,
            start: start,
            trainingDays: trainingDays,
            completions: completions,
            skipped: skipped,
            exceptions: exceptions,
            others: others,
            recorded: recorded,
            earlier: edition == nil ? earlier : [],
            today: today
        )
    }
}
