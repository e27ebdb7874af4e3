extension Load: CustomStringConvertible {
    /// The load in the usual notation: `80 kg`, `70–75%`, `≥ 75%`, `RPE 8`.
    public var description: String {
        switch self {
        case .weight(let weight, let unit): "\(weight) \(unit.rawValue)"
        case .weightRange(let weights, let unit): "\(weights.lowerBound)–\(weights.upperBound) \(unit.rawValue)"
        case .weightAtLeast(let weight, let unit): "≥ \(weight) \(unit.rawValue)"
        case .percentage(let share, let base): "\(share)\(base)"
        case .percentageRange(let shares, let base): "\(shares.lowerBound.number)–\(shares.upperBound)\(base)"
        case .percentageAtLeast(let share, let base): "≥ \(share)\(base)"
        case .percentagePlus(let share, let base, let plus, let unit): "\(share)\(base)\(plus.signed) \(unit.rawValue)"
        case .rpe(let tenths): "RPE " + decimalText(tenths, places: 1)
        case .rpeRange(let tenths):
            "RPE \(decimalText(tenths.lowerBound, places: 1))–\(decimalText(tenths.upperBound, places: 1))"
        case .rir(let reps): "RIR \(reps)"
        case .rirRange(let reps): "RIR \(reps.lowerBound)–\(reps.upperBound)"
        case .bodyweight(nil, _): "bodyweight"
        case .bodyweight(let plus?, let unit): "bodyweight\(plus.signed) \(unit.rawValue)"
        }
    }

    /// The load as programs write it: `80kg`, `70-75%`, `75%+ 1rm`, `rpe 8`.
    public var notation: String {
        switch self {
        case .weight(let weight, let unit): "\(weight)\(unit.rawValue)"
        case .weightRange(let weights, let unit): "\(weights.lowerBound)-\(weights.upperBound)\(unit.rawValue)"
        case .weightAtLeast(let weight, let unit): "\(weight)\(unit.rawValue)+"
        case .percentage(let share, let base): "\(share)\(base.notation)"
        case .percentageRange(let shares, let base): "\(shares.lowerBound.number)-\(shares.upperBound)\(base.notation)"
        case .percentageAtLeast(let share, let base): "\(share)+\(base.notation)"
        case .percentagePlus(let share, let base, let plus, let unit):
            "\(share)\(base.notation)\(plus.signed)\(unit.rawValue)"
        case .rpe(let tenths): "rpe " + decimalText(tenths, places: 1)
        case .rpeRange(let tenths):
            "rpe \(decimalText(tenths.lowerBound, places: 1))-\(decimalText(tenths.upperBound, places: 1))"
        case .rir(let reps): "rir \(reps)"
        case .rirRange(let reps): "rir \(reps.lowerBound)-\(reps.upperBound)"
        case .bodyweight(nil, _): "bodyweight"
        case .bodyweight(let plus?, let unit): "bodyweight\(plus.signed)\(unit.rawValue)"
        }
    }
}

extension Load.Base: CustomStringConvertible {
    /// What follows a percentage: ` of training max`; nothing for the default.
    public var description: String {
        switch self {
        case .default: ""
        case .trainingMax: " of training max"
        case .oneRepMax: " of 1RM"
        case .topSet: " of top set"
        case .lastSet: " of last set"
        case .exerciseLoad: " of load"
        }
    }

    fileprivate var notation: String { self == .default ? "" : " \(rawValue)" }
}

extension Weight {
    /// The weight with its sign: ` + 5`, ` - 2.5`.
    fileprivate var signed: String {
        thousandths < 0 ? " - \(decimalText(-thousandths, places: 3))" : " + \(self)"
    }
}

extension Percentage {
    /// The percentage without its sign.
    fileprivate var number: String { decimalText(hundredths, places: 2) }
}
