/// The weights that plates add up to on one side of a bar, with as many pairs of each plate as needed.
struct PlateTable {
    /// The greatest common divisor of the plates, in thousandths.
    private let step: Int
    /// The plates in steps, heaviest first.
    private let plates: [Int]
    /// For each number of steps, the fewest plates that add up to it, and the heaviest of them; nil if none do.
    private var best: [(count: Int, plate: Int)?]

    /// - Parameters:
    ///   - plates: the plates in thousandths; plates of zero or less are ignored.
    ///   - limit: the weight to cover at least, in thousandths.
    init(_ plates: [Weight], through limit: Int) {
        let sizes = Set(plates.map(\.thousandths).filter { $0 > 0 })
        let step = sizes.reduce(0, PlateTable.divisor)
        self.step = max(1, step)
        self.plates = sizes.sorted(by: >).map { [step = self.step] in $0 / step }
        best = [(0, 0)]
        // One more plate than needed, so that there is a weight above the limit, too.
        let last = self.plates.isEmpty ? 0 : max(0, limit) / self.step + (self.plates.first ?? 0)
        for sum in stride(from: 1, through: last, by: 1) {
            var fewest: (count: Int, plate: Int)?
            for plate in self.plates where plate <= sum {
                guard let rest = best[sum - plate], rest.count + 1 < fewest?.count ?? .max else { continue }
                fewest = (rest.count + 1, plate)
            }
            best.append(fewest)
        }
    }

    /// The plates that add up to a weight exactly, heaviest first; nil if none do.
    func plates(for weight: Int) -> [Weight]? {
        guard weight >= 0, weight % step == 0, weight / step < best.count else { return nil }
        var (rest, result) = (weight / step, [Weight]())
        while rest > 0 {
            guard let plate = best[rest]?.plate else { return nil }
            result.append(Weight(thousandths: plate * step))
            rest -= plate
        }
        return result.sorted(by: >)
    }

    /// The weights closest to another one from below and from above; nil above the covered weights.
    func neighbours(of weight: Int) -> (below: Int, above: Int?) {
        let place = max(0, weight) / step
        let below = best.indices.prefix(place + 1).last { best[$0] != nil } ?? 0
        if below * step == weight { return (weight, weight) }
        let above = best.indices.dropFirst(place + 1).first { best[$0] != nil }
        return (below * step, above.map { $0 * step })
    }

    private static func divisor(_ one: Int, _ other: Int) -> Int {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }
}

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
