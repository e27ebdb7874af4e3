/// The scale of durations in the counts of compacted rows.
///
/// Up to 16 seconds each second has its own count. Above, a duration is rounded up to a multiple of an eighth of the power of two
/// below it. The result is therefore never shorter than the duration, and at most an eighth longer, and a year has fewer than
/// 200 steps.
enum LatenessScale {
    private static let longest: Int64 = 1 << 40

    /// A duration in seconds, rounded up to the scale; negative ones count as zero.
    static func rounded(_ seconds: Int64) -> Int64 {
        let seconds = min(max(seconds, 0), longest)
        guard seconds > 16 else { return seconds }
        let step: Int64 = 1 << (Int64.bitWidth - 4 - seconds.leadingZeroBitCount)
        return (seconds + step - 1) / step * step
    }
}
