extension SetPrescription {
    /// The sets with higher minimums, so that all of them together have at least a number of repetitions.
    ///
    ///     3x8-12, 26 in all → 8-12, 2x9-12
    ///
    /// The lowest minimum grows first; of equal minimums, the last one. Seconds count as repetitions do.
    ///
    /// - Parameters:
    ///   - sets: the sets; only ranges in work sets, up to their top, and work sets of as many repetitions as possible change.
    ///   - total: the repetitions, seconds and metres of all work sets together.
    public static func raising(_ sets: [SetPrescription], toTotal total: Int) -> [SetPrescription] {
        var missing = total - sets.reduce(0) { $0 + $1.least }
        guard missing > 0 else { return sets }
        var singles = sets.flatMap { set in
            set.rising == nil ? [set] : Array(repeating: set.single, count: set.count)
        }
        while missing > 0, let lowest = singles.compactMap(\.rising?.least).min() {
            let places = singles.indices.filter { singles[$0].rising?.least == lowest }
            // They grow alike up to their top or the next minimum.
            let limits = singles.compactMap(\.rising).map { $0.least > lowest ? $0.least : $0.most }
            let room = (limits.min() ?? lowest + 1) - lowest
            let step = min(missing / places.count, room)
            let further = step < room ? missing - step * places.count : 0
            for (index, place) in places.enumerated() {
                singles[place] = singles[place].raised(by: step + (index < places.count - further ? 0 : 1))
            }
            missing -= step * places.count + further
        }
        return singles.reduce(into: []) { result, set in
            guard let last = result.last, last.single == set, set.count == set.mostCount else {
                return result.append(set)
            }
            result[result.count - 1] = last.with(count: last.count + 1, mostCount: last.count + 1)
        }
    }

    /// The minimum and the top of work sets whose minimum can grow; nil for others.
    private var rising: (least: Int, most: Int)? {
        guard kind == .work, count == mostCount else { return nil }
        switch target {
        case .range(let least, let most), .totalRange(let least, let most), .timeRange(let least, let most):
            return least < most ? (least, most) : nil
        case .amrap(let least), .amrapWithin(let least, _): return (least, .max)
        case .reps, .total, .within, .repMax, .time, .distance: return nil
        }
    }

    private func raised(by more: Int) -> SetPrescription {
        switch target {
        case .range(let least, let most): with(target: least + more < most ? .range(least + more, most) : .reps(most))
        case .totalRange(let least, let most):
            with(target: least + more < most ? .totalRange(least + more, most) : .total(most))
        case .timeRange(let least, let most):
            with(target: least + more < most ? .timeRange(least + more, most) : .time(seconds: most))
        case .amrap(let least): with(target: .amrap(atLeast: least + more))
        case .amrapWithin(let least, let seconds): with(target: .amrapWithin(atLeast: least + more, seconds: seconds))
        case .reps, .total, .within, .repMax, .time, .distance: self
        }
    }

    /// The least repetitions, seconds or metres of all the work sets; 0 for others.
    private var least: Int {
        guard kind == .work else { return 0 }
        switch target {
        case .reps(let least), .range(let least, _), .amrap(let least), .total(let least), .totalRange(let least, _),
            .within(let least, _), .amrapWithin(let least, _), .repMax(let least), .time(let least),
            .timeRange(let least, _), .distance(let least):
            return least * count
        }
    }
}
