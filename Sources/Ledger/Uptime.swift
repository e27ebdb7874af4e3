internal import Foundation

/// The time since the machine's boot: a clock that does not change when the wall clock is set.
///
/// Leases and pauses between attempts are measured with it. It is CLOCK_MONOTONIC, which rests while the machine is suspended: the
/// process that holds a lease rests as well, and must find as much of the lease left as it had before. All processes of one boot
/// share it; the boot's identifier distinguishes readings of different boots.
public struct Uptime: Sendable, Hashable {
    /// The boot (`/proc/sys/kernel/random/boot_id`); empty where the kernel does not say.
    public let boot: String
    /// The milliseconds since that boot.
    public let milliseconds: Int64

    /// Creates a reading.
    public init(boot: String, milliseconds: Int64) {
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// The present reading.
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
