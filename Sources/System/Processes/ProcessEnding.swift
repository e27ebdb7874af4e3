public import Glibc

/// How a process ended, as waitpid(2) reports it.
public enum ProcessEnding: Sendable, Hashable {
    /// It exited with a code.
    case exited(Int32)
    /// A signal ended it.
    case killed(Int32)

    /// Decodes the status of waitpid(2).
    public init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
    }

    /// The exit code that a shell reports: 128 and the signal's number after a signal.
    public var shellCode: Int32 {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
    }

    /// Waits for a process to end; nil if its ending cannot be determined.
    public static func waiting(for process: pid_t) -> ProcessEnding? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
        return ProcessEnding(status: status)
    }
}
