import CivilTime
import Foundation
import History
import Ledger
import Planning
import Recovery
import SystemPackage
import TestSupport
import Testing

/// Old notifications are replaced by counts: nothing is lost from the totals, and nothing is planned or sent differently.
@Suite struct CompactionTests {
    private static let all = CivilDate.earliest...CivilDate.lastPlanned
    private let folder: TemporaryFolder
    private let ledger: Ledger
    private var path: String { folder.path + "/ledger.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    @discardableResult
    private func sql(_ text: String) throws -> [String] {
        let done = try run("/usr/bin/sqlite3", ["-cmd", ".timeout 10000", path, text])
        #expect(done.status == 0 && done.errors.isEmpty, "\(text.prefix(300)): \(done.errors)")
        return done.output.split(separator: "\n").map(String.init)
    }

    /// The number of ended deliveries by month, channel, category and result, in rows and counts together.
    private func totals() throws -> [String] {
        try sql(
            """
            SELECT month, channel, category, result, sum(c), max(l) FROM (
                SELECT strftime('%Y-%m', fire_at, 'unixepoch') AS month, channel, category,
                    CASE d.state WHEN 'delivered' THEN iif(late_seconds >= 120, 'late', 'on-time')
                        WHEN 'expired' THEN 'missed' ELSE d.state END AS result,
                    1 AS c, iif(d.state = 'delivered', late_seconds, 0) AS l
                FROM notification n JOIN delivery d ON d.notification = n.number
                UNION ALL SELECT month, channel, category, result, count, longest FROM delivery_count)
            GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
            """
        )
    }

    /// Writes random notifications of the year before `monday`, with deliveries and answers.
    private func fill(_ random: inout SplitMix64, _ count: Int = 300) throws {
        var text = "BEGIN;"
        for number in 1...count {
            let day = monday.adding(days: -Int.random(in: 0...365, using: &random))
            let date = "'\(day)'"
            let instant = Int64(day.dayNumber) * 86_400 + Int64.random(in: 0..<86_400, using: &random)
            let category = ["workout", "reminder", "follow-up", "record", "milestone", "summary"].randomElement(
                using: &random
            )!
            let states = ["delivered", "delivered", "missed", "failed", "cancelled"]
            let state = states.randomElement(using: &random)!
            text += """
                INSERT INTO notification VALUES (\(number), '\(category)/\(day)/\(number)', '\(category)', 'plan', \(date), \(instant),
                    'UTC', \(instant), 't', 'b', '\(state)', 'k\(number)', 0);
                """
            if category == "workout" {
                text += "INSERT INTO notification_item VALUES (\(number), 0, 'p\(number % 3)', 'P', 'a', 'A', 1);"
            }
            for channel in ["console", "mail"] where Bool.random(using: &random) {
                let ended = state == "cancelled" ? "cancelled" : state == "missed" ? "expired" : "failed"
                let outcome = state == "delivered" && Int.random(in: 0..<4, using: &random) > 0 ? "delivered" : ended
                let late = outcome == "delivered" ? "\(Int.random(in: 0..<5000, using: &random))" : "NULL"
                text += """
                    INSERT INTO delivery (notification, channel, state, due_at, ended_at, late_seconds)
                    VALUES (\(number), '\(channel)', '\(outcome)', \(instant), \(instant) + coalesce(\(late), 9), \(late));
                    """
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                let kind = ["completed", "skipped", "started"].randomElement(using: &random)!
                let at = instant + Int64.random(in: 0..<20_000, using: &random)
                text += """
                    INSERT INTO journal (at, kind, subject, day_id, date)
                    VALUES (\(at), '\(kind)', 'p\(number % 3)', 'a', \(date));
                    """
            }
        }
        // A plugin still holds an old one.
        try sql(
            text + """
                INSERT INTO delivery (notification, channel, state, due_at) VALUES (1, 'hold', 'scheduled', 0);
                COMMIT;
                """
        )
    }

    /// Everything from an instant on, and what is never compacted.
    private func kept(from limit: Instant) throws -> [String] {
        try sql(
            """
            SELECT n.*, d.* FROM notification n LEFT JOIN delivery d ON d.notification = n.number
                WHERE instant >= \(limit.secondsSinceEpoch) OR category IN ('record', 'milestone') OR n.state = 'pending' OR n.number = 1
                ORDER BY n.number, channel;
            SELECT * FROM journal ORDER BY number; SELECT * FROM reminder; SELECT * FROM log_entry;
            """
        )
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64]) func totalsAndPlansDoNotChange(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let coming = (1...5).map { notification($0) }
        _ = try ledger.plan(coming, channels: ["console", "mail"])
        try sql("UPDATE notification SET number = number + 10000")
        for table in ["delivery", "notification_item"] {
            try sql("UPDATE \(table) SET notification = notification + 10000")
        }
        try fill(&random)
        let limit = Zone.utc.instant(
            of: CivilDateTime(date: monday.adding(days: -Int.random(in: 90...300, using: &random)), time: .midnight)
        )
        let (totals, kept) = (try totals(), try kept(from: limit))
        let before = try ledger.deliveryStatistics(on: Self.all, in: .utc)
        let pending = try ledger.pending(limit: 99)
        #expect(!before.answers.isEmpty && before.total.delivered > 50)
        try ledger.compact(before: limit, now: evening.subtracting(.days(3)))
        var last: Instant?
        while true {
            let removed = try ledger.compact(
                before: limit,
                now: evening,
                atMost: Int.random(in: 1...60, using: &random)
            )
            guard removed > 0 else { break }
            let boundary = try #require(try ledger.compactedBefore())
            #expect(boundary <= limit && last.map { $0 < boundary } ?? true)
            last = boundary
            #expect(try self.totals() == totals)
        }
        #expect(last == limit)
        #expect(try self.kept(from: limit) == kept)
        let old = try sql(
            """
            SELECT count(*) FROM notification WHERE instant < \(limit.secondsSinceEpoch) AND number <> 1
                AND category NOT IN ('record', 'milestone');
            SELECT count(*) FROM delivery WHERE notification NOT IN (SELECT number FROM notification);
            """
        )
        #expect(old == ["0", "0"])
        // The statistics are the same, except for durations that are rounded up.
        let after = try ledger.deliveryStatistics(on: Self.all, in: .utc)
        #expect(after.isApproximate && after.wholeMonths == nil)
        func counts(_ statistics: DeliveryStatistics) -> [[Int]] {
            (statistics.channels + [statistics.total]).map {
                [$0.delivered, $0.late, $0.missed, $0.failed, Int($0.delay?.longest ?? -1)]
            } + statistics.answers.map { [$0.count, $0.afterReminder] }
        }
        #expect(counts(after) == counts(before))
        func durations(_ statistics: DeliveryStatistics) -> [Int64] {
            let delays = (statistics.channels + [statistics.total]).compactMap(\.delay)
            return delays.flatMap { [$0.median, $0.p95] } + statistics.answers.compactMap(\.median)
        }
        for (exact, rounded) in zip(durations(before), durations(after)) {
            #expect(exact <= rounded && rounded <= exact + exact / 8)
        }
        #expect(try ledger.pending(limit: 99) == pending)
        #expect(try ledger.plan(coming, channels: ["console", "mail"]).isEmpty)
        try ledger.check()
    }

    /// What was delivered stays delivered although the clock was years ahead for a while, and is not sent again.
    @Test func aClockThatIsAheadRemovesNothing() throws {
        _ = try ledger.plan([notification(0), notification(1)])
        for attempt in try ledger.leaseDue(now: fires(0), for: .minutes(2), grace: .hours(4), zone: .utc).attempts {
            try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: fires(0))
        }
        func compact(_ now: Instant) throws -> Int {
            try ledger.compact(before: now.subtracting(.days(90)), now: now)
        }
        let ahead = fires(2000)
        for now in [fires(0), ahead, ahead.adding(.days(2)), fires(0, after: 5), ahead, ahead.adding(.days(2))] {
            #expect(try compact(now) == 0)
        }
        // A long pause between runs may be a wrong clock, too.
        #expect(try compact(ahead.adding(.days(40))) == 0)
        #expect(try ledger.plan([notification(0), notification(1)], now: fires(0, after: 9)).added.isEmpty)
        // Runs at most a month apart, for three days or more.
        for day in [100, 130, 132, 133] as [Int64] {
            let removed = try compact(fires(0).adding(.days(day)))
            #expect((removed == 1) == (day == 130), "\(day)")
        }
    }

    /// After the clock was years ahead for days, later notifications keep their details, although they are older than the limit.
    @Test func detailsAfterAClockThatWasAheadAreReported() throws {
        func miss(_ day: Int) throws {
            _ = try ledger.plan([notification(day)])
            try sql("DELETE FROM delivery; UPDATE notification SET state = 'missed'")
        }
        try miss(1)
        let ahead = evening.adding(.days(1500))
        for day in 0...4 as ClosedRange<Int64> {
            try ledger.compact(before: ahead, now: ahead.adding(.days(90 + day)))
        }
        #expect(try ledger.compactedBefore() == ahead)
        try miss(2)
        #expect(try ledger.compactedBefore() == fires(2))
    }

    @Test func aRepairRestoresNothingThatIsCounted() throws {
        var random = SplitMix64(seed: 7)
        try fill(&random)
        try LedgerSnapshots(ofLedgerAt: FilePath(path)).keepMonthly(ledger, today: monday)
        let limit = evening.subtracting(.days(100))
        try ledger.compact(before: limit, now: evening.subtracting(.days(3)))
        #expect(try ledger.compact(before: limit, now: evening) > 0)
        let (totals, old) = (
            try totals(), "SELECT count(*) FROM notification WHERE instant < \(limit.secondsSinceEpoch)"
        )
        let left = try sql(old)
        // One notification is lost and restored.
        try sql(
            "UPDATE notification SET title = x'00' WHERE number = (SELECT max(number) FROM notification WHERE category = 'record')"
        )
        let repair = try Ledger.repair(path: FilePath(path), suffix: "damaged", now: evening)
        #expect(repair.tables.first { $0.name == "notification" }?.restored == 1)
        let restored = try sql(old)
        #expect(restored == left)
        #expect(try self.totals() == totals)
    }

    @Test func longHistoriesAreSearchedWithIndexes() throws {
        var random = SplitMix64(seed: 8)
        try fill(&random)
        let plans = try ledger.queryPlans {
            _ = try ledger.deliveryStatistics(on: monday.adding(days: -30)...monday, in: .utc)
            try ledger.compact(before: evening.subtracting(.days(100)), now: evening.subtracting(.days(3)))
            try ledger.compact(before: evening.subtracting(.days(100)), now: evening, atMost: 50)
            _ = try ledger.deliveryStatistics(on: Self.all, in: .utc)
        }
        #expect(plans.count > 15, "\(plans.count) statements were seen")
        for (sql, steps) in plans {
            let scans = steps.filter {
                $0.hasPrefix("SCAN") && !$0.contains("CONSTANT ROW") && !$0.contains("permission")
            }
            #expect(scans.isEmpty, "\(sql): \(steps)")
        }
        for index in ["notification_finished", "notification_date", "notification_past", "journal_kind"] {
            #expect(plans.values.contains { $0.contains { $0.contains(index) } }, "\(index) is unused")
        }
    }
}
