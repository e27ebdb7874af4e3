extension SetPrescription: CustomStringConvertible {
    /// The sets in the usual notation: `3×5 @ 80%`.
    public var description: String { counted("–", "×") + singleDescription }

    /// One of the sets in the usual notation: `5 @ 80% up to RPE 8`.
    public var singleDescription: String { singleDescription(with: load.map { " @ \($0)" } ?? "") }

    /// One of the sets with a load in words: ` @ 80 kg`.
    public func singleDescription(with load: String) -> String {
        target.description + technique.description + load
            + (rpeCap.map { " up to RPE " + decimalText($0, places: 1) } ?? "")
    }

    /// The sets as programs write them, without kind, rest and notes: `3x5 @ 80%`.
    public var notation: String {
        counted("-", "x") + target.notation + technique.notation + (load.map { " @ " + $0.notation } ?? "")
            + (rpeCap.map { " cap rpe " + decimalText($0, places: 1) } ?? "")
    }

    private func counted(_ dash: String, _ times: String) -> String {
        count < mostCount ? "\(count)\(dash)\(mostCount)\(times)" : count == 1 ? "" : "\(count)\(times)"
    }
}

extension SetTechnique: CustomStringConvertible {
    /// What follows a target: ` every 60 s`, ` rest-pause`; nothing for straight sets.
    public var description: String {
        switch self {
        case .straight: ""
        case .restPause: " rest-pause"
        case .myoReps: " myo-reps"
        case .every(let seconds): " every \(SetTarget.time(seconds: seconds))"
        }
    }

    fileprivate var notation: String {
        switch self {
        case .straight: ""
        case .restPause: " rest-pause"
        case .myoReps: " myo"
        case .every(let seconds): " every \(seconds)s"
        }
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
        case .total(let reps): "\(reps) total"
        case .totalRange(let least, let most): "\(least)–\(most) total"
        case .within(let reps, let seconds): "\(reps) in \(SetTarget.time(seconds: seconds))"
        case .amrapWithin(let least, let seconds):
            "\(SetTarget.amrap(atLeast: least)) in \(SetTarget.time(seconds: seconds))"
        case .repMax(let reps): "\(reps)RM"
        case .time(let seconds) where seconds >= 120 && seconds % 60 == 0: "\(seconds / 60) min"
        case .time(let seconds): "\(seconds) s"
        case .timeRange(let least, let most) where least >= 60 && least % 60 == 0 && most % 60 == 0:
            "\(least / 60)–\(most / 60) min"
        case .timeRange(let least, let most): "\(least)–\(most) s"
        case .distance(let metres) where metres >= 1000: decimalText(metres, places: 3) + " km"
        case .distance(let metres): "\(metres) m"
        }
    }

    /// The target as programs write it: `8-12`, `5+`, `60s`.
    public var notation: String {
        switch self {
        case .reps(let reps): "\(reps)"
        case .range(let least, let most): "\(least)-\(most)"
        case .amrap(0): "AMRAP"
        case .amrap(let least): "\(least)+"
        case .total(let reps): "\(reps) total"
        case .totalRange(let least, let most): "\(least)-\(most) total"
        case .within(let reps, let seconds): "\(reps) in \(seconds)s"
        case .amrapWithin(let least, let seconds): "\(SetTarget.amrap(atLeast: least).notation) in \(seconds)s"
        case .repMax(let reps): "\(reps)RM"
        case .time(let seconds): "\(seconds)s"
        case .timeRange(let least, let most): "\(least)-\(most)s"
        case .distance(let metres): "\(metres)m"
        }
    }
}
