internal import GRDB

/// Deliveries that were made before their time because the clock was ahead, and that are repeated.
///
/// `early_at` is the time of such a delivery by that clock, and is kept after the repetition. `early_count` counts them: a
/// repetition has a new key, so that plugins that drop duplicates deliver it. It keeps the old key if the first delivery may have
/// been made by a clock that was right, while a later one was behind.
final class EarlyDeliveries {
    private let database: Database
    /// Whether one of them counts again.
    private(set) var areRestored = false

    init(_ database: Database) { self.database = database }

    /// Assignments that mark a delivery as early before its row becomes pending again, in SQL.
    ///
    /// - Parameter condition: whether the row's delivery is early.
    static func note(if condition: String) -> String {
        """
        early_at = CASE WHEN \(condition) THEN delivery.ended_at ELSE delivery.early_at END,
            early_count = delivery.early_count + CASE WHEN \(condition) THEN 1 ELSE 0 END,
            attempts = CASE WHEN \(condition) THEN 0 ELSE delivery.attempts END
        """
    }

    /// The count from the first attempt at a repetition on, in SQL.
    ///
    /// At that time, only a delivery that is still to come by the present clock is known to have been early.
    ///
    /// - Parameter ahead: the argument after which a time counts as in the future.
    static func confirmedCount(_ table: String, ahead: String) -> String {
        "CASE WHEN \(table).attempts = 0 AND \(table).early_at <= \(ahead) THEN 0 ELSE \(table).early_count END"
    }

    /// Whether a delivery is an early one that counts again, in SQL: no other delivery has a reason.
    static func isRestored(_ table: String) -> String {
        "(\(table).early_at IS NOT NULL AND \(table).reason IS NOT NULL)"
    }

    /// Makes the early deliveries of a notification count if their repetitions have failed, and no channel will deliver it any more.
    func restore(_ number: Int64) throws {
        try database.run(
            """
            UPDATE delivery SET state = \(OutboxState.delivered.sql), ended_at = early_at, attempts = max(1, attempts),
                late_seconds = max(0, early_at - (SELECT instant FROM notification WHERE number = delivery.notification)),
                reason = 'the clock was set back afterwards' || coalesce('; ' || reason, '')
            WHERE notification = ? AND state IN \([OutboxState.expired, .cancelled].sql) AND early_at IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM delivery AS other
                    WHERE other.notification = delivery.notification AND other.state IN \(OutboxState.open.sql))
            """,
            [number]
        )
        if database.changesCount > 0 { areRestored = true }
    }
}
