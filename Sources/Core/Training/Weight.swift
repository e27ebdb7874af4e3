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
