extension SetPrescription {
    /// The sets with higher minimums, so that all of them together have at least a number of repetitions.
    ///
    ///     3x8-12, 26 in all → 8-12, 2x9-12
    ///
    /// The lowest minimum grows first; of equal minimums, the last one.
    ///
    /// - Parameters:
    ///   - sets: the sets; only ranges of repetitions in work sets change, up to the top of the range.
    ///   - total: the repetitions of all work sets together.
    public static func raising(_ sets: [SetPrescription], toTotal total: Int) -> [SetPrescription] {
        var missing = total - sets.reduce(0) { $0 + $1.leastReps }
        guard missing > 0 else { return sets }
        var singles = sets.flatMap { set in
            set.risingReps == nil ? [set] : Array(repeating: set.single, count: set.count)
        }
        while missing > 0, let lowest = singles.compactMap(\.risingReps?.least).min() {
            let places = singles.indices.filter { singles[$0].risingReps?.least == lowest }
            for place in places.suffix(missing) {
                guard let most = singles[place].risingReps?.most else { continue }
                let target = lowest + 1 < most ? SetTarget.range(lowest + 1, most) : .reps(most)
                singles[place] = singles[place].with(target: target)
            }
            missing -= min(missing, places.count)
        }
        return singles.reduce(into: []) { result, set in
            guard let last = result.last, last.single == set, set.count == set.mostCount else {
                return result.append(set)
            }
            result[result.count - 1] = last.with(count: last.count + 1, mostCount: last.count + 1)
        }
    }

    /// The range of repetitions of work sets whose minimum can grow; nil for others.
    private var risingReps: (least: Int, most: Int)? {
        guard kind == .work, count == mostCount, case .range(let least, let most) = target, least < most else {
            return nil
        }
        return (least, most)
    }

    /// The fewest repetitions of all the work sets; 0 for others.
    private var leastReps: Int {
        guard kind == .work else { return 0 }
        switch target {
        case .reps(let least), .range(let least, _), .amrap(let least), .total(let least), .totalRange(let least, _),
            .within(let least, _), .amrapWithin(let least, _), .repMax(let least):
            return least * count
        case .time, .timeRange, .distance: return 0
        }
    }
}
