public import CivilTime
public import Progress
public import Training

/// What a program repeats after a failed workout.
///
/// A repetition is recorded with the result that caused it: past dates do not depend on later results, an unanswered repetition stays, and
/// one `undo` takes back both.
extension ActiveProgram {
    /// How a changed result of a workout changes where the program continues.
    public enum RepetitionChange: Sendable, Hashable {
        case begin(ProgramPlace, on: CivilDate)
        case withdraw
    }

    /// What follows from the present result of a workout on a date.
    ///
    /// - Returns: nil if nothing changes, because a later workout was answered or started, or the user has chosen where to continue.
    public func repetitionChange(after date: CivilDate, _ log: [LogEntry], today: CivilDate) -> RepetitionChange? {
        let answered = [Array(recorded.keys), Array(skipped), completions.map(\.date)].joined()
        guard !answered.contains(where: { $0 > date && $0 <= today }) else { return nil }
        guard hasFailed(on: date, log) else { return repeats(after: date) ? .withdraw : nil }
        guard !repeats(after: date), let workout = calendar(today: today).day(on: date).occurrence,
            case .jump(let first, let place)? = repetition(of: workout, today: today)
        else { return nil }
        return .begin(place, on: first)
    }

    /// Whether a repetition after the workout of a date is recorded.
    public func repeats(after date: CivilDate) -> Bool {
        exceptions.contains { if case .jump(_, let place) = $0 { place.failure == date } else { false } }
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

    /// The jump that follows if a workout fails, today at the earliest; nil if the program does not repeat it, or jumps by then anyway.
    func repetition(of failed: Occurrence, today: CivilDate) -> ScheduleException? {
        let first = max(today, failed.date.adding(days: 1))
        guard let (place, date) = calendar(today: today).repetition(of: failed, from: first),
            jumps(after: failed.date, before: date.adding(days: 1)).isEmpty
        else { return nil }
        return .jump(on: date, to: place)
    }
}
