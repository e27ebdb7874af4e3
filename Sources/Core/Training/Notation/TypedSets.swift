/// Performed sets as people type them.
package enum TypedSets {
    /// Parses sets; a load also belongs to the repetitions before it that have none, as in `5,5,3@60kg`.
    package static func parse(_ text: String, _ unit: WeightUnit, kind: SetPrescription.Kind = .work)
        throws(PerformedSet.Problem) -> [PerformedSet]
    {
        loaded(try PerformedSet.parse(attached(text), unit: unit, kind: kind))
    }

    /// Text in which a load before or after the sets belongs to them: `80kg 5x5` and `5,5,5 60 kg` are `5x5@80kg` and `5,5,5@60kg`.
    package static func attached(_ text: String) -> String {
        guard !text.contains("@") else { return text }
        var words: [String] = []
        for word in text.split(separator: " ").map(String.init) {
            if let last = words.last, units.contains(word.lowercased()), isNumber(last) {
                words[words.count - 1] += word
            } else {
                words.append(word)
            }
        }
        guard words.count > 1 else { return text }
        let load: String
        if isLoad(words[words.count - 1]) {
            load = words.removeLast()
        } else if isLoad(words[0]) {
            load = words.removeFirst()
        } else {
            return text
        }
        let end = words.firstIndex { $0.lowercased() == "rpe" } ?? words.count
        guard end > 0 else { return text }
        words[end - 1] += "@" + load
        return words.joined(separator: " ")
    }

    private static let units = ["kg", "lb", "lbs"]

    package static func isNumber(_ word: some StringProtocol) -> Bool {
        // With a decimal comma, there is one comma; `5,5,5` are sets.
        !word.isEmpty && word.utf8.count { $0 == UInt8(ascii: ",") } <= 1
            && word.utf8.allSatisfy { (48...57).contains($0) || ".,".utf8.contains($0) }
    }

    package static func isLoad(_ word: String) -> Bool {
        units.contains { word.lowercased().hasSuffix($0) && isNumber(word.dropLast($0.count)) }
    }

    package static func loaded(_ sets: [PerformedSet]) -> [PerformedSet] {
        var following: PerformedSet?
        let backwards = sets.reversed().map { set in
            if set.load == nil, set.amount.reps != nil, let load = following?.load, following?.kind == set.kind {
                return set.with(load: load)
            }
            following = set
            return set
        }
        return backwards.reversed()
    }
}

/// A weight as people type it: `140kg`, `82.5 kg`, `315lb`; without a unit, in a default unit.
public struct TypedWeight: Sendable, Hashable {
    /// Why a text is not a weight.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        /// What is wrong and what is expected.
        public let description: String
    }

    public let weight: Weight
    public let unit: WeightUnit

    /// Parses a weight above zero and up to 1,000 kg or 2,000 lb, with at most three decimals.
    public init(parsing text: String, unit defaultUnit: WeightUnit) throws(Problem) {
        // Many languages write a decimal comma.
        let commas = text.utf8.filter { $0 == UInt8(ascii: ",") }.count
        let dotted = commas == 1 && !text.contains(".") ? String(text.map { $0 == "," ? "." : $0 }) : text
        let bytes = Array(dotted.utf8)
        let load = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(SetNotation.Failure) in try SetNotation.parseLoad(bytes, units: defaultUnit) }
        }
        switch load {
        case .success(.weight(let weight, let unit)):
            guard weight.thousandths > 0, weight.thousandths <= unit.mostThousandths else {
                let most = unit.mostThousandths / 1000
                throw Problem(description: "expected a weight above 0 and up to \(most) \(unit.rawValue)")
            }
            (self.weight, self.unit) = (weight, unit)
        case .success: throw Problem(description: "expected a weight such as 82.5kg or 180lb")
        case .failure(let failure):
            throw Problem(description: "\(failure.message); expected a weight such as 82.5kg or 180lb")
        }
    }
}
