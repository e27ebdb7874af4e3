import CivilTime
import Training

extension Schedule {
    /// The schedule's `mode` in program files.
    var kind: String {
        switch mode {
        case .weekdays: "weekdays"
        case .cycle: "cycle"
        case .rotation: "rotation"
        }
    }

    /// The schedule in English: `mon push, wed pull, fri legs`.
    func inWords(_ days: [ProgramDay]) -> String {
        switch mode {
        case .weekdays(let week):
            zip(Weekday.allCases, week).compactMap { weekday, place in
                place.map { "\(weekday.abbreviation) \(days[$0].id)" }
            }.joined(separator: ", ")
        case .cycle(let cycle):
            "\(cycle.count)-day cycle: " + cycle.map { $0.map { days[$0].id } ?? "rest" }.joined(separator: ", ")
        case .rotation(let rotation, let on, let advance):
            rotation.map { days[$0].id }.joined(separator: ", ")
                + " in rotation on \((on ?? defaultDays)?.description ?? "your training days")"
                + (advance == .onCompletion ? ", advancing when a workout is done" : "")
        }
    }
}
