/// The plates for one side of a bar.
public struct PlateStack: Sendable, Hashable {
    /// The plates of one side, heaviest first.
    public let plates: [Weight]

    /// The weight of a standard bar: 20 kg (IWF, *Technical and Competition Rules*, 3.3) or 45 lb.
    public static func standardBar(_ unit: WeightUnit) -> Weight {
        Weight(thousandths: unit == .kilograms ? 20_000 : 45_000)
    }

    /// The plates of most gyms, heaviest first.
    public static func standardPlates(_ unit: WeightUnit) -> [Weight] {
        let plates =
            unit == .kilograms
            ? [25_000, 20_000, 15_000, 10_000, 5000, 2500, 1250] : [45_000, 35_000, 25_000, 10_000, 5000, 2500]
        return plates.map { Weight(thousandths: $0) }
    }

    /// The plates for a load, as few as possible; nil if the load is lighter than the bar or cannot be made exactly.
    ///
    /// - Parameter available: the plates, of each as many pairs as needed.
    public init?(for load: Weight, bar: Weight, of available: [Weight]) {
        let both = load.thousandths - bar.thousandths
        // A load is at most 2,000.
        guard both >= 0, both <= 2_000_000, both % 2 == 0,
            let plates = PlateTable(available, through: both / 2).plates(for: both / 2)
        else { return nil }
        self.plates = plates
    }
}

extension PlateStack: CustomStringConvertible {
    /// The plates as text: `20 + 2.5`.
    public var description: String { plates.map(\.description).joined(separator: " + ") }
}
