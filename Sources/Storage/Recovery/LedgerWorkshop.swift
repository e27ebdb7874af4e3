internal import Files
internal import Foundation
public import Ledger
internal import SystemPackage

/// The folder next to a ledger in which a repair makes its copies.
struct LedgerWorkshop {
    fileprivate static let start = ".antrain-repair-"

    let folder: FilePath

    /// Creates an empty folder, and removes those of repairs that were killed; the caller holds the folder's lock, so none is in use.
    ///
    /// SQLite would roll a journal in a left folder back into a new file of the same name.
    init(besides path: FilePath) throws(LedgerError) {
        let parent = path.folder
        folder = parent.appending("\(LedgerWorkshop.start)\(getpid())")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.string)) ?? []
        where Ledger.repairer(ofFolder: name) != nil {
            var facts = stat()
            let left = parent.appending(name)
            guard lstat(left.string, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else {
                continue
            }
            try? FileManager.default.removeItem(atPath: left.string)
        }
        guard mkdir(folder.string, 0o700) == 0 else {
            throw errno == ENOSPC || errno == EDQUOT
                ? .full(path: path) : .file(path: folder, reason: LedgerFile.reason(errno))
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder.string) }
}

extension Ledger {
    /// The id of the process that created a folder to repair a ledger; nil for the name of any other folder.
    public static func repairer(ofFolder name: String) -> Int32? {
        guard name.hasPrefix(LedgerWorkshop.start) else { return nil }
        return Int32(name.dropFirst(LedgerWorkshop.start.count)).flatMap { $0 > 0 ? $0 : nil }
    }
}
