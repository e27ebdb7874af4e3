public import CivilTime
public import Training

extension ActiveProgram {
    /// The same program with other pauses and moves by the user.
    public func with(exceptions: [ScheduleException]) -> ActiveProgram { with(exceptions: exceptions, choices) }

    /// The same program with further choices among alternative exercises.
    public func with(further choices: [ExerciseChoice]) -> ActiveProgram {
        with(exceptions: exceptions, ExerciseChoices(self.choices.all + choices))
    }

    private func with(exceptions: [ScheduleException], _ choices: ExerciseChoices) -> ActiveProgram {
        var result = ActiveProgram(
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
        result.others = others
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
