package import CivilTime
package import History
import Ledger
package import Localization
package import Platform

/// How reliably reminders were delivered, and how they were answered.
package struct DeliveryStatsResult: CommandResult {
    package static let kind = "delivery-stats"

    /// Durations in seconds; percentiles are by nearest rank.
    struct Delay: Encodable {
        let median: Int64
        let p95: Int64
        let longest: Int64

        init(_ quantiles: DeliveryStatistics.Quantiles) {
            (median, p95, longest) = (quantiles.median, quantiles.p95, quantiles.longest)
        }

        private enum CodingKeys: String, CodingKey {
            case median = "median_seconds", p95 = "p95_seconds", longest = "max_seconds"
        }
    }

    struct Counts: Encodable {
        let delivered: Int
        let late: Int
        let missed: Int
        let failed: Int
        let delay: Delay?

        init(_ channel: DeliveryStatistics.Channel) {
            (delivered, late) = (channel.delivered, channel.late)
            (missed, failed) = (channel.missed, channel.failed)
            delay = channel.delay.map(Delay.init)
        }
    }

    struct ChannelCounts: Encodable {
        let channel: String
        let counts: Counts

        private enum CodingKeys: String, CodingKey { case channel }

        func encode(to encoder: any Encoder) throws {
            try counts.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(channel, forKey: .channel)
        }
    }

    struct Answer: Encodable {
        let answer: String
        let count: Int
        let afterReminder: Int
        let median: Int64?

        private enum CodingKeys: String, CodingKey {
            case answer, count, afterReminder = "after_reminder", median = "median_seconds"
        }
    }

    struct Decision: Encodable {
        let channel: String
        let authorized: Int
        let provisional: Int
        let denied: Int
        let withdrawn: Int
        let permission: String
    }

    /// Months that are counted as a whole, although only a part was asked for.
    struct Months: Encodable {
        let since: String
        let until: String
    }

    let since: String?
    let until: String
    let channels: [ChannelCounts]
    let total: Counts?
    let answers: [Answer]
    let permissions: [Decision]
    /// The date before which only counts by month are left.
    let compactedBefore: String?
    /// Whether durations include those of compacted months, which are rounded up.
    let approximate: Bool
    let wholeMonths: Months?
    private let title: String
    private let notes: [String]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey {
        case since, until, channels, total, answers, permissions, compactedBefore = "compacted_before", approximate,
            wholeMonths = "whole_months"
    }

    /// - Parameters:
    ///   - statistics: the statistics; nil without a ledger.
    ///   - since: the first date that was asked for, if any.
    ///   - until: the last date.
    ///   - compactedBefore: the date before which only counts are left, if any.
    package init(
        _ statistics: DeliveryStatistics?,
        since: CivilDate?,
        until: CivilDate,
        compactedBefore: CivilDate?,
        _ words: MessageCatalog,
        today: CivilDate
    ) {
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: today) }
        self.words = words
        self.since = since?.description
        self.until = until.description
        channels = statistics?.channels.map { ChannelCounts(channel: $0.name, counts: Counts($0)) } ?? []
        total = statistics.map { Counts($0.total) }
        answers =
            statistics?.answers.map {
                Answer(answer: $0.answer.rawValue, count: $0.count, afterReminder: $0.afterReminder, median: $0.median)
            } ?? []
        permissions =
            statistics?.decisions.map {
                Decision(
                    channel: $0.channel,
                    authorized: $0.allowed,
                    provisional: $0.quietly,
                    denied: $0.denied,
                    withdrawn: $0.withdrawn,
                    permission: $0.state.rawValue
                )
            } ?? []
        let limit = compactedBefore.flatMap { (since ?? .earliest) < $0 ? $0 : nil }
        self.compactedBefore = limit?.description
        approximate = statistics?.isApproximate ?? false
        let months = statistics?.wholeMonths
        wholeMonths = months.map { Months(since: $0.lowerBound.description, until: $0.upperBound.description) }
        title =
            since.map { "\(words.text(.statsDeliveries)): \(stated($0)) – \(stated(until))" }
            ?? words.text(.statsDeliveriesThrough, ["date": stated(until)])
        notes =
            (limit.map { [words.text(.statsCompacted, ["date": stated($0)])] } ?? [])
            + (months.map {
                [words.text(.statsWholeMonths, ["from": stated($0.lowerBound), "until": stated($0.upperBound)])]
            } ?? [])
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !channels.isEmpty || !answers.isEmpty || !permissions.isEmpty else {
            return words.text(.nothingPast) + "\n"
        }
        let sections = [
            [style.bold(title)] + deliveries(style, columns), answered(style, columns), decided(style, columns),
            notes.flatMap { TextWrap.lines($0, columns: columns).map(style.dim) },
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
    }

    private func deliveries(_ style: Style, _ columns: Int) -> [String] {
        func rows(_ name: String, _ counts: Counts) -> [[String]] {
            let values = [
                "delivered": "\(counts.delivered)", "late": "\(counts.late)", "missed": "\(counts.missed)",
                "failed": "\(counts.failed)",
            ]
            let delay = counts.delay.map { delay in
                words.text(
                    .statsDelay,
                    ["median": span(delay.median), "p95": span(delay.p95), "longest": span(delay.longest)]
                )
            }
            return [["  " + name, words.text(.statsCounts, values)]] + (delay.map { [["", style.dim($0)]] } ?? [])
        }
        let all = channels.count > 1 ? total.map { rows(words.text(.statsAllChannels), $0) } ?? [] : []
        return TextTable.lines(channels.flatMap { rows($0.channel, $0.counts) } + all, columns: columns)
    }

    private func answered(_ style: Style, _ columns: Int) -> [String] {
        guard !answers.isEmpty else { return [] }
        let keys: [String: MessageKey] = [
            "done": .kindCompleted, "skipped": .kindSkipped, "snoozed": .kindSnoozed, "started": .kindStarted,
        ]
        let rows = answers.map { answer in
            let response = answer.median.map {
                words.text(.statsResponse, ["count": "\(answer.afterReminder)", "median": span($0)])
            }
            return [
                "  " + (keys[answer.answer].map { words.text($0) } ?? answer.answer), "\(answer.count)",
                response.map(style.dim) ?? "",
            ]
        }
        return [style.bold(words.text(.statsAnswers))] + TextTable.lines(rows, columns: columns)
    }

    private func decided(_ style: Style, _ columns: Int) -> [String] {
        guard !permissions.isEmpty else { return [] }
        let rows = permissions.map { one in
            let values = [
                "allowed": "\(one.authorized)", "quietly": "\(one.provisional)", "denied": "\(one.denied)",
                "withdrawn": "\(one.withdrawn)",
            ]
            return ["  " + one.channel, words.text(.statsDecided, values)]
        }
        return [style.bold(words.text(.statsDecisions))] + TextTable.lines(rows, columns: columns)
    }

    private func span(_ seconds: Int64) -> String { TimeSpan(seconds: seconds).description }
}
