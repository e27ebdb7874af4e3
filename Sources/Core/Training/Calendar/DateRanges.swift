internal import CivilTime

/// Merged ranges of dates, for lookup by binary search; ranges without a date between them are one.
struct DateRanges: Sendable {
    private let ranges: [ClosedRange<CivilDate>]

    init(_ unordered: [ClosedRange<CivilDate>], without excluded: Set<CivilDate> = []) {
        var merged: [ClosedRange<CivilDate>] = []
        for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = merged.last, range.lowerBound <= last.upperBound.adding(days: 1) else {
                merged.append(range)
                continue
            }
            merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
        let all = DateRanges(merged: merged)
        let gaps = excluded.filter(all.contains).sorted()
        ranges = gaps.isEmpty ? merged : merged.flatMap { DateRanges.parts(of: $0, between: gaps) }
    }

    private init(merged: [ClosedRange<CivilDate>]) { ranges = merged }

    /// The parts of a range that are left without some dates, in order.
    private static func parts(of range: ClosedRange<CivilDate>, between gaps: [CivilDate]) -> [ClosedRange<CivilDate>] {
        var (first, parts) = (range.lowerBound, [ClosedRange<CivilDate>]())
        for gap in gaps where range.contains(gap) {
            if first < gap { parts.append(first...gap.adding(days: -1)) }
            first = gap.adding(days: 1)
        }
        return first <= range.upperBound ? parts + [first...range.upperBound] : parts
    }

    func contains(_ date: CivilDate) -> Bool { range(containing: date) != nil }

    func removing(_ range: ClosedRange<CivilDate>) -> DateRanges {
        DateRanges(merged: ranges.filter { $0 != range })
    }

    func range(containing date: CivilDate) -> ClosedRange<CivilDate>? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < date { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(date) ? ranges[low] : nil
    }
}
