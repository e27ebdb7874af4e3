/// How often each duration occurs.
///
/// There are at most about 86,000 different durations, because durations of more than a day are rounded up.
package struct DurationCounts {
    private static let exact: Int64 = 86_400

    private var counts: [Int64: Int] = [:]
    package private(set) var count = 0
    /// The longest duration, in seconds.
    package private(set) var longest: Int64 = 0

    package init() {}

    package mutating func add(_ seconds: Int64, count: Int = 1, longest: Int64? = nil) {
        let seconds = max(0, seconds)
        let key = seconds <= DurationCounts.exact ? seconds : LatenessScale.rounded(seconds)
        counts[key, default: 0] += count
        self.count += count
        self.longest = max(self.longest, longest ?? seconds)
    }

    package mutating func add(_ other: DurationCounts) {
        counts.merge(other.counts, uniquingKeysWith: +)
        count += other.count
        longest = max(longest, other.longest)
    }

    /// The duration at some percentile, by nearest rank; nil if there is none.
    package func percentile(_ percent: Int) -> Int64? {
        guard count > 0 else { return nil }
        let rank = (count * percent + 99) / 100
        var seen = 0
        for (seconds, number) in counts.sorted(by: { $0.key < $1.key }) {
            seen += number
            if seen >= rank { return min(seconds, longest) }
        }
        return longest
    }
}

/// The scale of durations in the counts of compacted rows.
///
/// Up to 16 seconds each second has its own count. Above, a duration is rounded up to a multiple of an eighth of the power of two
/// below it. The result is therefore never shorter than the duration, and at most an eighth longer, and a year has fewer than
/// 200 steps.
package enum LatenessScale {
    private static let longest: Int64 = 1 << 40

    /// A duration in seconds, rounded up to the scale; negative ones count as zero.
    package static func rounded(_ seconds: Int64) -> Int64 {
        let seconds = min(max(seconds, 0), longest)
        guard seconds > 16 else { return seconds }
        let step: Int64 = 1 << (Int64.bitWidth - 4 - seconds.leadingZeroBitCount)
        return (seconds + step - 1) / step * step
    }
}
