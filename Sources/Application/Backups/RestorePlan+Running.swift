import CivilTime
import Files
import Ledger
package import Platform
import Recovery
package import Session
package import SystemPackage

extension RestorePlan {
    /// The number of backups of replaced files that are kept.
    private static let keptBackups = 3

    /// What a restore kept of the replaced files.
    package struct Kept {
        /// The backup of the replaced files; nil if nothing was replaced.
        package var backup: FilePath?
        /// The unusable ledger, which is not in the backup; nil if the ledger was usable or missing.
        package var damaged: FilePath?
    }

    /// Backs up the files that it replaces, and then restores all files.
    ///
    /// Call it while holding the daemon's lock.
    package func run(_ workspace: Workspace) throws(CommandError) -> Kept {
        let lock: FileLock
        do throws(FileProblem) { lock = try RestoreJournal.begin(workspace.paths) } catch {
            throw .restoreFailed(error)
        }
        defer { withExtendedLifetime(lock) {} }
        let (old, suffix) = try usableLedger(workspace)
        let version: Int64?
        do throws(LedgerError) { version = try old?.dataVersion() } catch { throw .ledger(error) }
        // Before the ledger is replaced, so that a crash in between does no harm either.
        workspace.forgetAnswerPositions()
        let kept = replaces ? try keepReplaced(old, workspace) : nil
        do throws(CommandError) {
            try replace(workspace, suffix, kept) { (try? old?.dataVersion()) == version }
        } catch {
            if let kept, case .restoreFailed = error { try? workspace.context.files.remove(kept.path) }
            throw error
        }
        if let kept { removeOldBackups(but: kept.path, workspace) }
        let damaged = suffix.map { SymbolicLink.file(at: workspace.paths.ledger).suffixed(".\($0)") }
        return Kept(backup: kept?.path, damaged: damaged.flatMap { workspace.context.files.exists($0) ? $0 : nil })
    }

    /// - Parameters:
    ///   - suffix: the suffix for an unusable ledger; nil for a usable one.
    ///   - isCurrent: whether the ledger is still as in that backup.
    private func replace(
        _ workspace: Workspace,
        _ suffix: String?,
        _ kept: (path: FilePath, files: [BackupManifest.File])?,
        _ isCurrent: @escaping () -> Bool
    ) throws(CommandError) {
        guard let ledger else { return }
        let files = items.filter { $0.kind != .ledger && $0.change != .unchanged }
        let steps = files.enumerated().map { number, item in
            let former = kept?.files.first { $0.name == item.name }
            return RestoreJournal.Step(item.path, number: number, former: former?.sha256, bytes: item.bytes)
        }
        let missing = Set(steps.flatMap { LiveFiles.missingFolders(LiveFiles.folder(of: FilePath($0.new))) })
        let journal = RestoreJournal(
            steps: steps,
            ledger: RestoreJournal.LedgerStep(ledger.path, suffix: suffix),
            folders: missing.map(\.string).sorted { $0.utf8.count > $1.utf8.count },
            kept: kept?.path.string
        )
        let folder = workspace.paths.data
        do throws(FileProblem) {
            try journal.prepare(folder, files.map { ($0.bytes, $0.mode) }, ledger: ledger.bytes)
        } catch { throw .restoreFailed(error) }
        try journal.run(folder, isCurrent: isCurrent)
    }

    /// Removes all but the latest backups of replaced files, of which there would otherwise be any number.
    private func removeOldBackups(but latest: FilePath, _ workspace: Workspace) {
        let others = LedgerSnapshots(ofLedgerAt: workspace.paths.ledger).keptBackups.filter { $0 != latest }
        for path in others.dropLast(RestorePlan.keptBackups - 1) { try? workspace.context.files.remove(path) }
    }

    /// The ledger whose content can be replaced; nil with the suffix for the old file if it is missing, or so damaged that a backup of it
    /// could not be restored.
    private func usableLedger(_ workspace: Workspace) throws(CommandError) -> (Ledger?, suffix: String?) {
        let scratch = try ScratchFolder(workspace.context)
        defer { withExtendedLifetime(scratch) {} }
        let copy = scratch.ledger
        let now = try workspace.now()
        do throws(LedgerError) {
            let ledger = try Ledger(path: workspace.paths.ledger, isKnown: true)
            try ledger.copy(to: copy)
            _ = try Ledger.prepareForeign(at: copy, programs: [:], present: [:], now: now)
            return (ledger, nil)
        } catch {
            switch error {
            case .missing, .empty, .damaged, .badValue, .irreparable:
                return (nil, try workspace.suffixForDamagedLedger())
            default: throw scratch.cause(error)
            }
        }
    }

    private func keepReplaced(_ ledger: Ledger?, _ workspace: Workspace) throws(CommandError)
        -> (path: FilePath, files: [BackupManifest.File])
    {
        let files = items.map { (name: $0.name, kind: $0.kind, path: $0.path) }
        let backup = try BackupBuilder.beforeRestoring(files, ledger: ledger, workspace)
        let folder = LedgerSnapshots(ofLedgerAt: workspace.paths.ledger).folder
        let bytes: [UInt8]
        do throws(CommandError) { bytes = try backup.restorableArchive() } catch {
            guard case .unusableBackup(let reason) = error else { throw error }
            let problem = "the replaced files cannot be kept there, because they could not be restored: \(reason)"
            throw .restoreFailed(FileProblem(path: folder, reason: problem, isMissing: false))
        }
        let moment = CivilDateTime(secondsSinceCivilEpoch: try workspace.now().secondsSinceEpoch)
        let name = LedgerSnapshots.backupStart + "\(moment.date)-\(moment.time)".filter(\.isNumber)
        var path = folder.appending(name + ".tar")
        var count = 1
        while workspace.context.files.exists(path) {
            count += 1
            path = folder.appending("\(name)-\(count).tar")
        }
        do { try LiveFiles.replace(path, bytes) } catch { throw .file(error) }
        return (path, backup.files)
    }
}
