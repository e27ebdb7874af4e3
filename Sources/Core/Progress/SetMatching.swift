internal import Training

/// Which performed sets belong to which prescribed set, in order.
///
/// Each prescribed set takes one performed set. A total takes as many as it needs. The optional sets of a range such as 2–3 take one
/// each if enough sets remain.
struct SetMatching {
    /// A prescribed set with the performed ones.
    struct Pair {
        /// The set; its count is 1.
        let prescribed: SetPrescription
        let isOptional: Bool
        /// The performed sets; several for a total, none if it was not done.
        let performed: ArraySlice<PerformedSet>
    }

    let pairs: [Pair]
    /// The performed sets that belong to no prescribed one.
    let surplus: ArraySlice<PerformedSet>

    init(_ prescribed: [SetPrescription], _ performed: [PerformedSet]) {
        let required = prescribed.reduce(0) { $0 + $1.count }
        // How many sets a total takes is not known, so a total comes before optional sets.
        let hasTotal = prescribed.contains { $0.target.isTotal }
        var more = hasTotal ? 0 : max(0, performed.count - required)
        var rest = performed[...]
        var pairs: [Pair] = []
        for set in prescribed {
            let optional = min(more, set.mostCount - set.count)
            more -= optional
            for place in 0..<set.count + optional {
                let count = set.target.performedCount(of: rest)
                pairs.append(
                    Pair(prescribed: set.single, isOptional: place >= set.count, performed: rest.prefix(count))
                )
                rest = rest.dropFirst(count)
            }
        }
        (self.pairs, surplus) = (pairs, rest)
    }
}

extension SetTarget {
    /// Whether any number of sets adds up to it.
    var isTotal: Bool {
        switch self {
        case .total, .totalRange, .within: true
        case .reps, .range, .amrap, .amrapWithin, .repMax, .time, .timeRange, .distance: false
        }
    }

    /// How many of the performed sets belong to one set with this target.
    ///
    /// A set without repetitions ends a total that was not reached; a range of totals continues up to its upper end.
    func performedCount(of sets: ArraySlice<PerformedSet>) -> Int {
        switch self {
        case .total(let goal), .totalRange(_, let goal), .within(let goal, _):
            var sum = 0
            for (index, set) in sets.enumerated() {
                let reps = set.amount.reps ?? 0
                sum += min(reps, goal)
                if sum >= goal || reps == 0 { return index + 1 }
            }
            return sets.count
        case .reps, .range, .amrap, .amrapWithin, .repMax, .time, .timeRange, .distance: return min(1, sets.count)
        }
    }
}
