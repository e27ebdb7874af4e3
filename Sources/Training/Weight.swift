/// A weight in thousandths of its unit: exact, so that 2.5 % of it and back is no surprise.
public struct Weight: Sendable, Hashable, Comparable {
    /// The weight in thousandths of a kilogram or pound.
    public let thousandths: Int

    /// Creates a weight from thousandths of a unit.
    public init(thousandths: Int) {
        self.thousandths = thousandths
    }

    /// Orders weights from the lighter to the heavier.
    public static func < (first: Weight, second: Weight) -> Bool { first.thousandths < second.thousandths }

    /// A share of the weight, to the nearest thousandth.
    public func share(_ percentage: Percentage) -> Weight {
        Weight(thousandths: (thousandths * percentage.hundredths + 5000) / 10_000)
    }
}

extension Weight: CustomStringConvertible {
    /// The weight as it is written, `102.5`, without its unit.
    public var description: String { decimalText(thousandths, places: 3) }
}

/// A share in hundredths of a percent.
public struct Percentage: Sendable, Hashable {
    /// The share in hundredths of a percent: 8,500 is 85 %.
    public let hundredths: Int

    /// The whole.
    public static let whole = Percentage(hundredths: 10_000)

    /// Creates a share from hundredths of a percent.
    public init(hundredths: Int) {
        self.hundredths = hundredths
    }
}

extension Percentage: CustomStringConvertible {
    /// The share as it is written, `85%`.
    public var description: String { decimalText(hundredths, places: 2) + "%" }
}

/// A count of the smallest unit as a decimal number without needless zeros.
func decimalText(_ value: Int, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let whole = value.magnitude / UInt(scale)
    var fraction = String(value.magnitude % UInt(scale))
    fraction = String(repeating: "0", count: places - fraction.utf8.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return (value < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : ".\(fraction)")
}
