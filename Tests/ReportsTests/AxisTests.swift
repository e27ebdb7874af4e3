import CivilTime
@testable import Reports
import TestSupport
import Testing

/// The numbers and dates along the axes of charts.
@Suite struct AxisTests {
    @Test(
        arguments: [
            ([60, 81.7], false, false, ["60", "70", "80", "90"]),
            ([0, 3], true, true, ["0", "1", "2", "3"]), ([1], true, true, ["0", "1"]),
            ([82.5], false, false, ["78", "80", "82", "84", "86", "88"]),
            ([1234, 3437.5], true, false, ["0", "1000", "2000", "3000", "4000"]),
            (
                [12_000, 34_375], true, false,
                ["0", "10000", "20000", "30000", "40000"]
            ),
            ([0.1, 0.32], false, false, ["0.1", "0.2", "0.3", "0.4"]),
            ([-20, 10], false, false, ["−20", "−10", "0", "10"]),
            // Nothing to show, nothing but zeros, and equal values.
            ([], true, false, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]), ([0, 0], true, true, ["0", "1"]),
            ([100, 100], false, false, ["94", "96", "98", "100", "102", "104", "106"]),
            // More than can be lifted.
            ([2_000_000, 9_000_000], true, false, ["0", "2\u{A0}M", "4\u{A0}M", "6\u{A0}M", "8\u{A0}M", "10\u{A0}M"]),
            ([1e300], true, false, ["0", "0.2\u{A0}T", "0.4\u{A0}T", "0.6\u{A0}T", "0.8\u{A0}T", "1.0\u{A0}T"]),
        ] as [([Double], Bool, Bool, [String])]
    )
    func numbersAreRound(values: [Double], fromZero: Bool, isCount: Bool, expected: [String]) {
        #expect(AxisScale(values, fromZero: fromZero, isCount: isCount).labels == expected)
    }

    @Test func valuesThatAreNotFiniteAreLeftOut() {
        let scale = AxisScale([.nan, 60, .infinity, -.infinity, 80], fromZero: false)
        #expect(scale.labels == ["60", "65", "70", "75", "80"])
        #expect(scale.place(.nan) == 0 && scale.place(.infinity) == 0 && scale.place(70) == 0.5)
    }

    /// The numbers enclose all values, are few, and differ.
    @Test func anyRangeHasAnAxis() {
        var random = SplitMix64(seed: 1)
        let sizes: [Double] = [1e-3, 0.5, 1, 20, 333, 1e5, 1e8, 1e11]
        for seed in 0..<2000 {
            let values = (0..<(1 + seed % 4)).map { _ in
                Double.random(in: -1...1, using: &random) * (sizes.randomElement(using: &random) ?? 1)
            }
            let scale = AxisScale(values, fromZero: seed % 2 == 0, isCount: seed % 3 == 0)
            #expect(values.allSatisfy { scale.lowest - 1e-6 <= $0 && $0 <= scale.highest + 1e-6 }, "\(values) \(scale)")
            #expect((2...9).contains(scale.ticks.count), "\(values) \(scale)")
            #expect(Set(scale.labels).count == scale.ticks.count, "\(values) \(scale.labels)")
            #expect(zip(scale.ticks, scale.ticks.dropFirst()).allSatisfy(<), "\(values) \(scale)")
        }
    }

    @Test(
        arguments: [
            (1, "2 Nov"), (4, "2 Nov, 9 Nov, 16 Nov, 23 Nov"), (12, "Dec, 2027"), (26, "Dec, 2027, Feb, Mar, Apr, May"),
            (53, "2027, Mar, May, Jul, Sep, Nov"), (105, "2027, Jul, 2028, Jul"), (262, "2027, 2028, 2029, 2030, 2031"),
            (523, "2028, 2030, 2032, 2034, 2036"), (5220, "2040, 2060, 2080, 2100, 2120"),
        ]
    )
    func datesAreFewAndRound(weeks: Int, expected: String) throws {
        let axis = WeekAxis(from: try CivilDate(parsing: "2026-11-02"), weeks: weeks)
        #expect(axis.labels.map { $0.text.replacing("\u{A0}", with: " ") }.joined(separator: ", ") == expected)
        #expect(axis.labels.count <= 6)
    }

    @Test func anAxisBeginsAtItsFirstMonth() throws {
        let axis = WeekAxis(from: try CivilDate(parsing: "2026-06-01"), weeks: 9)
        #expect(
            axis.labels == [.init(days: 0, text: "Jun"), .init(days: 30, text: "Jul"), .init(days: 61, text: "Aug")]
        )
    }

    @Test func datesAfterTheCalendarEndAreLeftOut() {
        let axis = WeekAxis(from: CivilDate.latest.monday, weeks: 60)
        #expect(axis.labels.isEmpty)
    }
}
