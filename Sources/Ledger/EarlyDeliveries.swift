internal import CivilTime
internal import GRDB

/// The deliveries that a clock that was ahead made before their time, and that are repeated.
///
/// `early_at` holds the time of such a delivery by that clock, also after the repetition. `early_count` counts them: each repetition
/// has a key of its own, so that a plugin that drops known keys does not drop it.
struct EarlyDeliveries {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// Assignments that note a delivery as early before its row is pending again, in SQL.
    ///
    /// - Parameter condition: whether the row's delivery is early.
    static func note(if condition: String) -> String {
        """
        early_at = CASE WHEN \(condition) THEN delivery.ended_at ELSE delivery.early_at END,
            early_count = delivery.early_count + CASE WHEN \(condition) THEN 1 ELSE 0 END,
            attempts = CASE WHEN \(condition) THEN 0 ELSE delivery.attempts END
        """
    }

    /// Whether a delivery is an early one that counts again, in SQL: no other delivery has a reason.
    static func isRestored(_ table: String) -> String {
        "(\(table).early_at IS NOT NULL AND \(table).reason IS NOT NULL)"
    }

    /// Lets the early deliveries of a notification count where their repetitions have ended in vain.
    func restore(_ number: Int64) throws {
        try database.execute(
            sql: """
                UPDATE delivery SET state = 'delivered', ended_at = early_at, attempts = max(1, attempts),
                    late_seconds = max(0, early_at - (SELECT instant FROM notification WHERE number = delivery.notification)),
                    reason = 'the clock was set back afterwards' || coalesce('; ' || reason, '')
                WHERE notification = ? AND state IN ('expired', 'cancelled') AND early_at IS NOT NULL
                """,
            arguments: [number]
        )
    }
}
