public import CivilTime

/// Why a program does not have its workouts on exactly the weekdays that the user chose.
public enum DaysConflict: Sendable, Hashable {
    /// These fixed weekdays of the program are not among the chosen days, and the numbers of both differ.
    case untrained(WeekdaySet)
    /// The program's rotation fixes its weekdays.
    case fixed(WeekdaySet)
    /// The rest days that the program requires leave no workouts for these days.
    case tooClose(WeekdaySet)
}

/// How a schedule follows the weekdays that the user chose.
extension Schedule {
    /// The weekdays that the schedule fixes; nil if it prescribes only an order.
    public var ownDays: WeekdaySet? {
        switch mode {
        case .weekdays(let week): Schedule.days(of: week)
        case .rotation(_, let on, _): on
        case .cycle: nil
        }
    }

    public var takesDays: Bool {
        switch mode {
        case .weekdays, .rotation(_, nil, _): true
        case .cycle, .rotation: false
        }
    }

    /// The weekdays that it has if the user chooses none; nil for every day.
    public var usualDays: WeekdaySet? { ownDays ?? defaultDays }

    /// Why the schedule does not follow the chosen weekdays; nil if it does, or if there is no choice.
    public func conflict(with chosen: WeekdaySet) -> DaysConflict? {
        guard chosen != .all, !chosen.isEmpty else { return nil }
        switch mode {
        case .cycle: return nil
        case .weekdays:
            let untrained = WeekdaySet((ownDays ?? .none).weekdays.filter { !isTrained(on: $0, chosen) })
            return untrained.isEmpty ? nil : .untrained(untrained)
        case .rotation(_, let on?, _): return on == chosen ? nil : .fixed(on)
        case .rotation(_, nil, _):
            let trained = workouts(on: chosen, from: chosen.weekdays[0])
            let idle = WeekdaySet(chosen.weekdays.filter { !trained.contains($0) })
            return idle.isEmpty ? nil : .tooClose(idle)
        }
    }

    /// The fixed weekdays with the user's choice applied: the workouts of the week in order on as many other days, or else as they are.
    func week(_ week: [Int?], on chosen: WeekdaySet) -> [Int?] {
        let workouts = week.compactMap { $0 }
        guard chosen.count == workouts.count else { return week }
        var rest = workouts[...]
        return Weekday.allCases.map { chosen.contains($0) ? rest.popFirst() : nil }
    }

    /// Whether the user trains a workout that the schedule has on a weekday.
    ///
    /// Only fixed weekdays whose number differs from the number of chosen days may have workouts on other days.
    func isTrained(on weekday: Weekday, _ chosen: WeekdaySet) -> Bool {
        guard case .weekdays(let week) = mode, Schedule.days(of: week).count != chosen.count else {
            return !chosen.isEmpty
        }
        return chosen.contains(weekday)
    }

    /// The weekdays that get a workout in eight weeks, given the rest days that a rotation requires.
    private func workouts(on days: WeekdaySet, from first: Weekday) -> WeekdaySet {
        var result = WeekdaySet.none
        var last: Int?
        for day in 0..<56 {
            let weekday = Weekday.allCases[(first.rawValue - 1 + day) % 7]
            guard days.contains(weekday), last.map({ day - $0 > restDaysBetween }) ?? true else { continue }
            result.insert(weekday)
            last = day
        }
        return result
    }

    private static func days(of week: [Int?]) -> WeekdaySet {
        WeekdaySet(Weekday.allCases.filter { week[$0.rawValue - 1] != nil })
    }
}
