internal import CivilTime

/// Which dates are training days, and how workouts are assigned to them in order.
struct SlotPattern {
    private let mode: Schedule.Mode
    private let days: WeekdaySet
    private let start: CivilDate
    /// The workouts in the order of the training days from the start, as indices into `Program.days`.
    let sequence: [Int]

    init(_ mode: Schedule.Mode, start: CivilDate, trainingDays: WeekdaySet) {
        self.mode = mode
        self.start = start
        switch mode {
        case .weekdays(let week):
            let first = start.weekday.rawValue - 1
            sequence = (0..<7).compactMap { week[(first + $0) % 7] }
            days = WeekdaySet(Weekday.allCases.filter { week[$0.rawValue - 1] != nil })
        case .cycle(let cycle):
            sequence = cycle.compactMap { $0 }
            days = .all
        case .rotation(let rotation, let own, _):
            sequence = rotation
            days = own ?? trainingDays
        }
    }

    func isTrainingDay(_ date: CivilDate, cycleDay: Int) -> Bool {
        if case .cycle(let cycle) = mode { return cycle[cycleDay % cycle.count] != nil }
        return days.contains(date.weekday)
    }

    /// The length of a cycle in days; 1 if there is no cycle.
    var cycleLength: Int {
        if case .cycle(let cycle) = mode { cycle.count } else { 1 }
    }

    /// Whether each weekday has its own workout.
    var isWeekly: Bool {
        if case .weekdays = mode { true } else { false }
    }

    /// The number of weekdays with their own workout before a date, within its seven days from the start.
    func place(of date: CivilDate) -> Int {
        guard case .weekdays(let week) = mode else { return 0 }
        let first = start.weekday.rawValue - 1
        let passed = (date.weekday.rawValue - 1 - first + 7) % 7
        return (0..<passed).count { week[(first + $0) % 7] != nil }
    }
}
