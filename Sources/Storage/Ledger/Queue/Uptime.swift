internal import Foundation

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
