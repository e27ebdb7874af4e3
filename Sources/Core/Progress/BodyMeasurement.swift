public import CivilTime
internal import Training

/// A measurement of the athlete's body on a date.
public struct BodyMeasurement: Sendable, Hashable {
    /// What was measured.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case weight
        /// The share of fat in the body weight.
        case bodyFat = "body-fat"
        /// Girths, of one side where the body has two.
        case neck, shoulders, chest, waist, hips, arm, forearm, thigh, calf
    }

    /// A unit of measurements.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case kilograms = "kg"
        case pounds = "lb"
        case centimetres = "cm"
        case inches = "in"
        case percent = "%"
    }

    public let kind: Kind
    /// The value in thousandths of its unit.
    public let thousandths: Int
    public let unit: Unit
    public let date: CivilDate

    /// - Returns: nil for a unit of another quantity, and for a value outside the limits: 20 to 400 kg, 10 to 300 cm, or 2 to 75 %.
    public init?(_ kind: Kind, thousandths: Int, _ unit: Unit, on date: CivilDate) {
        guard kind.units.contains(unit) else { return nil }
        let (least, most, size) = (kind.limits.lowerBound, kind.limits.upperBound, unit.thousandth)
        guard ((least + size - 1) / size...most / size).contains(thousandths) else { return nil }
        self.kind = kind
        self.thousandths = thousandths
        self.unit = unit
        self.date = date
    }

    /// The value in a unit in which all units of the kind are whole numbers.
    private var exact: Int { thousandths * unit.thousandth }

    /// The difference from another measurement of the same kind, in thousandths of this one's unit, rounded to the nearest, ties away
    /// from zero.
    public func change(since other: BodyMeasurement) -> Int {
        let (difference, half) = (exact - other.exact, unit.thousandth / 2)
        return (difference < 0 ? difference - half : difference + half) / unit.thousandth
    }

    /// The mass and its unit; nil unless a weight was measured.
    var mass: (mass: Mass, unit: WeightUnit)? {
        switch unit {
        case .kilograms: (Mass(tensOfNanograms: Int128(exact)), .kilograms)
        case .pounds: (Mass(tensOfNanograms: Int128(exact)), .pounds)
        case .centimetres, .inches, .percent: nil
        }
    }
}

extension BodyMeasurement: CustomStringConvertible {
    /// The value and its unit as text: `82.4 kg`, `15%`.
    public var description: String {
        "\(Weight(thousandths: thousandths))" + (unit == .percent ? "%" : " \(unit.rawValue)")
    }

    /// A difference in thousandths of a unit as text: `-0.6 kg`, `+1.5 cm`, `no change`.
    public static func text(change: Int, _ unit: Unit) -> String {
        guard change != 0 else { return "no change" }
        let name = unit == .percent ? "percentage points" : unit.rawValue
        return (change > 0 ? "+" : "") + "\(Weight(thousandths: change)) \(name)"
    }
}

extension BodyMeasurement.Kind {
    /// The units in which it is measured, the metric one first.
    public var units: [BodyMeasurement.Unit] {
        switch self {
        case .weight: [.kilograms, .pounds]
        case .bodyFat: [.percent]
        case .neck, .shoulders, .chest, .waist, .hips, .arm, .forearm, .thigh, .calf: [.centimetres, .inches]
        }
    }

    /// The accepted values: tens of nanograms, nanometres, or thousandths of a percent.
    fileprivate var limits: ClosedRange<Int> {
        switch self {
        case .weight: 20_000 * 100_000_000...400_000 * 100_000_000
        case .bodyFat: 2000...75_000
        case .neck, .shoulders, .chest, .waist, .hips, .arm, .forearm, .thigh, .calf: 10_000 * 10_000...300_000 * 10_000
        }
    }

    var limitsText: String {
        switch self {
        case .weight: "20 to 400 kg (about 44 to 882 lb)"
        case .bodyFat: "2 to 75%"
        case .neck, .shoulders, .chest, .waist, .hips, .arm, .forearm, .thigh, .calf: "10 to 300 cm (about 4 to 118 in)"
        }
    }
}

extension BodyMeasurement.Unit {
    /// A thousandth: in tens of nanograms, in nanometres, or for percent in itself.
    ///
    /// A pound is exactly 0.45359237 kg and an inch 25.4 mm (international yard and pound agreement, 1959).
    fileprivate var thousandth: Int {
        switch self {
        case .kilograms: 100_000_000
        case .pounds: 45_359_237
        case .centimetres: 10_000
        case .inches: 25_400
        case .percent: 1
        }
    }
}

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

/// The measurements of one kind, one per date.
public struct MeasurementSeries: Sendable {
    /// An earlier measurement, and the difference from it.
    public struct Change: Sendable, Hashable {
        public let earlier: BodyMeasurement
        /// The difference in thousandths of the later one's unit.
        public let thousandths: Int

        init(from earlier: BodyMeasurement, to later: BodyMeasurement) {
            self.earlier = earlier
            thousandths = later.change(since: earlier)
        }
    }

    /// The days before the latest measurement that count as about a month before it.
    private static let month = 15...45

    public let kind: BodyMeasurement.Kind
    /// The measurements by date; if a date has several, the last recorded one counts.
    public let values: [BodyMeasurement]

    /// - Parameter recorded: measurements of any kinds, in the order in which they were recorded.
    public init(_ kind: BodyMeasurement.Kind, _ recorded: [BodyMeasurement]) {
        self.kind = kind
        let byDate = Dictionary(recorded.lazy.filter { $0.kind == kind }.map { ($0.date, $0) }) { $1 }
        values = byDate.values.sorted { $0.date < $1.date }
    }

    /// The kinds that were measured, in the order of `BodyMeasurement.Kind`.
    public static func all(_ recorded: [BodyMeasurement]) -> [MeasurementSeries] {
        BodyMeasurement.Kind.allCases.map { MeasurementSeries($0, recorded) }.filter { !$0.values.isEmpty }
    }

    /// The change of each measurement since the one before; nil for the first.
    public var changes: [Change?] {
        values.isEmpty ? [] : [nil] + zip(values, values.dropFirst()).map { Change(from: $0, to: $1) }
    }

    /// The change of the latest measurement since the one nearest to 30 days before it, the earlier of two equally near; nil if there is
    /// none from 15 to 45 days before.
    public var monthlyChange: Change? {
        guard let latest = values.last else { return nil }
        let candidates = values.filter { MeasurementSeries.month.contains($0.date.days(until: latest.date)) }
        let nearest = candidates.min { distance($0, latest) < distance($1, latest) }
        return nearest.map { Change(from: $0, to: latest) }
    }

    private func distance(_ earlier: BodyMeasurement, _ latest: BodyMeasurement) -> Int {
        abs(earlier.date.days(until: latest.date) - 30)
    }

    func latest(on date: CivilDate) -> BodyMeasurement? {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if values[middle].date <= date { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? values[low - 1] : nil
    }
}
