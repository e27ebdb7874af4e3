public import CivilTime
public import Progress
public import Training

/// What a program repeats after a failed workout.
///
/// A repetition is recorded with the result that caused it, as if the user had chosen it: past dates do not depend on later results,
/// an unanswered repetition stays, and one `undo` takes back both.
extension ActiveProgram {
    /// How a changed result of a workout changes where the program continues.
    public enum RepetitionChange: Sendable, Hashable {
        case begin(ProgramPlace, on: CivilDate)
        /// The result that caused the repetition from a date on was corrected.
        case withdraw(CivilDate)
    }

    /// What follows from the present result of a workout on a date.
    ///
    /// - Parameters:
    ///   - log: the training log.
    ///   - hadFailed: whether the workout had failed before the change.
    /// - Returns: nil if nothing changes, because a later workout was answered or started, or the user has chosen where to continue since.
    public func repetitionChange(after date: CivilDate, _ log: [LogEntry], hadFailed: Bool, today: CivilDate)
        -> RepetitionChange?
    {
        let answered = [Array(recorded.keys), Array(skipped), completions.map(\.date)].joined()
        guard !answered.contains(where: { $0 > date && $0 <= today }) else { return nil }
        let chosen = exceptions.filter { exception in
            if case .jump(let other, _) = exception { other > date } else { false }
        }
        let hasFailed = hasFailed(on: date, log)
        guard hasFailed ? chosen.isEmpty : hadFailed && chosen.count == 1 else { return nil }
        let open = with(exceptions: exceptions.filter { !chosen.contains($0) })
        guard let workout = open.calendar(today: today).day(on: date).occurrence,
            let jump = open.repetition(of: workout, today: today), case .jump(let first, let place) = jump
        else { return nil }
        if hasFailed { return .begin(place, on: first) }
        return chosen == [jump] ? .withdraw(first) : nil
    }

    /// Whether a workout on a date failed; until it is done, an exercise with fewer sets than planned has not failed.
    public func hasFailed(on date: CivilDate, _ log: [LogEntry]) -> Bool {
        guard program.schedule.onFailure != .continue, date >= start, !skipped.contains(date) else { return false }
        let entries = log.filter { $0.date == date && $0.workout?.program == program.id }
        let completion = completions.first { $0.date == date }
        guard let day = completion?.dayID ?? entries.last?.workout?.day else { return false }
        let week = recorded[date]?.week ?? entries.lazy.compactMap(\.prescription?.week).last ?? 1
        let workouts = performed(completion ?? Completion(date: date, dayID: day), week: week, entries)
        return workouts.contains { performed in
            let program = performed.program ?? program
            let planned = ProgramProgress(program).workout(
                performed.dayID,
                week: performed.week,
                chosen: performed.chosen,
                logged: Set(performed.results.keys)
            )
            return planned?.hasFailed(performed, in: program, isOver: completion != nil) ?? false
        }
    }

    /// The jump that follows if a workout fails, today at the earliest; nil if the program does not repeat it, or jumps after it anyway.
    func repetition(of failed: Occurrence, today: CivilDate) -> ScheduleException? {
        guard jumps(after: failed.date, before: .latest).isEmpty else { return nil }
        let first = max(today, failed.date.adding(days: 1))
        return calendar(today: today).repetition(of: failed, from: first).map { .jump(on: $0.date, to: $0.place) }
    }
}
