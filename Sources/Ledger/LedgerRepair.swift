internal import Foundation
internal import GRDB

/// What a repair of a damaged ledger kept and lost.
public struct LedgerRepair: Sendable, Hashable {
    /// A table of the ledger.
    public struct Table: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// How many rows are in the repaired ledger.
        public let kept: Int
        /// How many rows were read and are lost, as a value was wrong or the row they belong to is gone.
        public let lost: Int
        /// Whether part of the table could not be read, so that nobody knows how many rows it had.
        public let isIncomplete: Bool
    }

    /// The tables, in the order of the schema.
    public let tables: [Table]
    /// What was wrong with the rows that are lost, at most `LedgerRepair.limit`.
    public let problems: [String]
    /// The damaged file, which is kept.
    public let damaged: String

    /// How many problems are reported.
    public static let limit = 20

    /// Whether everything was kept.
    public var isComplete: Bool { tables.allSatisfy { $0.lost == 0 && !$0.isIncomplete } }
}

extension Ledger {
    /// Copies what can be read of a damaged ledger into a new one, which takes its place; the damaged file is kept under another name.
    ///
    /// - Parameters:
    ///   - path: where the ledger is.
    ///   - suffix: what is added to the name of the damaged file, such as `damaged-20261123-073000`.
    /// - Throws: `LedgerError` where nothing of it can be read, or the new one cannot be written; the ledger then stays as it is.
    public static func repair(path: String, suffix: String) throws(LedgerError) -> LedgerRepair {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        // In a folder of its own: a new ledger is made under its folder's lock, which the caller may hold for the old one.
        let workshop = folder + "/ledger-repair-\(getpid())"
        let new = workshop + "/ledger.sqlite"
        let old = try LedgerSalvage.source(path)
        func removeNew() {
            for end in ["", "-wal", "-shm"] { unlink(new + end) }
            rmdir(workshop)
        }
        removeNew()
        var salvage = LedgerSalvage()
        do {
            try LedgerFile.worded(path) {
                let (queue, _) = try LedgerFile.open(new, isKnown: false)
                try queue.writeWithoutTransaction { target in
                    try target.inTransaction {
                        try old.unsafeRead { source in try salvage.run(from: source, to: target, path: path) }
                        return .commit
                    }
                    try target.checkpoint(.truncate)
                }
                try queue.close()
            }
            try? old.close()
        } catch {
            removeNew()
            throw error
        }
        // A log of the damaged ledger must not be taken for one of the new.
        setLogAside(path: path, suffix: suffix)
        guard link(path, "\(path).\(suffix)") == 0, rename(new, path) == 0 else {
            let reason = String(cString: strerror(errno))
            removeNew()
            throw .file(path: path, reason: reason)
        }
        removeNew()
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
        return LedgerRepair(tables: salvage.tables, problems: salvage.problems, damaged: "\(path).\(suffix)")
    }

    /// Renames a ledger that cannot be used, so that a new one can take its place and nothing of the old one is lost.
    public static func setAside(path: String, suffix: String) throws(LedgerError) {
        guard rename(path, "\(path).\(suffix)") == 0 else {
            throw .file(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Renames the write-ahead log of a ledger that was lost or damaged, so that it is neither deleted nor taken for a new one's.
    public static func setLogAside(path: String, suffix: String) {
        for end in ["-wal", "-shm"] where access(path + end, F_OK) == 0 {
            rename(path + end, "\(path).\(suffix)\(end)")
        }
    }
}
