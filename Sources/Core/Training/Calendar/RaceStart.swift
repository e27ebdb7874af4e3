public import CivilTime

/// Finds the start of a program whose last workout is to fall on a date, such as a race.
public struct RaceStart {
    /// Why there is no such start.
    public enum Failure: Error, Hashable {
        /// The program does not end within ten years.
        case endless
        /// The program's file has the date of its end.
        case fixed(CivilDate)
        /// The last workout is never on the date; the nearest dates on which it can be.
        case otherDays([CivilDate])
    }

    private static let longest = 3660
    /// How many days around an estimate are searched: the rest days of a schedule repeat after at most a few weeks.
    private static let window = 21

    private let program: Program
    private let days: WeekdaySet
    private let exceptions: [ScheduleException]
    private let today: CivilDate

    /// - Parameters:
    ///   - days: the weekdays on which the user trains.
    ///   - exceptions: the user's pauses and moved dates.
    ///   - today: the first date on which it is possible to begin, for other dates that are proposed.
    public init(_ program: Program, on days: WeekdaySet, _ exceptions: [ScheduleException], from today: CivilDate) {
        (self.program, self.days, self.exceptions, self.today) = (program, days, exceptions, today)
    }

    /// The latest start; a program with fixed weekdays starts on a Monday, so that none of its weeks is in another order.
    ///
    /// - Parameter week: the week with which the program begins.
    public func start(endingOn race: CivilDate, from week: Int) throws(Failure) -> CivilDate {
        if case .until(let last) = program.schedule.length { throw .fixed(last) }
        var estimate = race
        // Pauses in between make the program longer; each round takes another of them into account.
        for _ in 0..<20 {
            guard let end = end(from: estimate, week) else { throw .endless }
            if abs(end.days(until: race)) <= 7 { break }
            estimate = estimate.adding(days: end.days(until: race))
        }
        var starts = (-RaceStart.window...RaceStart.window).reversed().map { estimate.adding(days: $0) }
        if case .weekdays = program.schedule.mode { starts.removeAll { $0.weekday != .monday } }
        let ends = starts.map { (start: $0, end: end(from: $0, week)) }
        if let fitting = ends.first(where: { $0.end == race }) { return fitting.start }
        let possible = ends.filter { $0.start >= today }
        let others = Set((possible.isEmpty ? ends : possible).compactMap(\.end))
        throw .otherDays([others.filter { $0 < race }.max(), others.filter { $0 > race }.min()].compactMap(\.self))
    }

    /// The date of the last workout; nil if it is more than ten years later.
    private func end(from start: CivilDate, _ week: Int) -> CivilDate? {
        let jumps = week == 1 ? [] : [ScheduleException.jump(on: start, to: ProgramPlace(week: week))]
        let calendar = TrainingCalendar(
            program: program,
            start: start,
            trainingDays: TrainingDays(days),
            completions: [],
            exceptions: exceptions + jumps,
            today: start
        )
        let limit = start.adding(days: RaceStart.longest)
        var search = WorkoutSearch(calendar)
        var last: CivilDate?
        while let workout = search.next(before: limit) { last = workout.date }
        guard let last, calendar.day(on: limit.adding(days: -1)).kind == .ended else { return nil }
        return last
    }
}
