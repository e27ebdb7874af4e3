public import CivilTime
public import Localization
public import Training

extension MessageCatalog {
    /// Why a program does not have its workouts on the weekdays that the user chose, as a sentence.
    public func conflict(_ conflict: DaysConflict, of program: Program, chosen: WeekdaySet) -> String {
        switch conflict {
        case .untrained(let days):
            let workouts = days.weekdays.compactMap { weekday in
                program.workout(on: weekday).map { "\($0.name) (\(list(WeekdaySet([weekday]))))" }
            }
            let own = program.schedule.ownDays ?? .none
            return text(
                .daysUntrained,
                [
                    "program": program.name, "days": list(own), "chosen": list(chosen), "count": "\(own.count)",
                    "workouts": joined(workouts), "option": "--days",
                ]
            )
        case .fixed(let days): return text(.daysFixed, ["program": program.name, "days": list(days)])
        case .tooClose(let days): return text(.daysTooClose, ["program": program.name, "days": list(days)])
        }
    }
}

extension Program {
    fileprivate func workout(on weekday: Weekday) -> ProgramDay? {
        guard case .weekdays(let week) = schedule.mode else { return nil }
        return week[weekday.rawValue - 1].map { days[$0] }
    }
}
