import Delivery
package import Files
import Foundation
import Ledger
import Recovery
package import SystemPackage

/// The journal of a restore: which prepared file replaces which of the user's files.
///
/// A restore replaces several files. The new files are complete on the disk, each next to the file that it replaces, before the first
/// one is replaced: from then on, only names change, for which a full disk has space. The replaced files are kept until the end.
/// So a crash or an error leaves either everything as it was or everything restored.
///
/// antrain's folder may be one that serves other purposes, too: of the files in it, only the journal and those that it names are removed.
package struct RestoreJournal: Codable {
    package struct Step: Codable {
        let target: String
        package let new: String
        /// The name under which the replaced file is kept; nil if there is none.
        let old: String?
        /// The SHA-256 of the file in the backup of the replaced files; nil if it is not in it.
        let former: String?
        /// The SHA-256 of the new file; nil in a journal of an earlier version.
        let restored: String?
    }

    package struct LedgerStep: Codable {
        let new: String
        let target: String
        /// The suffix under which an unusable ledger is kept; nil if the content of a usable one is replaced.
        let suffix: String?
    }

    /// How far a restore is; the name of the journal's file.
    package enum State: String, CaseIterable {
        /// Files are being prepared; none was replaced.
        case prepared = ".antrain-restore-prepared.json"
        /// All files are prepared, and are being replaced.
        case committed = ".antrain-restore-journal.json"
        /// The replaced files are being put back.
        case abandoned = ".antrain-restore-abandoned.json"
        /// Only copies are left, which nobody needs.
        case finished = ".antrain-restore-finished.json"
    }

    /// How an interrupted restore ended.
    package enum Ending {
        case undone
        /// It was complete; the backup of the files that it replaced, if any.
        case completed(kept: FilePath?)
    }

    package let steps: [Step]
    package let ledger: LedgerStep
    /// The folders that did not exist, the innermost first.
    package let folders: [String]
    /// The backup of the replaced files; nil if nothing is replaced.
    package let kept: String?

    package init(steps: [Step], ledger: LedgerStep, folders: [String], kept: String?) {
        (self.steps, self.ledger, self.folders, self.kept) = (steps, ledger, folders, kept)
    }

    /// The path of the journal; nil if there is none.
    package static func path(_ paths: Paths) throws(FileProblem) -> FilePath? {
        try state(paths.data).map { paths.data.appending($0.rawValue) }
    }

    package static func paths(in folder: FilePath) -> [FilePath] {
        State.allCases.map { folder.appending($0.rawValue) }
    }

    /// The state of the restore whose journal is in a folder; nil if there is none.
    private static func state(_ folder: FilePath) throws(FileProblem) -> State? {
        for state in State.allCases {
            let path = folder.appending(state.rawValue)
            var facts = stat()
            guard lstat(path.string, &facts) == 0 else {
                guard errno == ENOENT || errno == ENOTDIR else { throw LiveFiles.problem(path) }
                continue
            }
            // In a folder to which other users can write, they must not name files to replace or remove.
            if facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() { return state }
        }
        return nil
    }

    // MARK: Preparing

    /// Takes the lock of restores, and removes the copies of a restore that was killed before it replaced any file.
    package static func begin(_ paths: Paths) throws(FileProblem) -> FileLock {
        let folder = paths.data
        try LiveFiles.makeFolder(folder)
        let lock = try LiveFiles.lock(.restore, in: folder)
        guard let state = try state(folder) else { return lock }
        guard state == .prepared || state == .finished else {
            throw FileProblem(path: folder, reason: "another restore is not finished", isMissing: false)
        }
        guard let journal = try read(folder) else {
            let reason = "this journal of an interrupted restore is damaged; remove it"
            throw FileProblem(path: folder.appending(state.rawValue), reason: reason, isMissing: false)
        }
        try journal.clear(folder)
        return lock
    }

    /// Writes the new files and the journal.
    ///
    /// If that fails, nothing is left of them. The caller holds the lock.
    ///
    /// - Parameter files: the new files and their modes, in the order of the steps.
    package func prepare(
        _ folder: FilePath,
        _ files: [(bytes: ArraySlice<UInt8>, mode: UInt32)],
        ledger: ArraySlice<UInt8>
    ) throws(FileProblem) {
        guard let text = try? JSONEncoder().encode(self) else {
            throw FileProblem(path: folder, reason: "the paths of the files are not text", isMissing: false)
        }
        do throws(FileProblem) {
            try LiveFiles.replace(folder.appending(State.prepared.rawValue), Array(text))
            for (step, file) in zip(steps, files) {
                let target = FilePath(step.target)
                try LiveFiles.write(FilePath(step.new), isNew: true, for: target, isOurs: true) {
                    (_, new) throws(FileProblem) in
                    if step.old == nil { fchmod(new, file.mode) }
                    guard LiveFiles.writeAll(new, Array(file.bytes)) else { throw LiveFiles.unwritable(target) }
                }
            }
            let new = FilePath(self.ledger.new)
            try LiveFiles.write(new, isNew: true, isOurs: true) { (_, descriptor) throws(FileProblem) in
                guard LiveFiles.writeAll(descriptor, Array(ledger)) else { throw LiveFiles.unwritable(new) }
            }
            try RestoreJournal.enter(.committed, from: .prepared, folder)
        } catch {
            try? clear(folder)
            throw error
        }
    }

    // MARK: Finishing

    /// Replaces the files and the ledger, or puts all files back if that fails.
    ///
    /// It can be repeated after each of its steps. The caller holds the lock.
    ///
    /// - Parameter isCurrent: whether the ledger is still as in the backup of the replaced files.
    package func run(_ folder: FilePath, isCurrent: @escaping () -> Bool = { true }) throws(CommandError) {
        do throws(FileProblem) {
            for step in steps { try step.run(in: folder) }
            try ledger.run(isCurrent)
        } catch {
            try abandon(folder, from: .committed)
            throw .restoreFailed(error)
        }
        // The ledger is replaced: nothing can be put back, and the next run continues here.
        do throws(FileProblem) {
            try LiveFiles.synchronize(LiveFiles.folder(of: FilePath(ledger.target)))
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
    /// - Parameters:
    ///   - isAborted: whether a restore that has not replaced the ledger is abandoned instead.
    ///   - waits: whether to wait for a process that restores a backup now; otherwise it is left alone.
    /// - Returns: how the restore ended; nil if there was none, or it has replaced nothing and is not aborted.
    @discardableResult
    package static func finish(_ paths: Paths, isAborted: Bool = false, waits: Bool = true) throws(CommandError)
        -> Ending?
    {
        let folder = paths.data
        let lock: FileLock
        do throws(FileProblem) {
            guard let first = try RestoreJournal.state(folder), isAborted || first != .prepared else { return nil }
            guard waits || !isRunning(paths) else { return nil }
            lock = try LiveFiles.lock(.restore, in: folder)
        } catch { throw isRunning(paths) ? CommandError.restoreRuns : .restoreUnfinished(error) }
        let (state, journal, isDone): (State?, RestoreJournal?, Bool)
        do throws(FileProblem) {
            // Another process may have finished it in the meantime.
            (state, journal) = (try RestoreJournal.state(folder), try read(folder))
            isDone = try journal?.ledger.isDone() ?? true
        } catch { throw .restoreUnfinished(error) }
        defer { withExtendedLifetime(lock) {} }
        guard let state else { return nil }
        guard let journal else { throw .restoreJournalDamaged(path: folder.appending(state.rawValue)) }
        switch state {
        case .prepared:
            guard isAborted else { return nil }
            do { try journal.clear(folder) } catch { throw .restoreUnfinished(error) }
            return .undone
        case .committed where isDone || !isAborted: try journal.run(folder)
        case .committed, .abandoned:
            try journal.abandon(folder, from: state)
            return .undone
        case .finished: try? journal.clear(folder)
        }
        return .completed(kept: journal.kept.map { FilePath($0) })
    }

    /// Whether a restore was killed before it replaced any file, and left its copies.
    package static func isAbandoned(_ paths: Paths) -> Bool {
        (try? state(paths.data)) == .prepared && !isRunning(paths)
    }

    /// Whether another process restores a backup now.
    static func isRunning(_ paths: Paths) -> Bool {
        let file = paths.data.appending("\(FileLock.Subject.restore).lock")
        return access(file.string, F_OK) == 0 && FileLock.takeNow(file) == nil
    }

    // MARK: The files

    /// - Returns: nil if there is no journal, or it is damaged.
    private static func read(_ folder: FilePath) throws(FileProblem) -> RestoreJournal? {
        guard let state = try state(folder) else { return nil }
        let bytes = try LiveFiles.read(folder.appending(state.rawValue)).get()
        return try? JSONDecoder().decode(RestoreJournal.self, from: Data(bytes))
    }

    private static func enter(_ state: State, from former: State, _ folder: FilePath) throws(FileProblem) {
        let (old, new) = (folder.appending(former.rawValue), folder.appending(state.rawValue))
        guard rename(old.string, new.string) == 0 else { throw LiveFiles.unwritable(old) }
        try LiveFiles.synchronize(folder)
    }

    /// Removes all copies and then the journal; no step is undone.
    private func clear(_ folder: FilePath) throws(FileProblem) {
        for step in steps {
            try LiveFiles.removeIfThere(FilePath(step.new))
            if let old = step.old { try LiveFiles.removeIfThere(FilePath(old)) }
        }
        try LiveFiles.removeIfThere(FilePath(ledger.new))
        for folder in Set((steps.map(\.target) + [ledger.target]).map { LiveFiles.folder(of: FilePath($0)) }) {
            LiveFiles.removeLeftovers(folder)
            try? LiveFiles.synchronize(folder)
        }
        // Those with restored files stay.
        for folder in folders { rmdir(folder) }
        for state in State.allCases { try LiveFiles.removeIfThere(folder.appending(state.rawValue)) }
        try LiveFiles.synchronize(folder)
    }

    fileprivate static func digest(_ path: FilePath) throws(FileProblem) -> String {
        let bytes = try LiveFiles.read(path, upTo: BackupLimits.size).get()
        return ContentDigest.sha256(of: bytes[...])
    }

    /// The name of a copy next to the file that it replaces, without its suffix.
    fileprivate static func copy(nextTo file: FilePath, _ name: String) -> FilePath {
        LiveFiles.folder(of: file).appending(".antrain-restore-\(getpid())-\(name)")
    }
}

extension RestoreJournal.Step {
    /// A step that replaces a file, or creates it.
    ///
    /// - Parameters:
    ///   - number: its number, which distinguishes the names of its copies.
    ///   - former: the SHA-256 of the file in the backup of the replaced files.
    package init(_ path: FilePath, number: Int, former: String?, bytes: ArraySlice<UInt8>) {
        let file = LiveFiles.target(of: path)
        let copy = RestoreJournal.copy(nextTo: file, "\(number)")
        target = file.string
        new = copy.suffixed(".new").string
        old = access(file.string, F_OK) == 0 ? copy.suffixed(".old").string : nil
        self.former = former
        restored = ContentDigest.sha256(of: bytes)
    }

    fileprivate func run(in folder: FilePath) throws(FileProblem) {
        // An earlier attempt did it.
        guard try LiveFiles.isThere(FilePath(new)) else { return }
        let target = FilePath(target)
        if let problem = LiveFiles.obstacle(target) { throw problem }
        let lock = try LiveFiles.lock(.files, in: folder)
        defer { withExtendedLifetime(lock) {} }
        if let old = old.map({ FilePath($0) }) {
            // Even if a killed attempt has already kept the file: the user may have changed it since.
            let (isKept, isPresent) = (try LiveFiles.isThere(old), try LiveFiles.isThere(target))
            if let former, isPresent || !isKept, try RestoreJournal.digest(target) != former {
                throw .changedMeanwhile(target)
            }
            guard isKept || target.keep(as: old) else { throw LiveFiles.unwritable(target) }
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
            // The restore was killed before it replaced the file.
            if try LiveFiles.isThere(FilePath(new)), try LiveFiles.isThere(target) { return }
            try checkUnchanged()
            guard rename(old, target.string) == 0 else { throw LiveFiles.unwritable(target) }
        } else {
            guard try !LiveFiles.isThere(FilePath(new)) else { return }
            try checkUnchanged()
            try LiveFiles.removeIfThere(target)
        }
        try LiveFiles.synchronize(LiveFiles.folder(of: target))
    }

    /// Checks that undoing the step discards nothing that was written after the restore replaced or created the file.
    private func checkUnchanged() throws(FileProblem) {
        guard let restored, try LiveFiles.isThere(FilePath(target)),
            try RestoreJournal.digest(FilePath(target)) != restored
        else { return }
        let reason = "it was changed after the restore replaced it; move it away to keep the change"
        throw FileProblem(path: FilePath(target), reason: reason, isMissing: false)
    }
}

extension RestoreJournal.LedgerStep {
    /// A step that replaces the ledger, or the file behind a link in its place.
    ///
    /// - Parameter suffix: the suffix under which an unusable ledger is kept; nil for a usable one.
    package init(_ path: FilePath, suffix: String?) {
        let file = LiveFiles.target(of: path)
        target = file.string
        new = RestoreJournal.copy(nextTo: file, "ledger").suffixed(".new").string
        self.suffix = suffix
    }

    /// Whether the ledger was replaced; an error may hide that it was.
    fileprivate func isDone() throws(FileProblem) -> Bool {
        guard try LiveFiles.isThere(FilePath(new)) else { return true }
        return suffix == nil && Ledger.hasContent(of: FilePath(new), at: FilePath(target))
    }

    fileprivate func run(_ isCurrent: @escaping () -> Bool) throws(FileProblem) {
        guard try !isDone() else { return }
        let target = FilePath(target)
        var isReplaced = true
        do throws(LedgerError) {
            if let suffix {
                try Ledger.install(FilePath(new), at: target, suffix: suffix)
            } else {
                isReplaced = try Ledger(path: target, isKnown: true).replaceContent(by: FilePath(new), if: isCurrent)
            }
        } catch {
            guard try !isDone() else { return }
            throw FileProblem(path: target, reason: "\(error)", isMissing: false)
        }
        guard isReplaced else { throw .changedMeanwhile(target) }
    }
}

extension FileProblem {
    /// A file that is not the one in the backup of the replaced files; if it were replaced, the change would be lost.
    fileprivate static func changedMeanwhile(_ path: FilePath) -> FileProblem {
        FileProblem(path: path, reason: "another program changed it in the meantime; try again", isMissing: false)
    }
}

/// The limits of backups.
package enum BackupLimits {
    /// The maximum size of a backup and of each file in it, in bytes.
    package static let size = 1 << 30
}
