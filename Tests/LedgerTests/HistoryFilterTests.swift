import CivilTime
import History
import Ledger
import Reminders
import SystemPackage
import TestSupport
import Testing

/// Parts of the history: by date, channel and result.
@Suite struct HistoryFilterTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    /// Monday was delivered on one of two channels, Tuesday on none, Wednesday was missed, and Thursday is still being retried.
    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
        _ = try ledger.plan((0..<5).map { notification($0) }, channels: ["console", "mail"])
        try deliver(0, console: .delivered(lateSeconds: 0), mail: .failed(reason: "refused"))
        try deliver(1, console: .failed(reason: "no terminal"), mail: .failed(reason: "refused"))
        let later = [notification(3), notification(4)]
        _ = try ledger.plan(later, channels: ["console", "mail"], now: fires(2, hour: 20))
        let retry = DeliveryOutcome.retry(at: fires(3, after: 5), reason: "busy")
        try deliver(3, console: .delivered(lateSeconds: 0), mail: retry)
    }

    private func deliver(_ day: Int, console: DeliveryOutcome, mail: DeliveryOutcome) throws {
        let due = try ledger.leaseDue(now: fires(day), for: .minutes(2), grace: .hours(4), zone: .utc).attempts
        for attempt in due {
            try ledger.record(attempt.channel == "console" ? console : mail, of: attempt, now: fires(day))
        }
    }

    @Test(
        arguments: [
            (nil, nil, nil, [3, 2, 1, 0]), (nil, nil, .delivered, [0]), (nil, nil, .failed, [1]),
            (nil, nil, .missed, [2]),
            (nil, nil, .pending, [3]), (nil, "console", nil, [3, 2, 1, 0]), (nil, "console", .delivered, [3, 0]),
            (nil, "mail", .failed, [1, 0]), (nil, "mail", .delivered, []), (nil, "mail", .missed, [2]),
            (nil, "mail", .pending, [3]), (nil, "log", nil, []), (1..<3, nil, nil, [2, 1]),
            (1..<2, "mail", .failed, [1]),
            (4..<9, nil, nil, []),
        ] as [(Range<Int>?, String?, HistoryFilter.Result?, [Int])]
    )
    func filters(days: Range<Int>?, channel: String?, result: HistoryFilter.Result?, expected: [Int]) throws {
        var filter = HistoryFilter()
        filter.due = days.map { fires($0.lowerBound, hour: 0)..<fires($0.upperBound, hour: 0) }
        filter.channel = channel
        filter.result = result
        let dates = expected.map(monday.adding(days:))
        #expect(try ledger.history(limit: 9, filter).map(\.notification.date) == dates)
        // In parts, as a long history is read.
        var parts: [CivilDate] = []
        var last: HistoryRecord?
        while let next = try ledger.history(limit: 1, filter, after: last).first {
            parts.append(next.notification.date)
            last = next
        }
        #expect(parts == dates)
    }
}
