internal import CivilTime

/// Merged ranges of dates, for lookup by binary search.
struct DateRanges: Sendable {
    private let ranges: [ClosedRange<CivilDate>]

    init(_ unordered: [ClosedRange<CivilDate>]) {
        var merged: [ClosedRange<CivilDate>] = []
        for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = merged.last, range.lowerBound <= last.upperBound else {
                merged.append(range)
                continue
            }
            merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
        ranges = merged
    }

    /// The dates on which a range begins, and those after its last.
    var turns: [CivilDate] { ranges.flatMap { [$0.lowerBound, $0.upperBound.adding(days: 1)] } }

    func contains(_ date: CivilDate) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < date { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(date)
    }
}
