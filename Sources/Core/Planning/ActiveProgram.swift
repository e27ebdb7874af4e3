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
    /// The user's pauses, moves and jumps.
    public private(set) var exceptions: [ScheduleException]
    public private(set) var choices: ExerciseChoices
    /// The time that the user chose for its reminders; nil for that of its days, its own or the settings'.
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

    /// The time of the workouts of a day that the user chose for the program, or else that of the day.
    public func ownTime(ofDay id: String?) -> TimeOfDay? { time ?? program.days.first { $0.id == id }?.time }

    /// Whether reminders of the workouts of a day come at the time of the settings: neither the user nor the program gives another.
    public func followsSettings(onDay id: String) -> Bool {
        ownTime(ofDay: id) == nil && program.reminderTimes.isEmpty
    }

    /// Whether reminders of some of its days come at the time of the settings.
    public var followsSettings: Bool { program.days.contains { followsSettings(onDay: $0.id) } }

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

    /// The same activation with another text of the program, and other texts before it.
    public func with(_ program: Program, after earlier: [EarlierProgram]) -> ActiveProgram {
        ActiveProgram(
            program: program,
            start: start,
            trainingDays: trainingDays,
            completions: completions,
            recorded: recorded,
            earlier: earlier,
            editions: editions,
            skipped: skipped,
            exceptions: exceptions,
            choices: choices,
            time: time,
            channels: channels,
            priority: priority
        )
    }

    /// The same program with other pauses and moves by the user.
    public func with(exceptions: [ScheduleException]) -> ActiveProgram {
        var result = self
        result.exceptions = exceptions
        return result
    }

    /// The same program with further choices among alternative exercises.
    public func with(further choices: [ExerciseChoice]) -> ActiveProgram {
        var result = self
        result.choices = ExerciseChoices(self.choices.all + choices)
        return result
    }

    func isPausedByFile(on date: CivilDate) -> Bool {
        program.exceptions.contains { exception in
            if case .pause(let from, let through) = exception { from <= date && date <= through } else { false }
        }
    }

    /// Whether a move actually brings a workout to a date.
    public func moves(_ workout: Occurrence, to target: CivilDate, today: CivilDate) -> Bool {
        guard target != workout.date else { return false }
        let other = with(exceptions: exceptions + [.move(workout.date, to: target)])
        let before = calendar(today: today).day(on: target).occurrence
        guard let after = other.calendar(today: today).day(on: target).occurrence else { return false }
        // On a weekday without training the same workout gets a reminder only if it is moved there.
        let isTrained = before.map(self.isTrained) ?? false
        return after.dayID == workout.dayID && (before?.isSameWorkout(as: after) != true || !isTrained)
    }

    /// Whether the program's own file pauses it from a date on, so that the user's pauses make no difference for a year.
    ///
    /// - Parameters:
    ///   - date: the first date to check.
    ///   - others: the user's pauses and moves to compare with.
    public func rests(from date: CivilDate, even others: [ScheduleException], today: CivilDate) -> Bool {
        let isPaused = program.exceptions.contains { exception in
            if case .pause(_, let through) = exception { through >= date } else { false }
        }
        let range = date..<date.adding(days: 366)
        return isPaused
            && calendar(today: today).days(range) == with(exceptions: others).calendar(today: today).days(range)
    }
}

extension Occurrence {
    /// Whether both are the same workout of the same week on the same date, moved or not.
    fileprivate func isSameWorkout(as other: Occurrence) -> Bool {
        dayID == other.dayID && week == other.week && date == other.date
    }
}

/// The user's pauses, moved dates and jumps: those of one program, and those of all programs.
public struct UserExceptions: Sendable, Hashable {
    private struct Entry: Hashable {
        let programID: String?
        var exception: ScheduleException
        /// The programs that continue while the others are paused, each with its first date.
        var resumed: [String: CivilDate] = [:]

        func exception(of id: String) -> ScheduleException? {
            guard programID == nil || programID == id else { return nil }
            return resumed[id].map { exception.ending(before: $0) } ?? exception
        }
    }

    private var entries: [Entry] = []

    package init() {}

    public func of(_ programID: String) -> [ScheduleException] {
        entries.compactMap { $0.exception(of: programID) }
    }

    package func pauses(_ programID: String, on date: CivilDate) -> Bool {
        of(programID).contains { exception in
            if case .pause(let from, let through) = exception { from <= date && date <= through } else { false }
        }
    }

    package mutating func add(_ exception: ScheduleException, to programID: String?) {
        entries.removeAll { $0.programID == programID && exception.replaces($0.exception) }
        // Of two pauses without an end, the later one counts: setting an end refers to the current pause.
        if case .pause(let from, _) = exception {
            entries = entries.compactMap { entry in
                guard entry.programID == programID, case .pause(_, .latest) = entry.exception else { return entry }
                guard let remaining = entry.exception.ending(before: from) else { return nil }
                return Entry(programID: programID, exception: remaining, resumed: entry.resumed)
            }
        }
        entries.append(Entry(programID: programID, exception: exception))
    }

    /// Removes the repetition after the workout of a date.
    package mutating func removeRepetition(of programID: String, after date: CivilDate) {
        entries.removeAll { entry in
            guard entry.programID == programID, case .jump(_, let place) = entry.exception else { return false }
            return place.failure == date
        }
    }

    /// The pauses and moved dates that remain when the pauses covering or following a date end, for one program or, without one,
    /// for all.
    public func resumed(_ programID: String?, on date: CivilDate) -> UserExceptions {
        var result = self
        result.entries = entries.compactMap { entry in
            var entry = entry
            guard let programID, entry.programID == nil else {
                guard programID == nil || entry.programID == programID else { return entry }
                guard let remaining = entry.exception.ending(before: date) else { return nil }
                entry.exception = remaining
                return entry
            }
            // The others stay paused.
            if let own = entry.exception(of: programID), own.ending(before: date) != own {
                entry.resumed[programID] = date
            }
            return entry
        }
        return result
    }
}

extension [ScheduleException] {
    /// The same with a jump.
    public func jumping(_ jump: ScheduleException) -> [ScheduleException] {
        filter { !jump.replaces($0) } + [jump]
    }
}

extension ScheduleException {
    /// Whether it is a jump that replaces another jump on the same or a later date; a repetition replaces no later one.
    fileprivate func replaces(_ other: ScheduleException) -> Bool {
        guard case .jump(let date, let place) = self, case .jump(let former, _) = other else { return false }
        return place.failure == nil ? former >= date : former == date
    }

    /// The remaining part of a pause that ends before a date; other exceptions are unchanged.
    fileprivate func ending(before date: CivilDate) -> ScheduleException? {
        guard case .pause(let from, let through) = self, through >= date else { return self }
        return from < date ? .pause(from: from, through: date.adding(days: -1)) : nil
    }
}
