internal import CivilTime
internal import Reminders
internal import Training

/// What the user's own reminders that follow the programs depend on, for a date.
struct PlanDay {
    /// The times of the workouts that the user trains and has not skipped, earliest first.
    let times: [TimeOfDay]
    /// Whether a program runs, and there is no such workout.
    let isRest: Bool
    let isDone: Bool
    /// Whether the next date has such a workout.
    var isBeforeTraining = false

    /// The requested time of a reminder; nil if it does not come on the date.
    func moment(of reminder: UserReminder, _ relation: PlanRelation, on date: CivilDate) -> RequestedMoment? {
        guard date >= reminder.at.date else { return nil }
        switch relation {
        case .trainingDays: return times.isEmpty ? nil : RequestedMoment(date: date, time: reminder.at.time)
        case .restDays: return isRest ? RequestedMoment(date: date, time: reminder.at.time) : nil
        case .daysBeforeTraining: return isBeforeTraining ? RequestedMoment(date: date, time: reminder.at.time) : nil
        case .beforeWorkout(let span):
            return times.first.map { RequestedMoment(date: date, time: $0, offset: -span.seconds) }
        case .afterWorkout(let span):
            return times.last.map { RequestedMoment(date: date, time: $0, offset: span.seconds) }
        }
    }

    /// Whether a reminder is no longer needed, because it prepares for workouts that are done.
    func isOver(_ relation: PlanRelation) -> Bool {
        if case .beforeWorkout = relation { isDone } else { false }
    }
}

extension PlanInput {
    /// What reminders that follow the programs depend on, for each date of a range.
    ///
    /// A workout that the user skipped, or whose weekday is not a training day, does not count; its date is a rest day unless
    /// another program has a workout.
    func planDays(_ range: Range<CivilDate>) -> [PlanDay] {
        var result = ownPlanDays(range.lowerBound..<range.upperBound.adding(days: 1))
        for (place, next) in result.indices.dropFirst().enumerated() {
            result[place].isBeforeTraining = !result[next].times.isEmpty
        }
        return Array(result.prefix(range.count))
    }

    /// The same without a look at the next date.
    private func ownPlanDays(_ range: Range<CivilDate>) -> [PlanDay] {
        let days = calendars.map { $0.days(range) }
        return range.enumerated().map { place, date in
            var times: [TimeOfDay] = []
            var (isRunning, isDone) = (false, true)
            for (active, days) in zip(programs, days) {
                switch days[place].kind {
                case .rest, .taken: isRunning = true
                case .paused, .notStarted, .ended: break
                case .workout(let workout):
                    isRunning = true
                    guard active.isTrained(workout), answers[workout.key] != .skipped else { continue }
                    times.append(time(of: active, day: workout.dayID, on: date))
                    if answers[workout.key] == nil { isDone = false }
                }
            }
            return PlanDay(times: times.sorted(), isRest: isRunning && times.isEmpty, isDone: isDone)
        }
    }
}
