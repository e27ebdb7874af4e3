internal import CivilTime

/// Which dates are training days, and how workouts are assigned to them in order, as long as the user's weekdays stay the same.
struct SlotPattern {
    private enum Slots {
        /// Dates from the start; true has a workout.
        case cycle([Bool])
        /// Weekdays with their own workouts, Monday first.
        case week([Int?])
        /// Weekdays that take the workouts in order.
        case order
    }

    private let slots: Slots
    private let days: WeekdaySet
    private let start: CivilDate
    /// The place of each workout in the cycle, and the length of the cycle; nil if there is no cycle.
    private let cycle: (places: [Int], length: Int)?
    /// The workouts in the order of the training days from the start, as indices into `Program.days`.
    var sequence: [Int]

    /// - Parameter start: the date of the first day of the first week.
    init(_ schedule: Schedule, start: CivilDate, chosen: WeekdaySet) {
        self.start = start
        let isChoice = chosen != .all && !chosen.isEmpty
        switch schedule.mode {
        case .weekdays(let own):
            let week = schedule.week(own, on: chosen)
            let first = start.weekday.rawValue - 1
            sequence = (0..<7).compactMap { week[(first + $0) % 7] }
            days = WeekdaySet(Weekday.allCases.filter { week[$0.rawValue - 1] != nil })
            (slots, cycle) = (.week(week), nil)
        case .cycle(let entries):
            sequence = entries.compactMap { $0 }
            days = chosen
            slots = isChoice ? .order : .cycle(entries.map { $0 != nil })
            cycle = (entries.indices.filter { entries[$0] != nil }, entries.count)
        case .rotation(let rotation, let own, _):
            sequence = rotation
            days = own ?? (chosen == .all ? schedule.defaultDays ?? .all : chosen)
            (slots, cycle) = (.order, nil)
        }
    }

    func isTrainingDay(_ date: CivilDate, cycleDay: Int) -> Bool {
        if case .cycle(let entries) = slots { return entries[cycleDay % entries.count] }
        return days.contains(date.weekday)
    }

    /// The day of the cycle after another one; while the cycle follows weekdays, the day of the next workout.
    func cycleDay(after day: Int, next position: Int) -> Int {
        guard case .order = slots, cycle != nil else { return day + 1 }
        return cycleDay(at: position, isFirst: false)
    }

    /// The day of the cycle at a position.
    ///
    /// - Parameter isFirst: whether the rest days before the first workout of the cycle come first.
    func cycleDay(at position: Int, isFirst: Bool) -> Int {
        guard let cycle else { return 0 }
        let place = isFirst ? 0 : cycle.places[position % cycle.places.count]
        return position / cycle.places.count * cycle.length + place
    }

    /// Whether each weekday has its own workout.
    var isWeekly: Bool {
        if case .week = slots { true } else { false }
    }

    /// The number of weekdays with a program day, from Monday through another weekday.
    func count(of day: Int, through last: Weekday) -> Int {
        guard case .week(let week) = slots else { return 0 }
        return week.prefix(last.rawValue).count { $0 == day }
    }

    /// The number of weekdays with their own workout before a date, within its seven days from the start.
    func place(of date: CivilDate) -> Int {
        guard case .week(let week) = slots else { return 0 }
        let first = start.weekday.rawValue - 1
        let passed = (date.weekday.rawValue - 1 - first + 7) % 7
        return (0..<passed).count { week[(first + $0) % 7] != nil }
    }
}
