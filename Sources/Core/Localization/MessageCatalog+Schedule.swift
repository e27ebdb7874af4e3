internal import CivilTime
public import Training

extension MessageCatalog {
    /// How a program's days fall on dates, with the IDs of the days: `Mon push, Wed pull, Fri legs`.
    public func schedule(_ schedule: Schedule, _ days: [ProgramDay]) -> String {
        switch schedule.mode {
        case .weekdays(let week):
            return zip(Weekday.allCases, week).compactMap { weekday, place in
                place.map { "\(format.isPlain ? weekday.abbreviation : format.shortName(weekday)) \(days[$0].id)" }
            }.joined(separator: ", ")
        case .cycle(let cycle):
            let names = cycle.map { $0.map { days[$0].id } ?? text(.calendarRest) }.joined(separator: ", ")
            return text(.scheduleCycle, ["count": "\(cycle.count)", "days": names])
        case .rotation(let rotation, let on, let advance):
            let names = rotation.map { days[$0].id }.joined(separator: ", ")
            let rule =
                (on ?? schedule.defaultDays).map {
                    text(.scheduleRotation, ["days": names, "weekdays": format.list($0)])
                } ?? text(.scheduleOwnDays, ["days": names])
            return advance == .onCompletion ? text(.scheduleAdvancing, ["schedule": rule]) : rule
        }
    }
}
