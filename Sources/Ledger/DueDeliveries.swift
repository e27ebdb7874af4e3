internal import CivilTime
internal import GRDB

/// Finds the deliveries that may be attempted now.
///
/// What waits for its time is due by the wall clock. A lease ends by the uptime alone, so that a process whose wall clock is wrong
/// cannot take over what another is delivering. A pause between attempts ends by whichever clock is there first: the wall clock may
/// have been set back since.
enum DueDeliveries {
    /// The longest lease that any process takes, in milliseconds: what would last longer is not of this boot.
    private static let longestLease: Int64 = 600_000

    /// The keys of the deliveries that are due, in SQL; takes `arguments`.
    static let keys = """
        SELECT notification, channel FROM delivery
        WHERE state IN ('pending', 'retrying', 'overflow') AND due_at <= :now
        UNION
        SELECT notification, channel FROM delivery
        WHERE state IN ('leased', 'retrying') AND (
            (wait_boot = :boot AND wait_until <= :uptime)
            OR (state = 'leased' AND (wait_boot IS NOT :boot OR wait_until > :uptime + :longest)))
        """

    /// Whether a delivery's lease is held by a process of this boot, in SQL; takes `arguments`.
    static let isHeld =
        "(state = 'leased' AND wait_boot = :boot AND wait_until > :uptime AND wait_until <= :uptime + :longest)"

    static func arguments(now: Instant, _ uptime: Uptime) -> StatementArguments {
        StatementArguments(values(now: now, uptime))
    }

    /// The arguments by their names.
    static func values(now: Instant, _ uptime: Uptime) -> [String: (any DatabaseValueConvertible)?] {
        [
            "now": now.secondsSinceEpoch, "boot": uptime.boot, "uptime": uptime.milliseconds,
            "longest": longestLease,
        ]
    }
}
