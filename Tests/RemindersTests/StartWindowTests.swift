import CivilTime
import Reminders
import TestSupport
import Testing

/// The shortest window of the clock with most starts, and the suggestions that follow from it.
@Suite struct StartWindowTests {
    private static func minutes(_ times: String) throws -> [Int] {
        try times.split(separator: " ").map { try time(String($0)).secondsFromMidnight / 60 }
    }

    @Test(arguments: [
        ("18:05", "18:05-18:05 1 of 1"), ("18:05 18:05 18:05", "18:05-18:05 3 of 3"),
        // One of five may be anywhere.
        ("18:05 18:10 18:20 18:40 06:00", "18:05-18:40 4 of 5"),
        // Four of five are needed, so two outliers widen the window.
        ("18:05 18:10 18:20 06:00 07:00", "07:00-18:20 4 of 5"),
        ("23:50 00:10 23:55 00:05", "23:50-00:10 4 of 4"), ("23:50 00:10 23:55 00:05 12:00", "23:50-00:10 4 of 5"),
        ("00:00 06:00 12:00 18:00", "00:00-18:00 4 of 4"), ("00:10 00:10 11:40", "00:10-11:40 3 of 3"),
        // Others on the edge of the window count, too.
        ("07:00 07:00 07:00 07:00 07:00 07:30", "07:00-07:00 5 of 6"),
    ])
    func theWindowIsShortest(times: String, expected: String) throws {
        let window = try #require(StartWindow(shortest: try Self.minutes(times)))
        #expect("\(window.from)-\(window.to) \(window.count) of \(window.total)" == expected)
    }

    @Test func withoutStartsThereIsNoWindow() { #expect(StartWindow(shortest: []) == nil) }

    /// Compared with all windows of whole minutes.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func noShorterWindowHasMostStarts(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 1...25, using: &random)
        let center = Int.random(in: 0..<1440, using: &random)
        let starts = (0..<count).map { _ in
            Bool.random(using: &random)
                ? center + Int.random(in: -40...40, using: &random) : Int.random(in: -1440...2879, using: &random)
        }
        let window = try #require(StartWindow(shortest: starts))
        func within(_ first: Int, _ width: Int) -> Int {
            starts.count { (($0 - first) % 1440 + 1440) % 1440 <= width }
        }
        #expect(within(window.from.secondsFromMidnight / 60, window.width) == window.count)
        #expect(window.count * 5 >= count * 4 && window.total == count)
        if window.width > 0 {
            let best = (0..<1440).map { within($0, window.width - 1) }.max() ?? 0
            #expect(best * 5 < count * 4, "\(starts)")
        }
    }

    @Test(arguments: [
        ("18:05 18:10 18:15 18:20 18:25 18:30 18:35", "few"),
        ("18:05 18:10 18:15 18:20 18:25 18:30 18:35 18:40", "17:35"),
        ("18:09 18:10 18:15 18:20 18:25 18:30 18:35 18:40", "17:35"),
        ("18:05 18:10 18:15 18:20 18:25 18:30 20:04 20:05", "17:40"),
        ("06:10 07:10 08:15 12:20 13:25 18:30 20:35 21:30", "scattered"),
        ("06:00 06:00 06:00 06:00 08:01 08:01 08:01 08:01", "scattered"),
        ("23:50 23:50 23:50 23:50 00:10 00:10 00:10 00:10", "23:20"),
        // Not on the day before.
        ("00:10 00:10 00:10 00:10 00:10 00:10 00:10 00:10", "00:00"),
    ])
    func suggestionsNeedEnoughSimilarStarts(times: String, expected: String) throws {
        let monday = try date("2026-11-23")
        let suggestion = TimeSuggestion(try Self.minutes(times).map { WorkoutStart(date: monday, minute: $0) })
        switch suggestion.finding {
        case .few: #expect(expected == "few")
        case .scattered: #expect(expected == "scattered" && suggestion.time == nil)
        case .usual(_, let time): #expect("\(time)" == expected)
        }
    }

    /// Workouts of Sunday 25 October 2026, when the clocks go back in Berlin, and of days around it.
    @Test(arguments: [
        // A start, an answer, and what counts.
        ("2026-10-24T18:05 -", "1085"), ("2026-10-25T18:05 -", "1085"), ("2026-10-25T02:30+01:00 -", "150"),
        // After midnight, and in the next morning.
        ("2026-10-26T00:10 -", "1450"), ("2026-10-26T04:00 -", "none"), ("2026-10-24T23:59 -", "none"),
        // A start time follows from an answer only on the day itself.
        ("- 2026-10-25T19:00", "~1095"), ("- 2026-10-25T00:20", "~-25"), ("- 2026-10-26T00:20", "none"),
        ("- 2026-10-24T19:00", "none"), ("2026-10-26T09:00 2026-10-25T19:00", "~1095"),
    ])
    func onlyRecordsOfTheDayCount(times: String, expected: String) throws {
        let zone = try zones.zone(named: "Europe/Berlin")
        let times = try times.split(separator: " ").map { $0 == "-" ? nil : try Instant(parsing: $0, in: zone) }
        let day = try date(
            expected == "1085" && times[0].map { zone.civil(at: $0).date.day } == 24 ? "2026-10-24" : "2026-10-25"
        )
        let record = WorkoutRecord(
            programID: "p",
            date: day,
            dayID: "a",
            startedAt: times[0],
            answeredAt: times[1],
            isDone: times[1] != nil
        )
        let starts = [record].starts { _ in
            .minutes(45)
        } zone: { _ in
            zone
        }
        let shown = starts.map { "\($0.isEstimated ? "~" : "")\($0.minute)" }.first ?? "none"
        #expect(shown == expected)
    }

    /// The clock of the place counts, wherever the user is later.
    @Test func theZoneIsThatOfTheTime() throws {
        let (berlin, tokyo) = (try zones.zone(named: "Europe/Berlin"), try zones.zone(named: "Asia/Tokyo"))
        let departure = try Instant(parsing: "2026-11-10T00:00", in: berlin)
        let records = try [("2026-11-09", berlin), ("2026-11-11", tokyo)].map { day, zone in
            let start = try Instant(parsing: "\(day)T18:00", in: zone)
            return WorkoutRecord(programID: "p", date: try date(day), dayID: "a", startedAt: start)
        }
        let starts = records.starts { _ in
            nil
        } zone: {
            $0 < departure ? berlin : tokyo
        }
        #expect(starts.map(\.minute) == [1080, 1080])
    }

    /// Without a duration in the program, the median of the recorded workouts counts, or an hour.
    @Test func theUsualDurationIsTheUsersOwn() throws {
        func record(_ day: Int, _ start: String?, _ end: String) throws -> WorkoutRecord {
            let zone = Zone.utc
            return WorkoutRecord(
                programID: "p",
                date: try date("2026-11-0\(day)"),
                dayID: "a",
                startedAt: try start.map { try Instant(parsing: "2026-11-0\(day)T\($0)", in: zone) },
                answeredAt: try Instant(parsing: "2026-11-0\(day)T\(end)", in: zone),
                isDone: true
            )
        }
        let known = [
            try record(1, "10:00", "11:30"), try record(2, "10:00", "11:20"), try record(3, "10:00", "10:02"),
            try record(4, "10:00", "11:10"),
        ]
        let open = try record(5, nil, "12:00")
        func last(_ records: [WorkoutRecord]) -> Int? {
            records.starts { _ in
                nil
            } zone: { _ in
                .utc
            }.last?.minute
        }
        #expect(last(known + [open]) == 640 && last([open]) == 660)
    }
}
