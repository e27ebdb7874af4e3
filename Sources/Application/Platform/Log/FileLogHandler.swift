package import Files
import Glibc
package import Logging
package import SystemPackage

/// Appends messages to a file.
///
/// A file that has reached its limit becomes `NAME.1`, which replaces the previous one, so that a log takes at most twice the limit.
package struct FileLogHandler: LogHandler {
    /// The size at which a new file is started, in bytes.
    static let limit = 1 << 20

    private let path: FilePath
    private let failures: LogFailures
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]

    init(_ path: FilePath, level: Logger.Level, failures: LogFailures) {
        self.path = path
        self.failures = failures
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let line = LogLine.text(event, metadata.merging(event.metadata ?? [:]) { $1 }, process: getpid())
        do throws(FileProblem) {
            try FileLogHandler.check(path)
            try startNewFile()
            try LiveFiles.append(path, line, isDurable: false)
            failures.note(nil)
        } catch { failures.note("\(path): \(error.reason)") }
    }

    /// Fails if a file is not a log that antrain wrote: the settings may name one of the user's files, or the ledger, by mistake.
    package static func check(_ path: FilePath) throws(FileProblem) {
        switch LiveFiles.read(path, upTo: 200) {
        case .success(let bytes) where bytes.isEmpty || LogLine.starts(bytes): return
        case .success: throw FileProblem(path: path, reason: "it exists and is not an antrain log", isMissing: false)
        case .failure(let problem) where problem.isMissing: return
        case .failure(let problem): throw problem
        }
    }

    /// Renames a file that has reached the limit, unless another process has done so in the meantime.
    private func startNewFile() throws(FileProblem) {
        func isFull() -> Bool { LiveFiles.size(path) >= FileLogHandler.limit }
        guard isFull(), let lock = FileLock.takeNow(path), isFull() else { return }
        defer { withExtendedLifetime(lock) {} }
        try FileLogHandler.check(path.suffixed(".1"))
        guard rename(path.string, path.suffixed(".1").string) == 0 else { throw LiveFiles.unwritable(path) }
    }
}
