import CivilTime
import Foundation
import TestSupport
import Testing

/// A year through the real daemon, with a clock that moves: every morning's reminder is accounted for.
///
/// `make test` runs two weeks, and `make soak` the year.
@Suite struct DaemonYearTests {
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        return [environment["ANTRAIN_SEED"].flatMap(UInt64.init) ?? 1]
    }()

    /// What happens to the machine and its user.
    private enum Step {
        case travel(String)
        case powerCut(TimeSpan, duringDelivery: Bool)
        case jump(TimeSpan, TimeSpan)
        case sleep(TimeSpan)
        case answer(String)
    }

    @Test(arguments: seeds)
    func everyMorningIsAccountedFor(seed: UInt64) throws {
        let days = Share.isWhole ? 365 : 14
        var random = SplitMix64(seed: seed)
        let year = try DaemonYear(seed: seed, from: "2027-01-03T20:00")
        let start = year.now
        let steps = Self.steps(days: days, from: start, &random)
        for (instant, step) in steps {
            if instant > year.now { try year.advance(to: instant) }
            switch step {
            case .travel(let name): try year.travel(to: name)
            case .powerCut(let span, let duringDelivery): try year.cutPower(for: span, duringDelivery: duringDelivery)
            case .jump(let span, let duration): try year.jump(by: span, for: duration)
            case .sleep(let span): try year.sleep(for: span)
            case .answer(let line): if year.wasRemindedToday { try year.answer(line) }
            }
        }
        try year.advance(to: max(year.now, start.adding(.days(Int64(days)))))
        try year.stop()
        try Self.check(year, days: days)
    }

    private static func steps(days: Int, from start: Instant, _ random: inout SplitMix64) -> [(Instant, Step)] {
        let isYear = days > 100
        let places = [
            "Asia/Tokyo", "America/New_York", "Pacific/Auckland", "Europe/London", "Asia/Kolkata",
            "America/Los_Angeles",
            "Australia/Lord_Howe", "Europe/Berlin", "Pacific/Apia", "America/St_Johns", "Africa/Casablanca",
            "Europe/Berlin",
        ]
        let outages: [TimeSpan] = [.minutes(3), .minutes(40), .hours(2), .hours(5), .hours(13), .days(2)]
        let jumps: [TimeSpan] = [.hours(3), .hours(-3), .days(40), .days(-3650), .hours(25)]
        var steps: [Step] = places.prefix(isYear ? 12 : 3).map { .travel($0) }
        steps += jumps.prefix(isYear ? 5 : 2).map { .jump($0, .minutes(10)) }
        for number in 0..<(isYear ? 30 : 6) {
            steps.append(.powerCut(outages[number % outages.count], duringDelivery: number % 3 == 0))
        }
        steps += (0..<(isYear ? 12 : 2)).map { .sleep(.hours(5 + $0)) }
        steps.append(.sleep(.days(isYear ? 30 : 3)))
        steps += (0..<days).map { .answer(["done", "skip", "done", ""][$0 % 4]) }
        return steps.map { step in
            let second = Int64.random(in: 0..<Int64(days) * 86_400, using: &random)
            return (start.adding(.seconds(second)), step)
        }.sorted { $0.0 < $1.0 }
    }

    // MARK: Checks

    private static func check(_ year: DaemonYear, days: Int) throws {
        for problem in year.problems { Issue.record("\(problem)") }
        let records = try records(year)
        // Each date's reminder is what the model says.
        var (counts, late): ([String: Int], [Int64]) = ([:], [])
        for (date, fate) in year.expected.fates.sorted(by: { $0.key < $1.key }) {
            let found = records[date].map(\.fate)
            switch (found, fate) {
            case (fate, _): break
            case (.delivered, .delivered), (.delivered, .missed):
                #expect(
                    year.interrupted.contains(date),
                    "\(date): \(found.map { "\($0)" } ?? "nothing"), expected \(fate)"
                )
            default:
                let why = try year.command("why \(date)").output
                Issue.record("\(date): \(found.map { "\($0)" } ?? "nothing"), expected \(fate)\n\(why)")
            }
            if let found { counts[found == .missed ? "missed" : "delivered", default: 0] += 1 }
            if let record = records[date], let seconds = record.late { late.append(seconds) }
        }
        #expect(records.count == year.expected.fates.count)
        // What the channels received agrees with the history, and nothing arrived twice except with the same key.
        for channel in ["notes", "other"] {
            let notes = year.notes(channel)
            let mornings = Set(notes.compactMap { morning($0) })
            for (date, record) in records {
                let isReceived = mornings.contains(date)
                // The power may fail between a delivery and its record.
                let mayBeUnrecorded = isReceived && year.interrupted.contains(date)
                #expect((record.fate != .missed) == isReceived || mayBeUnrecorded, "\(channel) \(date): \(record.fate)")
            }
            let repeated = Dictionary(grouping: notes) { $0 }.filter { $0.value.count > 1 }.keys.compactMap {
                morning($0)
            }
            #expect(Set(repeated).subtracting(year.interrupted).isEmpty, "\(channel): \(repeated)")
        }
        // 'why' agrees with the history for each date.
        for (date, record) in records.sorted(by: { $0.key < $1.key }) {
            let why = try year.command("why \(date) --json")
            let listed = try notifications(why).filter { morning($0["id"] as? String ?? "") == date }
            #expect(why.status == 0 && listed.map { $0["state"] as? String } == [record.state], "\(date): \(why)")
        }
        late.sort()
        let figures = """
            \(days) days: \(counts.sorted { $0.key < $1.key }), \(year.expected.deliveries) deliveries expected, \
            \(year.alarms) alarms, \(year.powerCuts) power cuts, \(year.triggers) runs of cron and the timer; \
            late: median \(late.isEmpty ? 0 : late[late.count / 2]) s, \(late.filter { $0 > 0 }.count) more than 0 s; \
            \(year.processorTime) ms of processor time
            """
        FileHandle.standardError.write(Data((figures + "\n").utf8))
        SoakFigures.add("mornings", records.count)
        SoakFigures.add("daemon power cuts", year.powerCuts)
    }

    private struct Record {
        let state: String
        let fate: ExpectedMornings.Fate
        let late: Int64?
    }

    private static func records(_ year: DaemonYear) throws -> [CivilDate: Record] {
        let history = try year.command("history --since 2027-01-01 --limit 100000 --json")
        try #require(history.status == 0, "\(history)")
        var records: [CivilDate: Record] = [:]
        for entry in try notifications(history) {
            guard let date = morning(entry["id"] as? String ?? ""), let state = entry["state"] as? String else {
                continue
            }
            let deliveries = (entry["deliveries"] as? [[String: Any]] ?? []).filter {
                $0["state"] as? String == "delivered"
            }
            let ends = try deliveries.compactMap { $0["ended_at"] as? String }.map {
                try Instant(parsing: $0, in: .utc)
            }
            #expect(records[date] == nil && (state == "missed") == ends.isEmpty, "\(entry)")
            records[date] = Record(
                state: state,
                fate: ends.min().map { .delivered($0) } ?? .missed,
                late: deliveries.compactMap {
                    $0["late_seconds"] as? Int64 ?? ($0["late_seconds"] as? Int).map(Int64.init)
                }.min()
            )
        }
        return records
    }

    private static func notifications(_ run: Finished) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        return object?["notifications"] as? [[String: Any]] ?? []
    }

    /// The date of a morning's reminder, from its id: `workout/2027-01-04/0730`.
    private static func morning(_ line: some StringProtocol) -> CivilDate? {
        let id = line.split(separator: " ").first ?? ""
        let parts = id.split(separator: "/")
        guard parts.count == 3, ["workout", "rest-day"].contains(parts[0]), parts[2] == "0730" else { return nil }
        return try? CivilDate(parsing: parts[1])
    }
}
