import CivilTime
import Ledger
import SystemPackage

extension RestorePlan {
    /// The number of backups of replaced files that are kept.
    private static let keptBackups = 3

    /// Backs up the files that it replaces, and then restores all files.
    ///
    /// Call it while holding the daemon's lock.
    ///
    /// - Returns: the path of the backup of the replaced files; nil if nothing was replaced.
    func run(_ workspace: Workspace) throws(CommandError) -> FilePath? {
        let (old, suffix) = try usableLedger(workspace)
        let snapshot = replaces ? try keepReplaced(old, workspace) : nil
        do throws(CommandError) { try replace(workspace, suffix) } catch {
            if let snapshot, case .restoreFailed = error { try? workspace.context.files.remove(snapshot) }
            throw error
        }
        if let snapshot { removeOldBackups(but: snapshot, workspace) }
        return snapshot
    }

    private func replace(_ workspace: Workspace, _ suffix: String?) throws(CommandError) {
        guard let ledger else { return }
        let files = items.filter { $0.kind != .ledger && $0.change != .unchanged }
        let steps = files.enumerated().map { RestoreJournal.Step($1.path, number: $0) }
        let missing = Set(steps.flatMap { LiveFiles.missingFolders(LiveFiles.folder(of: FilePath($0.new))) })
        let journal = RestoreJournal(
            steps: steps,
            ledger: RestoreJournal.LedgerStep(
                staged: BackupPlaces.ledger,
                target: ledger.path.string,
                suffix: suffix
            ),
            folders: missing.map(\.string).sorted { $0.utf8.count > $1.utf8.count }
        )
        let folder = RestoreJournal.folder(workspace.paths)
        let lock: FileLock?
        do throws(FileProblem) {
            lock = try RestoreJournal.lock(workspace.paths)
            try journal.prepare(folder, files.map { ($0.bytes, $0.mode) }, ledger: ledger.bytes)
        } catch { throw .restoreFailed(error) }
        defer { withExtendedLifetime(lock) {} }
        try journal.run(folder)
    }

    /// Removes all but the latest backups of replaced files, of which there would otherwise be any number.
    private func removeOldBackups(but latest: FilePath, _ workspace: Workspace) {
        let others = LedgerSnapshots(ofLedgerAt: workspace.paths.ledger).keptBackups.filter { $0 != latest }
        for path in others.dropLast(RestorePlan.keptBackups - 1) { try? workspace.context.files.remove(path) }
    }

    /// The ledger whose content can be replaced; nil with the suffix for the old file if it is missing or damaged.
    private func usableLedger(_ workspace: Workspace) throws(CommandError) -> (Ledger?, suffix: String?) {
        do throws(LedgerError) {
            let ledger = try Ledger(path: workspace.paths.ledger, isKnown: true)
            try ledger.check()
            return (ledger, nil)
        } catch {
            switch error {
            case .missing, .empty, .damaged, .badValue, .irreparable:
                return (nil, try workspace.suffixForDamagedLedger())
            default: throw .ledger(error)
            }
        }
    }

    private func keepReplaced(_ ledger: Ledger?, _ workspace: Workspace) throws(CommandError) -> FilePath {
        let files = items.map { (name: $0.name, kind: $0.kind, path: $0.path) }
        let bytes = try BackupBuilder.beforeRestoring(files, ledger: ledger, workspace).archive()
        let folder = LedgerSnapshots(ofLedgerAt: workspace.paths.ledger).folder
        let moment = CivilDateTime(secondsSinceCivilEpoch: try workspace.now().secondsSinceEpoch)
        let name = LedgerSnapshots.backupStart + "\(moment.date)-\(moment.time)".filter(\.isNumber)
        var path = folder.appending(name + ".tar")
        var count = 1
        while workspace.context.files.exists(path) {
            count += 1
            path = folder.appending("\(name)-\(count).tar")
        }
        do { try LiveFiles.replace(path, bytes) } catch { throw .file(error) }
        return path
    }
}
