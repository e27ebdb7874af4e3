package import Training

/// What the user typed after a set of a guided workout.
package enum SessionInput: Equatable {
    case asPlanned
    /// The set as done; a load that was not typed is nil.
    case set(PerformedSet)
    case load(PerformedSet.Load)
    case skip, back
    /// Another exercise in place of the current one.
    case alternative
    case quit, help
    case mistake(String)

    package static func parse(_ line: String, unit: WeightUnit, kind: SetPrescription.Kind) -> SessionInput {
        let words = line.lowercased().split(separator: " ").map(String.init)
        switch words.first {
        case nil: return .asPlanned
        case "s", "skip": return .skip
        case "u", "undo", "back": return .back
        case "a", "alternative": return .alternative
        case "q", "quit": return .quit
        case "?", "h", "help": return .help
        case "w": return load(words.dropFirst().joined(separator: " "), unit)
        default: return set(line, unit, kind)
        }
    }

    private static func load(_ text: String, _ unit: WeightUnit) -> SessionInput {
        do {
            let sets = try PerformedSet.parse("1@" + text, unit: unit)
            guard sets.count == 1, let load = sets.first?.load else {
                return .mistake("expected one load, such as w 77.5")
            }
            return .load(load)
        } catch { return .mistake(error.description) }
    }

    private static func set(_ line: String, _ unit: WeightUnit, _ kind: SetPrescription.Kind) -> SessionInput {
        do {
            let sets = try PerformedSet.parse(sides(line), unit: unit, kind: kind)
            guard sets.count == 1, let set = sets.first else {
                return .mistake("enter one set at a time, such as 8 or 8@75")
            }
            return .set(set)
        } catch { return .mistake("\(error.description); ? shows what you can enter") }
    }

    /// Of repetitions per side, such as `8/6`, the smaller number counts.
    private static func sides(_ line: String) -> String {
        let parts = line.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let left = Int(parts[0]), let right = Int(parts[1].prefix { $0.isNumber }), left >= 0
        else { return line }
        return "\(min(left, right))" + parts[1].drop { $0.isNumber }
    }
}
