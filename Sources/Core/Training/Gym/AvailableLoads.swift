/// The loads that equipment allows.
public enum AvailableLoads: Sendable, Hashable {
    /// A bar with the same plates on both sides, as many pairs of each as needed.
    case bar(Weight, plates: [Weight], WeightUnit)
    /// Single weights, such as dumbbells or the stack of a machine, lightest first; at least one.
    case fixed([Weight], WeightUnit)

    public var unit: WeightUnit {
        switch self {
        case .bar(_, _, let unit), .fixed(_, let unit): unit
        }
    }

    /// The lightest load; nil without any.
    public var lightest: Weight? {
        switch self {
        case .bar(let bar, _, _): bar
        case .fixed(let weights, _): weights.first
        }
    }

    /// The load that is closest to a weight, in the unit of the equipment.
    ///
    /// Of two loads that are equally close it is the lighter one. A weight below the lightest load is raised to it, and one above the
    /// heaviest is lowered.
    public func nearest(to weight: Weight, _ unit: WeightUnit) -> Weight {
        let wanted = weight.converted(from: unit, to: self.unit).thousandths
        switch self {
        case .fixed(let weights, _):
            let nearest = weights.min { one, other in
                let (near, far) = (abs(one.thousandths - wanted), abs(other.thousandths - wanted))
                return (near, one) < (far, other)
            }
            return nearest ?? weight
        case .bar(let bar, let plates, _):
            // No load is above 2,000, in kilograms or pounds.
            let both = min(wanted, 2_000_000) - bar.thousandths
            guard both > 0 else { return bar }
            // Twice the plates of one side must come close to `both`, which may be odd.
            let (below, above) = PlateTable(plates, through: both / 2).neighbours(of: both / 2)
            let isAbove = above.map { 2 * $0 - both < both - 2 * below } ?? false
            return Weight(thousandths: bar.thousandths + 2 * (isAbove ? above ?? below : below))
        }
    }

    /// The closest loads that are not heavier and not lighter than a weight, in the unit of the equipment; nil if there is none.
    public func neighbours(of weight: Weight, _ unit: WeightUnit) -> (below: Weight?, above: Weight?) {
        let wanted = weight.converted(from: unit, to: self.unit)
        switch self {
        case .fixed(let weights, _): return (weights.last { $0 <= wanted }, weights.first { $0 >= wanted })
        case .bar(let bar, let plates, _):
            let both = min(wanted.thousandths, 2_000_000) - bar.thousandths
            guard both >= 0 else { return (nil, bar) }
            // The plates of one side, rounded up to a whole number for the load above.
            let table = PlateTable(plates, through: both / 2 + 1)
            let above = wanted.thousandths > 2_000_000 ? nil : table.neighbours(of: (both + 1) / 2).above
            return (
                Weight(thousandths: bar.thousandths + 2 * table.neighbours(of: both / 2).below),
                above.map { Weight(thousandths: bar.thousandths + 2 * $0) }
            )
        }
    }
}
