/// A weight in thousandths of its unit: exact, so that fractions such as 2.5% do not accumulate rounding errors.
public struct Weight: Sendable, Hashable, Comparable {
    /// The weight in thousandths of a kilogram or pound.
    public let thousandths: Int

    public init(thousandths: Int) { self.thousandths = thousandths }

    /// Orders weights from the lighter to the heavier.
    public static func < (first: Weight, second: Weight) -> Bool { first.thousandths < second.thousandths }

    /// A percentage of the weight, rounded to the nearest thousandth.
    public func share(_ percentage: Percentage) -> Weight {
        Weight(thousandths: (thousandths * percentage.hundredths + 5000) / 10_000)
    }
}

extension Weight: CustomStringConvertible {
    /// The weight as text without its unit: `102.5`.
    public var description: String { decimalText(thousandths, places: 3) }
}

/// A percentage in hundredths of a percent.
public struct Percentage: Sendable, Hashable, Comparable {
    /// The percentage in hundredths of a percent: 8,500 is 85%.
    public let hundredths: Int

    /// 100%.
    public static let whole = Percentage(hundredths: 10_000)

    public init(hundredths: Int) { self.hundredths = hundredths }

    /// Orders percentages from the lower to the higher.
    public static func < (first: Percentage, second: Percentage) -> Bool { first.hundredths < second.hundredths }
}

extension Percentage: CustomStringConvertible {
    /// The percentage as text: `85%`.
    public var description: String { decimalText(hundredths, places: 2) + "%" }
}

/// A number in units of 10^-`places` as a decimal number without trailing zeros.
func decimalText(_ value: Int, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let whole = value.magnitude / UInt(scale)
    var fraction = String(value.magnitude % UInt(scale))
    fraction = String(repeating: "0", count: places - fraction.utf8.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return (value < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : ".\(fraction)")
}

/// The unit in which a program writes its loads.
public enum WeightUnit: String, Sendable, Hashable, CaseIterable {
    case kilograms = "kg"
    case pounds = "lb"

    /// The heaviest load that is accepted as typed, in thousandths: 1,000 kg or 2,000 lb.
    var mostThousandths: Int { self == .kilograms ? 1_000_000 : 2_000_000 }
}

extension Weight {
    /// The weight in another unit, rounded to the nearest thousandth, ties away from zero.
    ///
    /// A pound is exactly 0.45359237 kg (international yard and pound agreement, 1959).
    public func converted(from unit: WeightUnit, to other: WeightUnit) -> Weight {
        guard unit != other else { return self }
        let (multiplier, divisor) = unit == .pounds ? (45_359_237, 100_000_000) : (100_000_000, 45_359_237)
        // Beyond this bound, which is far above what can be lifted, the multiplication could overflow.
        let bounded = min(thousandths.magnitude, 1 << 36)
        let magnitude = (Int(bounded) * multiplier + divisor / 2) / divisor
        return Weight(thousandths: thousandths < 0 ? -magnitude : magnitude)
    }
}

/// How computed loads are rounded to loads that can be put on a bar.
public struct Rounding: Sendable, Hashable {
    /// The rounding direction.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// To the nearest step; ties round up.
        case nearest
        case down, up
    }

    /// The step between possible loads.
    public let step: Weight
    public let direction: Direction

    /// Creates a rounding; `step` must be above zero.
    public init(step: Weight, direction: Direction) {
        self.step = step
        self.direction = direction
    }

    /// A rounded weight.
    ///
    /// Rounding down reduces the weight, so it increases assistance.
    public func rounded(_ weight: Weight) -> Weight {
        let size = max(1, step.thousandths)
        // Assistance is a negative weight.
        let rest = weight.thousandths % size
        let remainder = rest < 0 ? rest + size : rest
        let below = weight.thousandths - remainder
        let isUp =
            switch direction {
            case .nearest: remainder * 2 >= size
            case .down: false
            case .up: remainder > 0
            }
        return Weight(thousandths: isUp ? below + size : below)
    }
}
