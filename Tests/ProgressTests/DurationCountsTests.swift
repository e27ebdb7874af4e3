import Progress
import Testing

/// Durations of statistics.
@Suite struct DurationCountsTests {
    @Test(
        arguments: [
            ([], nil, nil), ([5], 5, 5), ([1, 2], 1, 2), ([1, 2, 3], 2, 3), ([0, 0, 0, 9], 0, 9),
            (Array(1...20), 10, 19), (Array(1...21), 11, 20), (Array(1...100), 50, 95), ([-7, 3], 0, 3),
            ([100_000, 100_000], 100_000, 100_000),
        ] as [([Int64], Int64?, Int64?)]
    )
    func percentilesAreByNearestRank(durations: [Int64], median: Int64?, p95: Int64?) {
        var counts = DurationCounts()
        for duration in durations.reversed() { counts.add(duration) }
        #expect(counts.percentile(50) == median && counts.percentile(95) == p95)
        #expect(counts.count == durations.count && counts.longest == max(0, durations.max() ?? 0))
    }

    @Test func theScaleRoundsUpByAnEighthAtMost() {
        var seconds: Int64 = 0
        var steps: Set<Int64> = []
        while seconds < 40_000_000 {
            let rounded = LatenessScale.rounded(seconds)
            #expect(seconds <= rounded && rounded - seconds <= seconds / 8 && LatenessScale.rounded(rounded) == rounded)
            steps.insert(rounded)
            seconds += 1 + seconds / 50
        }
        #expect(steps.count < 200)
        #expect(LatenessScale.rounded(-5) == 0 && LatenessScale.rounded(.max) == 1 << 40)
    }
}
