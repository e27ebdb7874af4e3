public import Training

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

    /// The plates for a load, the heaviest that fit first; nil if the load is lighter than the bar or cannot be made exactly.
    ///
    /// - Parameters:
    ///   - load: the load with the bar.
    ///   - bar: the bar's weight.
    ///   - available: the plates, of each as many pairs as needed.
    public init?(for load: Weight, bar: Weight, of available: [Weight]) {
        let plates = available.filter { $0.thousandths > 0 }.sorted(by: >)
        let both = load.thousandths - bar.thousandths
        // A pair of the lightest plates is at least a thousandth, and a load at most 2,000.
        guard both >= 0, both <= 2_000_000, both % 2 == 0 else { return nil }
        var rest = both / 2
        var stack: [Weight] = []
        for plate in plates {
            let count = rest / plate.thousandths
            guard stack.count + count <= 100 else { return nil }
            stack += Array(repeating: plate, count: count)
            rest -= count * plate.thousandths
        }
        guard rest == 0 else { return nil }
        self.plates = stack
    }
}

extension PlateStack: CustomStringConvertible {
    /// The plates as text: `20 + 2.5`.
    public var description: String { plates.map(\.description).joined(separator: " + ") }
}
