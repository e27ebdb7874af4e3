import Glibc
import Ledger

/// Tells whether anything changed that a plan depends on: files, by what they are now, and the ledger, by what others wrote.
///
/// A folder that is watched only says when to look: an editor may replace a file, a link may lead elsewhere, and the daemon writes
/// into the ledger's folder itself.
struct DaemonWatch {
    private let files: FileAccess
    private let wakes: WakeUps
    private var stamps: [String: String?] = [:]
    /// The ledger that stays open.
    private(set) var ledger: Ledger?
    private var ledgerIdentity: String?
    private var ledgerChanges = 0

    init(files: FileAccess, wakes: WakeUps) {
        self.files = files
        self.wakes = wakes
    }

    /// Keeps a ledger open.
    mutating func keep(_ ledger: Ledger) {
        self.ledger = ledger
        wakes.watch(ledger.path)
        ledgerIdentity = identity(ledger.path)
        ledgerChanges = (try? ledger.changesByOthers()) ?? 0
    }

    /// Watches these files, and no others any more.
    ///
    /// - Returns: whether there are new ones: they may have changed since they were read.
    mutating func follow(_ paths: [String]) -> Bool {
        let isNew = paths.contains { stamps[$0] == nil }
        var followed: [String: String?] = [:]
        for path in paths {
            watch(path)
            followed[path] = stamps[path] ?? .some(files.stamp(path))
        }
        stamps = followed
        return isNew
    }

    /// Whether anything changed since this was last asked.
    mutating func hasChanged() -> Bool {
        var changed = false
        for (path, before) in stamps {
            // A folder may be new, or a link may lead elsewhere; only what changes from here on is told of.
            watch(path)
            let now = files.stamp(path)
            guard now != before else { continue }
            stamps[path] = .some(now)
            changed = true
        }
        return ledgerHasChanged() || changed
    }

    private mutating func ledgerHasChanged() -> Bool {
        guard let ledger else { return false }
        guard identity(ledger.path) == ledgerIdentity else {
            self.ledger = nil
            return true
        }
        let changes = (try? ledger.changesByOthers()) ?? ledgerChanges
        defer { ledgerChanges = changes }
        return changes != ledgerChanges
    }

    private func watch(_ path: String) {
        wakes.watch(path)
        guard let real = realpath(path, nil) else { return }
        wakes.watch(String(cString: real))
        free(real)
    }

    /// What tells the file from one that took its place, whatever is written into it.
    private func identity(_ path: String) -> String? {
        files.stamp(path).map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
    }
}
