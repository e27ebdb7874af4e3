import Synchronization

/// The reason why the last message of a log could not be written.
final class LogFailures: Sendable {
    private let reason = Mutex<String?>(nil)

    /// nil if it was written.
    var last: String? { reason.withLock { $0 } }

    func note(_ failure: String?) { reason.withLock { $0 = failure } }
}
