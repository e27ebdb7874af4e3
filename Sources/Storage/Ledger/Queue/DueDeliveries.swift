internal import CivilTime
internal import Foundation
internal import GRDB
internal import Planning
internal import Reminders

/// Finds the deliveries that can be attempted now.
///
/// Scheduled deliveries are due by the wall clock. Leases end by uptime only, so that a process with a wrong wall clock cannot
/// take over what another is delivering. A pause between attempts ends by whichever clock reaches its end first: the wall clock
/// may have been set back. Neither is due before the reminder's own time, which is in the future again after a large step back.
/// A follow-up is not due before its reminder was delivered; when it is, the follow-up gets a new time.
enum DueDeliveries {
    /// The longest possible lease in milliseconds: a longer one is not from this boot.
    private static let longestLease: Int64 = 600_000

    /// The keys of the due deliveries, in SQL; uses `arguments`.
    static let keys = """
        SELECT notification, channel FROM delivery
        WHERE state IN \(OutboxState.startable.sql) AND due_at <= :now AND NOT EXISTS (
            SELECT 1 FROM notification AS own JOIN notification
                ON notification.id = substr(own.id, 1, instr(own.id, '\(NotificationID.followUpMark)') - 1)
            WHERE own.number = delivery.notification AND NOT \(NotificationRows.wasDelivered))
        UNION
        SELECT notification, channel FROM delivery
        WHERE state IN \(OutboxState.waiting.sql) AND (
            (wait_boot = :boot AND wait_until <= :uptime)
            OR (state = \(OutboxState.leased.sql) AND (wait_boot IS NOT :boot OR wait_until > :uptime + :longest)))
            AND (SELECT instant FROM notification WHERE number = delivery.notification) <= :ahead
        """

    /// Whether a process of this boot holds a delivery's lease, in SQL; uses `arguments`.
    static let isHeld =
        "(state = \(OutboxState.leased.sql) AND wait_boot = :boot AND wait_until > :uptime AND wait_until <= :uptime + :longest)"

    static func arguments(now: Instant, _ uptime: Uptime) -> StatementArguments {
        var values = values(now: now, uptime)
        values["ahead"] = now.adding(ClockStep.tolerance).secondsSinceEpoch
        return StatementArguments(values)
    }

    /// The arguments by their names.
    static func values(now: Instant, _ uptime: Uptime) -> [String: (any DatabaseValueConvertible)?] {
        ["now": now.secondsSinceEpoch, "boot": uptime.boot, "uptime": uptime.milliseconds, "longest": longestLease]
    }
}

/// The time since boot: a clock that is not affected when the wall clock is set.
///
/// Used for leases and for pauses between attempts. It is CLOCK_MONOTONIC, which stops while the machine is suspended: the
/// process that holds a lease is suspended as well, and must find the same time left. All processes of one boot share it; the
/// boot ID distinguishes readings of different boots.
public struct Uptime: Sendable, Hashable {
    /// The boot (`/proc/sys/kernel/random/boot_id`); empty if unknown.
    public let boot: String
    /// The milliseconds since boot.
    public let milliseconds: Int64

    public init(boot: String, milliseconds: Int64) {
        self.boot = boot
        self.milliseconds = milliseconds
    }

    public static var current: Uptime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Uptime(boot: boot, milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private static let boot: String = {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    }()
}
