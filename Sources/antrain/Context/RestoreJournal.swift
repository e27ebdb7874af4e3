import Foundation
import Ledger
import SystemPackage

/// The journal of a restore: which staged file replaces which of the user's files.
///
/// A restore replaces several files. The staged files and this journal are complete on the disk before the first file is
/// replaced; from then on, every command first finishes the restore. So a crash leaves either everything as it was or
/// everything restored.
struct RestoreJournal: Codable {
    struct Step: Codable {
        /// The name of the staged file.
        let staged: String
        let target: String
        /// The permission bits of a new file; a file that exists keeps its own.
        let mode: UInt32
    }

    struct LedgerStep: Codable {
        let staged: String
        let target: String
        /// The suffix under which an unusable ledger is kept; nil if the content of a usable one is replaced.
        let suffix: String?
    }

    let steps: [Step]
    let ledger: LedgerStep

    private static let name = "journal.json"

    static func folder(_ paths: Paths) -> FilePath {
        paths.ledger.removingLastComponent().appending("restore")
    }

    // MARK: Staging

    /// A folder in which files are staged; while its lock is held, no other process removes them.
    struct Staging {
        let folder: FilePath
        /// nil on a file system that cannot lock folders.
        fileprivate let lock: FileLock?
    }

    /// Locks the folder in which files are staged, next to the ledger; files of an earlier attempt are removed.
    static func stage(_ paths: Paths) throws(FileProblem) -> Staging {
        let folder = folder(paths)
        var lock: FileLock?
        // Another process may examine the folder, or remove it as abandoned before it is locked.
        for attempt in 0..<50 where lock == nil {
            if attempt > 0 { poll(nil, 0, 20) }
            try LiveFiles.makeFolder(folder)
            lock = FileLock.takeNow(folder)
        }
        removeFiles(folder)
        try LiveFiles.synchronize(folder.removingLastComponent())
        return Staging(folder: folder, lock: lock)
    }

    /// Whether a restore was killed before it replaced any file, and left its copies.
    static func isAbandoned(_ paths: Paths) -> Bool {
        let folder = folder(paths)
        guard access(folder.string, F_OK) == 0, FileLock.takeNow(folder) != nil else { return false }
        return access(folder.appending(name).string, F_OK) != 0
    }

    /// Removes the copies of a restore that was killed before it replaced any file.
    ///
    /// - Returns: whether they were there and are gone.
    @discardableResult
    static func removeAbandoned(_ paths: Paths) -> Bool {
        let folder = folder(paths)
        guard access(folder.string, F_OK) == 0, let lock = FileLock.takeNow(folder) else { return false }
        defer { withExtendedLifetime(lock) {} }
        guard access(folder.appending(name).string, F_OK) != 0 else { return false }
        clear(folder)
        return access(folder.string, F_OK) != 0
    }

    /// Writes the journal; from then on, the restore of the staged files will be finished, even after a crash.
    func commit(_ staging: Staging) throws(FileProblem) {
        defer { withExtendedLifetime(staging.lock) {} }
        let journal = staging.folder.appending(Self.name)
        guard let bytes = try? JSONEncoder().encode(self) else {
            throw FileProblem(path: journal, reason: "the paths of its files are not text", isMissing: false)
        }
        try LiveFiles.replace(journal, Array(bytes))
    }

    /// Removes a folder with the files in it.
    private static func clear(_ folder: FilePath) {
        removeFiles(folder)
        rmdir(folder.string)
    }

    private static func removeFiles(_ folder: FilePath) {
        for name in LiveFiles.list(folder) { unlink(folder.appending(name).string) }
    }

    // MARK: Finishing

    /// Finishes a restore that a crash or an error interrupted.
    ///
    /// - Parameter removesAbandoned: whether the copies of a restore that replaced nothing are removed.
    static func finish(_ context: Context, _ options: GlobalOptions, removesAbandoned: Bool) throws(CommandError) {
        guard let paths = try? Paths(context, options: options) else { return }
        try finish(paths)
        if removesAbandoned { removeAbandoned(paths) }
    }

    /// Replaces the files; does nothing if there is no journal.
    ///
    /// It can be repeated after each of its steps.
    static func finish(_ paths: Paths) throws(CommandError) {
        let folder = folder(paths)
        let journal = folder.appending(name)
        guard access(journal.string, F_OK) == 0 else { return }
        do throws(FileProblem) {
            let lock = try FileLock.take(for: journal)
            defer { withExtendedLifetime(lock) {} }
            // Another process may have finished it in the meantime.
            guard access(journal.string, F_OK) == 0 else { return }
            let bytes: [UInt8]
            switch LiveFiles.read(journal) {
            case .success(let read): bytes = read
            case .failure(let problem): throw problem
            }
            guard let restoration = try? JSONDecoder().decode(RestoreJournal.self, from: Data(bytes)) else {
                throw FileProblem(
                    path: journal,
                    reason: "it is damaged; remove the folder that contains it, then restore the backup again",
                    isMissing: false
                )
            }
            for step in restoration.steps { try step.run(in: folder) }
            do throws(LedgerError) { try restoration.ledger.run(in: folder) } catch {
                throw FileProblem(
                    path: journal,
                    reason: "the restore is not finished; the next command continues it: \(error)",
                    isMissing: false
                )
            }
            try LiveFiles.synchronize(folder.removingLastComponent())
            guard unlink(journal.string) == 0 else { throw LiveFiles.unwritable(journal) }
            try LiveFiles.synchronize(folder)
            clear(folder)
        } catch { throw .file(error) }
    }
}

extension RestoreJournal.Step {
    fileprivate func run(in folder: FilePath) throws(FileProblem) {
        let bytes: [UInt8]
        switch LiveFiles.read(folder.appending(staged), upTo: BackupLimits.size) {
        case .success(let read): bytes = read
        case .failure(let problem): throw problem
        }
        let target = FilePath(target)
        let lock = try FileLock.take(for: target)
        defer { withExtendedLifetime(lock) {} }
        let isNew = access(target.string, F_OK) != 0
        try LiveFiles.replace(target, bytes)
        if isNew { try LiveFiles.setMode(target, mode) }
    }
}

extension RestoreJournal.LedgerStep {
    fileprivate func run(in folder: FilePath) throws(LedgerError) {
        let copy = folder.appending(staged)
        let target = FilePath(target)
        if let suffix { return try Ledger.install(copy, at: target, suffix: suffix) }
        try Ledger(path: target, isKnown: true).replaceContent(by: copy)
    }
}

/// The limits of backups.
enum BackupLimits {
    /// The maximum size of a backup and of each file in it, in bytes.
    static let size = 1 << 30
}
