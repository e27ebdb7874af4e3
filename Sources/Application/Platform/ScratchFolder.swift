import Files
import Glibc
package import Ledger
package import SystemPackage

/// A private folder for copies of a ledger, which is removed with them.
package final class ScratchFolder {
    /// The file for a copy.
    package let ledger: FilePath
    private let path: FilePath

    /// Creates it in `TMPDIR`, or in /tmp, and removes those of processes that were killed.
    package init(_ context: Context) throws(CommandError) {
        let parent = FilePath(context.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp")
        for name in LiveFiles.list(parent) where ScratchFolder.isLeft(name, in: parent) {
            ScratchFolder.remove(parent.appending(name))
        }
        let start = parent.appending("antrain-\(getpid())-").string
        var template = Array("\(start)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .file(LiveFiles.unwritable(parent)) }
        path = FilePath(String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        ledger = path.appending("ledger.sqlite")
    }

    /// The error of a command that could not make a copy: it must not name the ledger's disk if this folder's disk is full.
    package func cause(_ error: LedgerError) -> CommandError {
        // SQLite removes what it could not complete, so that the disk may have space again.
        let isFull = error == .full(path: ledger) || error.isFailureToWrite && DiskSpace.isExhausted(at: ledger)
        guard isFull else { return .ledger(error) }
        let reason = "the disk is full; free some space there, or set TMPDIR to a folder on another disk"
        return .file(FileProblem(path: LiveFiles.folder(of: path), reason: reason, isMissing: false))
    }

    deinit { ScratchFolder.remove(path) }

    private static func isLeft(_ name: String, in parent: FilePath) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "antrain", parts[2].utf8.count == 6, let process = Int32(parts[1]),
            process > 0, kill(process, 0) != 0, errno == ESRCH
        else { return false }
        var facts = stat()
        return lstat(parent.appending(name).string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
            && facts.st_uid == geteuid()
    }

    /// Removes only the files that are made in such a folder.
    private static func remove(_ path: FilePath) {
        let ledger = path.appending("ledger.sqlite")
        for end in ["", "-wal", "-shm", "-journal"] { unlink(ledger.suffixed(end).string) }
        rmdir(path.string)
    }
}
