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
