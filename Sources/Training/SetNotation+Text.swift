extension SetPrescription: CustomStringConvertible {
    /// The sets in the usual notation: `3×5 @ 80%`.
    public var description: String {
        (count == 1 ? "" : "\(count)×") + target.description + (load.map { " @ \($0)" } ?? "")
    }
}

extension SetTarget: CustomStringConvertible {
    /// The target in the usual notation: `8–12`, `5+`, `60 s`.
    public var description: String {
        switch self {
        case .reps(let reps): "\(reps)"
        case .range(let least, let most): "\(least)–\(most)"
        case .amrap(0): "AMRAP"
        case .amrap(let least): "\(least)+"
        case .time(let seconds) where seconds >= 120 && seconds % 60 == 0: "\(seconds / 60) min"
        case .time(let seconds): "\(seconds) s"
        case .distance(let metres) where metres >= 1000: decimalText(metres, places: 3) + " km"
        case .distance(let metres): "\(metres) m"
        }
    }
}

extension Load: CustomStringConvertible {
    /// The load in the usual notation: `80 kg`, `75%`, `RPE 8`.
    public var description: String {
        switch self {
        case .weight(let weight, let unit): "\(weight) \(unit.rawValue)"
        case .percentage(let share, .default): "\(share)"
        case .percentage(let share, .trainingMax): "\(share) of training max"
        case .percentage(let share, .oneRepMax): "\(share) of 1RM"
        case .rpe(let tenths): "RPE " + decimalText(tenths, places: 1)
        case .rir(let reps): "RIR \(reps)"
        case .bodyweight(nil, _): "bodyweight"
        case .bodyweight(let plus?, let unit): "bodyweight + \(plus) \(unit.rawValue)"
        }
    }
}

extension Progression: CustomStringConvertible {
    /// A short description of the progression.
    public var description: String {
        switch self {
        case .linear(let add, let period, let fails, let deload):
            "add \(add) each \(period.rawValue)"
                + (fails.map { "; after \($0) failures, reduce by \(deload ?? Percentage(hundredths: 1000))" } ?? "")
        case .repGoal(let reps, let add): "once the sets add up to \(reps) repetitions, add \(add)"
        case .double(let add): "work up to the top of the rep range, then add \(add)"
        case .stages(let stages, let add, let reset):
            "add \(add) each session; on failure "
                + stages.map { $0.map(\.description).joined(separator: ", ") }.joined(separator: " → ")
                + (reset.map { ", then restart at \($0)" } ?? "")
        case .amrapTable(let rows):
            "by AMRAP set: "
                + rows.map { $0.description }.joined(separator: ", ")
        case .perCycle(let add): "add \(add) each cycle"
        case .none: "none"
        }
    }
}

extension Progression.AmrapRow: CustomStringConvertible {
    /// A short description of the row: `2–3 reps add 2.5`.
    public var description: String {
        let most = through.map { $0 == from ? "" : "–\($0)" } ?? "+"
        return "\(from)\(most) reps add \(add)"
    }
}
