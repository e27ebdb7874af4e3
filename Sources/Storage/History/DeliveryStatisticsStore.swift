public import CivilTime
internal import GRDB
public import Ledger
internal import Progress

/// Computes statistics of deliveries, answers and permissions; SQLite adds up the rows, so memory does not grow with their number.
struct DeliveryStatisticsStore {
    let dates: ClosedRange<CivilDate>
    private let database: Database
    private let instants: Range<Int64>

    init(_ database: Database, _ dates: ClosedRange<CivilDate>, in zone: Zone) {
        self.database = database
        self.dates = dates
        let start = CivilDateTime(date: dates.lowerBound, time: .midnight)
        let end = CivilDateTime(date: min(dates.upperBound, .lastPlanned).adding(days: 1), time: .midnight)
        let first = zone.instant(of: start).secondsSinceEpoch
        instants = first..<max(first, zone.instant(of: end).secondsSinceEpoch)
    }

    private struct Tally {
        var counts: [DeliveryResult: Int] = [:]
        var delays = DurationCounts()

        mutating func add(_ result: DeliveryResult, _ seconds: Int64, count: Int, longest: Int64? = nil) {
            counts[result, default: 0] += count
            if result.isDelivered { delays.add(seconds, count: count, longest: longest) }
        }

        mutating func add(_ other: Tally) {
            counts.merge(other.counts, uniquingKeysWith: +)
            delays.add(other.delays)
        }

        func channel(_ name: String) -> DeliveryStatistics.Channel {
            let late = counts[.late] ?? 0
            return DeliveryStatistics.Channel(
                name: name,
                delivered: (counts[.onTime] ?? 0) + late,
                late: late,
                missed: counts[.missed] ?? 0,
                failed: counts[.failed] ?? 0,
                delay: delays.quantiles
            )
        }
    }

    func statistics() throws -> DeliveryStatistics {
        var tallies = try presentDeliveries()
        let compacted = try compactedDeliveries()
        for counted in compacted where counted.result != .cancelled {
            tallies[counted.channel, default: Tally()].add(
                counted.result,
                counted.lateSeconds,
                count: counted.count,
                longest: counted.longest
            )
        }
        let responses = try compactedResponses()
        let total = tallies.values.reduce(into: Tally()) { $0.add($1) }
        return DeliveryStatistics(
            channels: tallies.sorted { $0.key < $1.key }.map { $1.channel($0) },
            total: total.channel(""),
            decisions: try decisions(),
            answers: try answers(responses),
            isApproximate: compacted.contains { $0.lateSeconds > 16 } || responses.contains { $0.seconds > 16 },
            wholeMonths: wholeMonths(Set(compacted.map(\.month) + responses.map(\.month)))
        )
    }

    // MARK: Deliveries

    private func presentDeliveries() throws -> [String: Tally] {
        var tallies: [String: Tally] = [:]
        // One channel may have delivered while another retries.
        for condition in [NotificationState.hasEnded("n."), "n.state = \(NotificationState.pending.sql)"] {
            _ = try database.rows(
                """
                SELECT d.notification, d.channel, d.state, d.late_seconds, count(*) AS attempts
                FROM notification n JOIN delivery d ON d.notification = n.number
                WHERE \(condition) AND n.instant >= ? AND n.instant < ? AND d.state IN \(OutboxState.attempted.sql)
                GROUP BY d.channel, d.state, d.late_seconds
                """,
                [instants.lowerBound, instants.upperBound],
                of: .delivery
            ) { row in
                let late = max(0, try row.optional("late_seconds", row.seconds) ?? 0)
                let result = DeliveryResult(try row.word("state", OutboxState.self), lateSeconds: late)
                guard let result else { return }
                let count = try row.count("attempts")
                tallies[try row.text("channel"), default: Tally()].add(result, late, count: count)
            }
        }
        return tallies
    }

    private func compactedDeliveries() throws -> [CountedDeliveries] {
        try database.rows(
            "SELECT * FROM delivery_count WHERE month BETWEEN ? AND ?",
            months,
            of: .deliveryCount,
            CountedDeliveries.init
        )
    }

    private func compactedResponses() throws -> [CountedResponses] {
        try database.rows(
            "SELECT * FROM response_count WHERE month BETWEEN ? AND ?",
            months,
            of: .responseCount,
            CountedResponses.init
        )
    }

    /// The months that have any of the dates.
    private var months: StatementArguments {
        [CivilMonth(of: dates.lowerBound).description, CivilMonth(of: dates.upperBound).description]
    }

    private func wholeMonths(_ counted: Set<CivilMonth>) -> ClosedRange<CivilDate>? {
        let cut = counted.filter { $0.first < dates.lowerBound || $0.last > dates.upperBound }
        guard let first = cut.map(\.first).min(), let last = cut.map(\.last).max() else { return nil }
        return first...last
    }

    // MARK: Answers and permissions

    private func answers(_ compacted: [CountedResponses]) throws -> [DeliveryStatistics.Answers] {
        var counts: [ReminderResponse: Int] = [:]
        var delays: [ReminderResponse: DurationCounts] = [:]
        for counted in compacted {
            delays[counted.answer, default: DurationCounts()].add(counted.seconds, count: counted.count)
        }
        let responses = ResponseStore(database)
        _ = try database.rows(
            """
            SELECT number, kind, subject, date, at FROM journal
            WHERE kind IN \(ResponseStore.kinds.sql) AND undone_at IS NULL AND at >= ? AND at < ?
            """,
            [instants.lowerBound, instants.upperBound],
            of: .journal
        ) { row in
            guard let given = try ResponseStore.Given(row) else { return }
            counts[given.response, default: 0] += 1
            guard let (_, seconds) = try responses.delivery(before: given) else { return }
            delays[given.response, default: DurationCounts()].add(seconds)
        }
        return ReminderResponse.allCases.compactMap { answer in
            let known = delays[answer]
            guard counts[answer] != nil || known != nil else { return nil }
            return DeliveryStatistics.Answers(
                answer: answer,
                count: max(counts[answer] ?? 0, known?.count ?? 0),
                afterReminder: known?.count ?? 0,
                median: known?.percentile(50)
            )
        }
    }

    private func decisions() throws -> [DeliveryStatistics.Decisions] {
        let states = try PermissionStore(database).all().mapValues(\.state)
        var made: [String: [PermissionState: Int]] = [:]
        _ = try database.rows(
            "SELECT number, subject, value FROM journal WHERE kind = 'decided' AND at >= ? AND at < ?",
            [instants.lowerBound, instants.upperBound],
            of: .journal
        ) { row in
            // A withdrawn decision has no value.
            let isNone = try row.optional("value", row.text) == nil
            let state = isNone ? .notDetermined : try row.word("value", PermissionState.self)
            made[try row.text("subject"), default: [:]][state, default: 0] += 1
        }
        return Set(states.keys).union(made.keys).sorted().map { channel in
            let counts = made[channel] ?? [:]
            return DeliveryStatistics.Decisions(
                channel: channel,
                allowed: counts[.authorized] ?? 0,
                quietly: counts[.provisional] ?? 0,
                denied: counts[.denied] ?? 0,
                withdrawn: counts[.notDetermined] ?? 0,
                state: states[channel] ?? .notDetermined
            )
        }
    }
}

extension Ledger {
    /// What became of the reminders of some dates, and of the answers and decisions of these dates.
    ///
    /// Months that were compacted are counted as a whole.
    ///
    /// - Parameter zone: the zone in which dates begin.
    public func deliveryStatistics(on dates: ClosedRange<CivilDate>, in zone: Zone) throws(LedgerError)
        -> DeliveryStatistics
    {
        try read { try DeliveryStatisticsStore($0, dates, in: zone).statistics() }
    }
}
