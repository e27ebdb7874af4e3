import Foundation
import Ledger
import SystemPackage

/// The journal of a restore: which prepared file replaces which of the user's files.
///
/// A restore replaces several files. The new files are complete on the disk, each next to the file that it replaces, before the first
/// one is replaced: from then on, only names change, for which a full disk has space. The replaced files are kept until the end.
/// So a crash or an error leaves either everything as it was or everything restored.
struct RestoreJournal: Codable {
    struct Step: Codable {
        let target: String
        /// The new file.
        let new: String
        /// The name under which the replaced file is kept; nil if there is none.
        let old: String?
    }

    struct LedgerStep: Codable {
        /// The name of the new ledger in the folder of the journal.
        let staged: String
        let target: String
        /// The suffix under which an unusable ledger is kept; nil if the content of a usable one is replaced.
        let suffix: String?
    }

    /// How far a restore is; the name of the journal's file.
    enum State: String, CaseIterable {
        /// Files are being prepared; none was replaced.
        case prepared = "prepared.json"
        /// All files are prepared, and are being replaced.
        case committed = "journal.json"
        /// The replaced files are being put back.
        case abandoned = "abandoned.json"
        /// Only copies are left, which nobody needs.
        case finished = "finished.json"
    }

    let steps: [Step]
    let ledger: LedgerStep
    /// The folders that did not exist, the innermost first.
    let folders: [String]

    static func folder(_ paths: Paths) -> FilePath {
        paths.ledger.removingLastComponent().appending("restore")
    }

    /// The state of the restore whose journal is in a folder; nil if there is none.
    private static func state(_ folder: FilePath) throws(FileProblem) -> State? {
        guard try LiveFiles.isThere(folder) else { return nil }
        for state in State.allCases where try LiveFiles.isThere(folder.appending(state.rawValue)) { return state }
        return nil
    }

    // MARK: Preparing

    /// Locks the folder of the journal, next to the ledger; what an earlier attempt left is removed.
    ///
    /// - Returns: the lock, without which another process would remove the files; nil on a file system that cannot lock folders.
    static func lock(_ paths: Paths) throws(FileProblem) -> FileLock? {
        let folder = folder(paths)
        removeAbandoned(paths)
        var lock: FileLock?
        // Another process may examine the folder, or remove it as abandoned before it is locked.
        for attempt in 0..<50 where lock == nil {
            if attempt > 0 { poll(nil, 0, 20) }
            try LiveFiles.makeFolder(folder)
            lock = FileLock.takeNow(folder)
        }
        guard try state(folder) == nil else {
            throw FileProblem(path: folder, reason: "another restore is not finished", isMissing: false)
        }
        removeFiles(folder)
        try LiveFiles.synchronize(folder.removingLastComponent())
        return lock
    }

    /// Writes the new files and the journal.
    ///
    /// If that fails, nothing is left of them.
    ///
    /// - Parameters:
    ///   - folder: the folder of the journal, which is locked.
    ///   - files: the new files and their modes, in the order of the steps.
    ///   - ledger: the new ledger.
    func prepare(_ folder: FilePath, _ files: [(bytes: ArraySlice<UInt8>, mode: UInt32)], ledger: ArraySlice<UInt8>)
        throws(FileProblem)
    {
        guard let text = try? JSONEncoder().encode(self) else {
            throw FileProblem(path: folder, reason: "the paths of the files are not text", isMissing: false)
        }
        do throws(FileProblem) {
            try LiveFiles.replace(folder.appending(State.prepared.rawValue), Array(text))
            for (step, file) in zip(steps, files) {
                let target = FilePath(step.target)
                try LiveFiles.write(FilePath(step.new), isNew: true, for: target) { (_, new) throws(FileProblem) in
                    if step.old == nil { fchmod(new, file.mode) }
                    guard LiveFiles.writeAll(new, Array(file.bytes)) else { throw LiveFiles.unwritable(target) }
                }
            }
            try LiveFiles.replace(folder.appending(self.ledger.staged), Array(ledger))
            try RestoreJournal.enter(.committed, from: .prepared, folder)
        } catch {
            try? clear(folder)
            throw error
        }
    }

    // MARK: Finishing

    /// Replaces the files and the ledger, or puts all files back if that fails.
    ///
    /// It can be repeated after each of its steps.
    ///
    /// - Parameter folder: the folder of the journal, which is locked.
    func run(_ folder: FilePath) throws(CommandError) {
        do throws(FileProblem) {
            for step in steps { try step.run(in: folder) }
            try ledger.run(in: folder)
        } catch {
            try abandon(folder, from: .committed)
            throw .restoreFailed(error)
        }
        do throws(FileProblem) {
            try RestoreJournal.enter(.finished, from: .committed, folder)
            try clear(folder)
        } catch { throw .file(error) }
    }

    /// Puts the replaced files back.
    private func abandon(_ folder: FilePath, from state: State) throws(CommandError) {
        do throws(FileProblem) {
            if state != .abandoned { try RestoreJournal.enter(.abandoned, from: state, folder) }
            for step in steps.reversed() { try step.undo() }
            try RestoreJournal.enter(.finished, from: .abandoned, folder)
            try clear(folder)
        } catch { throw .restoreUnfinished(error) }
    }

    /// Finishes what a crash or an error interrupted; does nothing if there is no journal.
    ///
    /// - Parameter isAborted: whether a restore that has not replaced the ledger is abandoned instead.
    /// - Returns: the state in which the restore was; nil if there was none, or another process is preparing it.
    @discardableResult
    static func finish(_ paths: Paths, isAborted: Bool = false) throws(CommandError) -> State? {
        let folder = folder(paths)
        let (lock, state, journal, isDone): (FileLock, State?, RestoreJournal?, Bool)
        do throws(FileProblem) {
            guard try !isAbandoned(folder) else { return nil }
            lock = try LiveFiles.lock(folder)
            // Another process may have finished it in the meantime.
            (state, journal) = (try RestoreJournal.state(folder), try read(folder))
            isDone = try journal?.ledger.isDone(in: folder) ?? true
        } catch { throw .restoreUnfinished(error) }
        defer { withExtendedLifetime(lock) {} }
        guard let state, let journal else { return nil }
        switch state {
        case .prepared: return nil
        case .committed where isDone || !isAborted: try journal.run(folder)
        case .committed, .abandoned: try journal.abandon(folder, from: state)
        case .finished: try? journal.clear(folder)
        }
        return state
    }

    /// Whether a restore was killed before it replaced any file, and left its copies.
    static func isAbandoned(_ paths: Paths) -> Bool {
        let folder = folder(paths)
        guard access(folder.string, F_OK) == 0, FileLock.takeNow(folder) != nil else { return false }
        return (try? isAbandoned(folder)) ?? false
    }

    /// Whether the files in a folder, if any, belong to a restore that has replaced nothing.
    private static func isAbandoned(_ folder: FilePath) throws(FileProblem) -> Bool {
        let state = try state(folder)
        return state == nil || state == .prepared
    }

    /// Removes the copies of a restore that was killed before it replaced any file.
    ///
    /// - Returns: whether they were there and are gone.
    @discardableResult
    static func removeAbandoned(_ paths: Paths) -> Bool {
        let folder = folder(paths)
        guard access(folder.string, F_OK) == 0, let lock = FileLock.takeNow(folder) else { return false }
        defer { withExtendedLifetime(lock) {} }
        guard (try? isAbandoned(folder)) ?? false else { return false }
        try? read(folder)?.clear(folder)
        removeFiles(folder)
        rmdir(folder.string)
        return access(folder.string, F_OK) != 0
    }

    // MARK: The folder

    private static func read(_ folder: FilePath) throws(FileProblem) -> RestoreJournal? {
        guard let state = try state(folder) else { return nil }
        let path = folder.appending(state.rawValue)
        switch LiveFiles.read(path) {
        case .failure(let problem): throw problem
        case .success(let bytes):
            if let journal = try? JSONDecoder().decode(RestoreJournal.self, from: Data(bytes)) { return journal }
            let reason = "it is damaged; remove the folder that contains it, then restore the backup again"
            throw FileProblem(path: path, reason: reason, isMissing: false)
        }
    }

    private static func enter(_ state: State, from former: State, _ folder: FilePath) throws(FileProblem) {
        let (old, new) = (folder.appending(former.rawValue), folder.appending(state.rawValue))
        guard rename(old.string, new.string) == 0 else { throw LiveFiles.unwritable(old) }
        try LiveFiles.synchronize(folder)
    }

    /// Removes all copies and then the folder; no step is undone.
    private func clear(_ folder: FilePath) throws(FileProblem) {
        for step in steps {
            try LiveFiles.removeIfThere(FilePath(step.new))
            if let old = step.old { try LiveFiles.removeIfThere(FilePath(old)) }
        }
        for folder in Set(steps.map { LiveFiles.folder(of: FilePath($0.target)) }) {
            LiveFiles.removeLeftovers(folder)
            try? LiveFiles.synchronize(folder)
        }
        // Those with restored files stay.
        for folder in folders { rmdir(folder) }
        try LiveFiles.removeIfThere(folder.appending(ledger.staged))
        for state in State.allCases { try LiveFiles.removeIfThere(folder.appending(state.rawValue)) }
        try LiveFiles.synchronize(folder)
        // What is left is the lock file of a file system that cannot lock folders.
        RestoreJournal.removeFiles(folder)
        rmdir(folder.string)
    }

    private static func removeFiles(_ folder: FilePath) {
        for name in LiveFiles.list(folder) { unlink(folder.appending(name).string) }
    }
}

extension RestoreJournal.Step {
    /// A step that replaces a file, or creates it.
    ///
    /// - Parameter number: its number, which distinguishes the names of its copies.
    init(_ path: FilePath, number: Int) {
        let file = LiveFiles.target(of: path)
        let copy = LiveFiles.folder(of: file).appending(".antrain-restore-\(getpid())-\(number)")
        target = file.string
        new = copy.suffixed(".new").string
        old = access(file.string, F_OK) == 0 ? copy.suffixed(".old").string : nil
    }

    fileprivate func run(in folder: FilePath) throws(FileProblem) {
        // An earlier attempt did it.
        guard try LiveFiles.isThere(FilePath(new)) else { return }
        let target = FilePath(target)
        if let problem = LiveFiles.obstacle(target) { throw problem }
        let lock = try LiveFiles.lock(.files, in: LiveFiles.folder(of: folder))
        defer { withExtendedLifetime(lock) {} }
        if let old = old.map({ FilePath($0) }) {
            guard try LiveFiles.isThere(old) || target.keep(as: old) else { throw LiveFiles.unwritable(target) }
        } else if try LiveFiles.isThere(target) {
            throw FileProblem(path: target, reason: "it was created in the meantime", isMissing: false)
        }
        guard rename(new, target.string) == 0 else { throw LiveFiles.unwritable(target) }
        try LiveFiles.synchronize(LiveFiles.folder(of: target))
    }

    fileprivate func undo() throws(FileProblem) {
        let target = FilePath(target)
        if let old {
            guard try LiveFiles.isThere(FilePath(old)) else { return }
            guard rename(old, target.string) == 0 else { throw LiveFiles.unwritable(target) }
        } else {
            guard try !LiveFiles.isThere(FilePath(new)) else { return }
            try LiveFiles.removeIfThere(target)
        }
        try LiveFiles.synchronize(LiveFiles.folder(of: target))
    }
}

extension RestoreJournal.LedgerStep {
    /// Whether the ledger was replaced; an error may hide that it was.
    fileprivate func isDone(in folder: FilePath) throws(FileProblem) -> Bool {
        let copy = folder.appending(staged)
        guard try LiveFiles.isThere(copy) else { return true }
        return suffix == nil && Ledger.hasContent(of: copy, at: FilePath(target))
    }

    fileprivate func run(in folder: FilePath) throws(FileProblem) {
        guard try !isDone(in: folder) else { return }
        let copy = folder.appending(staged)
        let target = FilePath(target)
        do throws(LedgerError) {
            if let suffix {
                try Ledger.install(copy, at: target, suffix: suffix)
            } else {
                try Ledger(path: target, isKnown: true).replaceContent(by: copy)
            }
        } catch {
            guard try !isDone(in: folder) else { return }
            throw FileProblem(path: target, reason: "\(error)", isMissing: false)
        }
        try LiveFiles.synchronize(LiveFiles.folder(of: target))
    }
}

/// The limits of backups.
enum BackupLimits {
    /// The maximum size of a backup and of each file in it, in bytes.
    static let size = 1 << 30
}
