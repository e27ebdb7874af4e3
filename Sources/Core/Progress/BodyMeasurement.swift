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
