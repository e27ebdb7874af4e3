import Files
import Glibc
import Platform
import Ledger
import SystemPackage

/// Detects changes of everything that a plan depends on: files, and what other processes wrote to the ledger.
///
/// A watched folder only says when to look: an editor may replace a file, a link may be redirected, and the daemon itself writes
/// to the ledger's folder.
struct DaemonWatch {
    private let files: FileAccess
    private let wakes: WakeUps
    private var stamps: [FilePath: String?] = [:]
    private(set) var ledger: Ledger?
    private var ledgerIdentity: String?
    private var ledgerChanges = 0

    init(files: FileAccess, wakes: WakeUps) {
        self.files = files
        self.wakes = wakes
    }

    mutating func keep(_ ledger: Ledger) {
        self.ledger = ledger
        wakes.watch(ledger.path)
        ledgerIdentity = identity(ledger.path)
        ledgerChanges = (try? ledger.changesByOthers()) ?? 0
    }

    /// Watches exactly these files.
    ///
    /// - Returns: whether some of them are new: those may have changed since they were read.
    mutating func follow(_ paths: [FilePath]) -> Bool {
        let isNew = paths.contains { stamps[$0] == nil }
        var followed: [FilePath: String?] = [:]
        for path in paths {
            watch(path)
            followed[path] = stamps[path] ?? .some(files.stamp(path))
        }
        stamps = followed
        return isNew
    }

    /// Whether anything changed since the last call.
    mutating func hasChanged() -> Bool {
        var changed = false
        for (path, before) in stamps {
            // Watched again each time: a folder may be new, or a link may have been redirected.
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

    private func watch(_ path: FilePath) {
        wakes.watch(path)
        guard let real = realpath(path.string, nil) else { return }
        wakes.watch(FilePath(String(cString: real)))
        free(real)
    }

    /// Identifies the file regardless of its contents: device and inode.
    private func identity(_ path: FilePath) -> String? {
        files.stamp(path).map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
    }
}
