extension SetPrescription {
    /// The repetitions of work sets whose number is fixed, as in `8x2`; nil for others.
    public var fixedReps: Int? {
        guard kind == .work, count == mostCount, case .reps(let reps) = target else { return nil }
        return reps
    }

    /// The sets with one more repetition in one set, several times; the last of the sets with the fewest gets it.
    ///
    ///     8x2 → 7x2, 3 → 6x2, 2x3 → … → 8x3
    ///
    /// - Parameters:
    ///   - sets: the sets; only work sets with a fixed number of repetitions change.
    ///   - count: the number of repetitions to add in all.
    ///   - most: the number of repetitions that no set exceeds.
    public static func addingReps(_ count: Int, to sets: [SetPrescription], most: Int) -> [SetPrescription] {
        var singles = sets.flatMap { set in
            set.fixedReps == nil ? [set] : Array(repeating: set.single, count: set.count)
        }
        var left = count
        while left > 0, let fewest = singles.compactMap(\.fixedReps).min(), fewest < most {
            let places = singles.indices.filter { singles[$0].fixedReps == fewest }
            for place in places.suffix(left) { singles[place] = singles[place].with(target: .reps(fewest + 1)) }
            left -= min(left, places.count)
        }
        return singles.reduce(into: []) { result, set in
            guard let last = result.last, last.single == set, set.fixedReps != nil else { return result.append(set) }
            result[result.count - 1] = last.with(count: last.count + 1, mostCount: last.count + 1)
        }
    }
}
