package import Logging
package import Reminders
import Synchronization
package import SystemPackage

/// What antrain did, for the journal or a file (`logging` in the settings).
///
/// It contains ids of reminders and channels, but no titles, texts or values of channels. Messages from before the settings are read
/// wait until then; without `logging` in the settings they are dropped.
package final class RunLog {
    private struct Entry {
        let level: Logger.Level
        let message: String
        let facts: [(key: String, value: String)]
    }

    private enum State {
        case waiting([Entry])
        case off
        case on(Logger)
    }

    /// What happens at the end of a command.
    private struct Ending {
        let openLate: () -> Void
        let report: () -> Void
    }

    /// The largest number of messages that wait.
    private static let mostWaiting = 100

    private var state = State.waiting([])
    private var ending: Ending?
    private var settings: LoggingSettings?
    /// The current time as text, for the messages of a file.
    private var time: () -> String = { "" }
    private let failures = LogFailures()

    package init() {}

    /// Whether the settings were not read yet.
    var isWaiting: Bool { if case .waiting = state { true } else { false } }

    var isOn: Bool { if case .on = state { true } else { false } }

    /// Why the last message could not be written; nil if it was.
    package var failure: String? { failures.last }

    /// Starts logging as the settings say, with the messages that wait.
    ///
    /// - Parameters:
    ///   - settings: nil to log nothing.
    ///   - home: the folder that `~` stands for.
    package func open(_ settings: LoggingSettings?, home: FilePath?, time: @escaping () -> String) {
        self.time = time
        guard isWaiting || settings != self.settings else { return }
        self.settings = settings
        var entries: [Entry] = []
        if case .waiting(let waiting) = state { entries = waiting }
        guard let settings else {
            state = .off
            return
        }
        let failures = failures
        state = .on(
            Logger(label: "antrain") { _ in
                switch settings.target {
                case .journal: JournalLogHandler(level: settings.level.logged, failures: failures)
                case .file(let text):
                    FileLogHandler(FilePath(text, home: home), level: settings.level.logged, failures: failures)
                }
            }
        )
        for entry in entries { write(entry) }
    }

    /// - Parameter message: what happened, in one line.
    package func note(_ level: Logger.Level, _ message: String, _ facts: [(key: String, value: String)] = []) {
        let entry = Entry(level: level, message: message, facts: facts)
        switch state {
        case .waiting(let entries): state = .waiting((entries + [entry]).suffix(RunLog.mostWaiting))
        case .off: break
        case .on: write(entry)
        }
    }

    /// Decides what happens at the end of a command; only the first call counts, which is that of the command itself.
    ///
    /// - Parameters:
    ///   - openLate: opens the log for messages that still wait, such as the error that kept the command from reading the settings.
    ///   - report: reports that the log could not be written. Neither closure may keep the ledger, which must be closed by then.
    package func end(openLate: @escaping () -> Void, report: @escaping () -> Void) {
        ending = ending ?? Ending(openLate: openLate, report: report)
    }

    /// Drops all messages: the command must not write anything.
    package func turnOff() { state = .off }

    /// Writes what still waits, and reports whether messages could be written.
    package func finish() {
        if case .waiting(let entries) = state, entries.contains(where: { $0.level >= .warning }) { ending?.openLate() }
        if isOn { ending?.report() }
    }

    private func write(_ entry: Entry) {
        guard case .on(var logger) = state else { return }
        logger[metadataKey: LogLine.timeKey] = "\(time())"
        let facts = entry.facts.map { ($0.key, Logger.MetadataValue.string($0.value)) }
        logger.log(level: entry.level, "\(entry.message)", metadata: Dictionary(facts) { $1 })
    }
}

extension LoggingSettings.Level {
    /// The level of swift-log.
    fileprivate var logged: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}

extension FilePath {
    /// The path that a text of the settings names, in which `~/` is the home folder.
    fileprivate init(_ text: String, home: FilePath?) {
        self = home.flatMap { text.hasPrefix("~/") ? $0.appending(String(text.dropFirst(2))) : nil } ?? FilePath(text)
    }
}

/// The reason why the last message of a log could not be written.
final class LogFailures: Sendable {
    private let reason = Mutex<String?>(nil)

    /// nil if it was written.
    var last: String? { reason.withLock { $0 } }

    func note(_ failure: String?) { reason.withLock { $0 = failure } }
}
