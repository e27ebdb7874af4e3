import Glibc

/// What antrain prints after Ctrl-C, before the process ends.
enum Interruption {
    /// The text for the signal handler, which must not allocate memory.
    nonisolated(unsafe) private static var notice = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Makes Ctrl-C print a line on standard error; nil restores the default.
    static func says(_ text: String?) {
        signal(SIGINT, SIG_DFL)
        guard let text else { return }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + 2)
        _ = bytes.initialize(from: Array("\n\(text)\n".utf8))
        notice = UnsafeBufferPointer(bytes)
        signal(SIGINT) { _ in
            _ = write(2, Interruption.notice.baseAddress, Interruption.notice.count)
            // The shell must see that the signal ended the process.
            signal(SIGINT, SIG_DFL)
            raise(SIGINT)
        }
    }
}
