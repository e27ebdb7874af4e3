internal import CivilTime

extension Schedule {
    /// The fewest and the most workouts in seven consecutive dates, from 0 to 7.
    ///
    /// It follows from the mode: the weekdays that have a workout; in a cycle, the workouts in any seven of its dates; in a rotation, the
    /// weekdays in `on`, or its default days, as far as `restDaysBetween` allows. A rotation without either trains on the user's training
    /// days, so that any number up to the most that `restDaysBetween` allows is possible. Missed workouts, exceptions and days that weeks swap for rest do not
    /// count.
    public var daysPerWeek: ClosedRange<Int> {
        switch mode {
        case .weekdays(let week):
            let count = week.count { $0 != nil }
            return count...count
        case .cycle(let cycle):
            return Schedule.range(ofWeeksIn: cycle.map { $0 != nil })
        case .rotation(_, let own, _):
            guard let days = own ?? defaultDays else {
                return 1...max(1, (7 + restDaysBetween) / (restDaysBetween + 1))
            }
            return restDaysBetween == 0 ? days.count...days.count : Schedule.range(ofWeeksIn: workouts(on: days))
        }
    }

    /// Whether each date of a rotation has a workout, from the date on which the pattern begins to repeat until it repeats.
    private func workouts(on weekdays: WeekdaySet) -> [Bool] {
        var dates: [Bool] = []
        // A workout's weekday determines the dates of all later ones.
        var starts: [Weekday: Int] = [:]
        var date = 0
        var rest = 0
        while weekdays != .none {
            let weekday = Weekday.allCases[date % 7]
            let isWorkout = rest == 0 && weekdays.contains(weekday)
            if isWorkout, let start = starts.updateValue(date, forKey: weekday) { return Array(dates[start...]) }
            dates.append(isWorkout)
            rest = isWorkout ? restDaysBetween : max(0, rest - 1)
            date += 1
        }
        return [false]
    }

    /// The fewest and the most workouts in seven consecutive dates of a pattern that repeats.
    private static func range(ofWeeksIn pattern: [Bool]) -> ClosedRange<Int> {
        guard !pattern.isEmpty else { return 0...0 }
        let counts = pattern.indices.map { start in
            (start..<start + 7).count { pattern[$0 % pattern.count] }
        }
        return (counts.min() ?? 0)...(counts.max() ?? 0)
    }
}
