public import CivilTime

extension BodyMeasurement {
    /// Why a text is not a measurement.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        /// What is wrong and what is expected.
        public let description: String
    }

    /// Parses a measurement as people type it: `82.4kg`, `182 lb`, `84cm`, `33,5in`, `15%`, with at most three decimals.
    ///
    /// - Parameter usual: the unit of a value without one; nil if it is not known. Body fat needs none.
    public init(parsing text: String, _ kind: Kind, usual: Unit?, on date: CivilDate) throws(Problem) {
        let examples = kind.examples
        func wrong(_ what: String = "") -> Problem {
            Problem(description: "\(what)expected a value such as \(examples)")
        }
        // Many languages write a decimal comma.
        let commas = text.utf8.count { $0 == UInt8(ascii: ",") }
        let dotted = commas == 1 && !text.contains(".") ? String(text.map { $0 == "," ? "." : $0 }) : text
        let trimmed = dotted.split(separator: " ").joined(separator: " ")
        let number = trimmed.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : ""
        guard let first = parts.first, !first.isEmpty, first.utf8.count <= 6, parts.count <= 2,
            parts.count == 1 || !decimals.isEmpty, let thousandths = Int(first + (decimals + "000").prefix(3))
        else { throw wrong() }
        guard decimals.utf8.count <= 3 else { throw wrong("at most three decimals are allowed; ") }
        let unit = try BodyMeasurement.unit(trimmed.dropFirst(number.count).drop { $0 == " " }, kind, usual, number)
        guard let measurement = BodyMeasurement(kind, thousandths: thousandths, unit, on: date) else {
            throw Problem(description: "expected \(kind.limitsText)")
        }
        self = measurement
    }

    private static func unit(_ word: Substring, _ kind: Kind, _ usual: Unit?, _ number: Substring) throws(Problem)
        -> Unit
    {
        let units = kind.units
        guard word.isEmpty else {
            let name = word.lowercased() == "lbs" ? "lb" : word.lowercased()
            if let unit = units.first(where: { $0.rawValue == name }) { return unit }
            let known = units.map(\.rawValue).joined(separator: " or ")
            throw Problem(description: "unknown unit; \(kind.rawValue) is measured in \(known)")
        }
        if let usual, units.contains(usual) { return usual }
        if units.count == 1 { return units[0] }
        let written = units.map { "\(number)\($0.rawValue)" }.joined(separator: " or ")
        throw Problem(description: "the unit is missing; write \(written)")
    }
}

extension BodyMeasurement.Kind {
    /// Examples of values, for messages: `82.4kg or 182lb`.
    public var examples: String {
        switch self {
        case .weight: "82.4kg or 182lb"
        case .bodyFat: "15%"
        case .neck, .shoulders, .chest, .waist, .hips, .arm, .forearm, .thigh, .calf: "84cm or 33in"
        }
    }
}
