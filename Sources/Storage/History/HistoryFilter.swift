public import CivilTime
internal import GRDB
internal import Ledger

/// Which past reminders a history contains.
public struct HistoryFilter: Sendable, Hashable {
    /// What became of a reminder, or of its delivery on a channel.
    public enum Result: String, Sendable, Hashable, CaseIterable {
        case delivered
        /// The channel refused it.
        case failed
        /// It could not be delivered in time.
        case missed
        /// A channel still tries to deliver it.
        case pending
        /// It was no longer planned, because something changed.
        case dropped
        /// It was no longer planned, because something changed, and another one took its place.
        case replaced
    }

    /// The times at which reminders were due; nil for all.
    public var due: Range<Instant>?
    /// The channel that reminders were sent to, or should have been; nil for all.
    public var channel: String?
    /// What became of the reminder, or with a channel, of the delivery on that channel; nil for any result.
    public var result: Result?

    /// Creates a filter that keeps all reminders.
    public init() {}

    /// Whether it keeps all reminders.
    public var isEmpty: Bool { self == HistoryFilter() }

    /// The conditions on rows of `notification`, each after `AND`, and their arguments.
    var conditions: (sql: String, arguments: StatementArguments) {
        var sql = ""
        var arguments: StatementArguments = []
        if let due {
            sql += " AND instant >= ? AND instant < ?"
            arguments += [due.lowerBound.secondsSinceEpoch, due.upperBound.secondsSinceEpoch]
        }
        if let channel {
            let states = result.map { "IN \($0.deliveryStates.sql)" } ?? "<> \(OutboxState.cancelled.sql)"
            if let result, result.isOfPlan {
                sql += " AND state = ?"
                arguments += [result.rawValue]
            }
            sql += """
                 AND EXISTS (SELECT 1 FROM delivery filtered
                    WHERE filtered.notification = notification.number AND filtered.channel = ? AND filtered.state \(states))
                """
            arguments += [channel]
        } else if let result {
            sql += " AND state = ?"
            arguments += [result.rawValue]
        }
        return (sql, arguments)
    }
}

extension HistoryFilter.Result {
    /// Whether it concerns the reminder on all its channels.
    fileprivate var isOfPlan: Bool {
        switch self {
        case .dropped, .replaced: true
        case .delivered, .failed, .missed, .pending: false
        }
    }

    fileprivate var deliveryStates: [OutboxState] {
        switch self {
        case .delivered: [.delivered]
        case .failed: [.failed]
        case .missed: [.expired]
        case .pending: OutboxState.open
        case .dropped, .replaced: [.cancelled]
        }
    }
}
