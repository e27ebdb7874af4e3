public import CivilTime
public import Reminders
internal import Training

extension PlanInput {
    /// The time of the settings on a date: the fixed one, or the one that follows the workouts.
    public func usualTime(on date: CivilDate) -> TimeOfDay {
        settings.autoTime?.time(on: date, timeMoves) ?? settings.time
    }

    /// The move that the reminder of a date reports; only the first workout reminder after a move reports it.
    func announcedMove(on date: CivilDate) -> TimeMove? {
        guard let move = usualMove(on: date), move.date.days(until: date) < 2 * TimeMove.leastDays else { return nil }
        let earlier = move.date..<date
        let hasEarlier = zip(programs, calendars).contains { active, calendar in
            active.followsSettings && calendar.days(earlier).contains { $0.occurrence.map(active.isTrained) ?? false }
        }
        return hasEarlier ? nil : move
    }

    /// The last move of the time of the settings that applies on a date; nil if that time is fixed.
    public func usualMove(on date: CivilDate) -> TimeMove? {
        settings.autoTime == nil ? nil : timeMoves.last(on: date)
    }
}
