public import CivilTime

extension Program {
    /// The workout with which the program would begin, and the one with which its own week begins later.
    ///
    /// A program with fixed weekdays that starts in the middle of a week has the days of each of its weeks in another order.
    ///
    /// - Parameters:
    ///   - start: the date of its start.
    ///   - days: the weekdays on which the user trains.
    /// - Returns: nil if it begins with the first weekday of its week, or has no fixed weekdays.
    public func midweekStart(on start: CivilDate, _ days: WeekdaySet) -> (first: Occurrence, inOrder: Occurrence)? {
        guard case .weekdays = schedule.mode, start.weekday != .monday else { return nil }
        func workout(from date: CivilDate) -> Occurrence? {
            let training = TrainingDays(days)
            let calendar = TrainingCalendar(
                program: self,
                start: date,
                trainingDays: training,
                completions: [],
                today: date
            )
            return calendar.days(date..<date.adding(days: 14)).lazy.compactMap(\.occurrence).first {
                training.include($0, of: self.schedule)
            }
        }
        guard let first = workout(from: start), let inOrder = workout(from: start.monday.adding(days: 7)),
            first.date < inOrder.date, first.date.weekday != inOrder.date.weekday
        else { return nil }
        return (first, inOrder)
    }
}
