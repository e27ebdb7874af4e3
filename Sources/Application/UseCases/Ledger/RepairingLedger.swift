import CivilTime
package import Doctor
import Files
import Ledger
package import Platform
import Recovery
import Reminders
package import Results
package import Session
import SystemPackage

/// Repairs a damaged ledger, or rebuilds a missing or empty one from a snapshot.
package struct RepairingLedger {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    package func run() throws(CommandError) -> RepairResult {
        let (path, files) = (workspace.paths.ledger, workspace.context.files)
        // Before the lock, which would create the folder of the missing file, such as a mount point.
        do { try Ledger.checkLink(path) } catch { throw .ledger(error) }
        guard files.exists(path) || Ledger.hadData(at: path) else {
            throw .ledger(workspace.hasLedger ? .missing(at: path) : .absent(path: path))
        }
        let folder = LiveFiles.folder(of: LiveFiles.target(of: path))
        var isUpdated = false
        let repair = try files.locked(.ledger, in: folder) { () throws(CommandError) -> LedgerRepair in
            isUpdated = Ledger.updateSchema(at: path)
            let suffix = try workspace.suffixForDamagedLedger()
            let now = try workspace.now()
            do throws(LedgerError) { return try Ledger.repair(path: path, suffix: suffix, now: now) } catch {
                // The error's advice would be to run this command.
                if case .damaged(let path, let reason) = error {
                    throw .ledger(.irreparable(path: path, reason: reason))
                }
                throw .ledger(error)
            }
        }
        ReportedFile(workspace).clear()
        workspace.forgetAnswerPositions()
        if repair.isRebuilt { KnownLedgers(workspace).add(path) }
        let losses = repair.losses.map { Loss($0, workspace) }
        var notes = repair.skipped.map { snapshot in
            "the snapshot \(workspace.paths.shown(snapshot.path)) was not used: \(snapshot.reason)"
        }
        if isUpdated { notes.append("the ledger had an earlier schema and was updated") }
        if repair.plansAgain {
            notes.append(
                "reminders may be lost, so those since the last run's date are planned again; a reminder that was sent may be sent again"
            )
        }
        if repair.tables.contains(where: { $0.name == "permission" && ($0.lost > 0 || $0.isIncomplete) }) {
            notes.append("permissions of plugins may be lost; to see which must be allowed again: antrain plugin list")
        }
        if let log = repair.log {
            notes.append("the previous write-ahead log was kept as \(workspace.paths.shown(log))")
        }
        return RepairResult(
            repair,
            path: repair.damaged.map { ResultPath($0, workspace.paths) },
            snapshot: repair.snapshot.map { ResultPath($0, workspace.paths) },
            zone: (try? workspace.zone(.system)) ?? .utc,
            losses,
            notes: notes
        )
    }
}

/// Creates a new ledger after the old one was lost.
package struct ReplacingLostLedger {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    package func run() throws(CommandError) -> LedgerFileResult {
        let damaged = try replaceLost()
        // The list of ledgers may be in the locked folder.
        try workspace.createLedger(replacesLost: true)
        return LedgerFileResult(
            action: "created",
            path: ResultPath(workspace.paths.ledger, workspace.paths),
            backup: damaged.map { ResultPath($0, workspace.paths) }
        )
    }

    /// Creates a ledger in place of the lost one, under the lock of `antrain repair`, which may be rebuilding that one.
    ///
    /// - Returns: the path under which a damaged ledger is kept; nil if there was none.
    private func replaceLost() throws(CommandError) -> FilePath? {
        let link = workspace.paths.ledger
        // Before the lock, which would create the folder of the missing file, such as a mount point.
        do { try Ledger.checkLink(link) } catch { throw .ledger(error) }
        let path = SymbolicLink.file(at: link)
        let (files, folder) = (workspace.context.files, LiveFiles.folder(of: path))
        return try files.locked(.ledger, in: folder) { () throws(CommandError) in
            try files.locked(.changes, in: folder) { () throws(CommandError) in
                try replaceLost(link, path)
            }
        }
    }

    private func replaceLost(_ link: FilePath, _ path: FilePath) throws(CommandError) -> FilePath? {
        let problem: LedgerError
        do {
            _ = try Ledger(path: link, isKnown: true, holdsLock: true)
            throw CommandError.ledgerInUse(path: workspace.paths.shown(link))
        } catch let error as LedgerError {
            problem = error
        } catch let error as CommandError {
            throw error
        } catch { throw .system("\(error)") }
        let suffix: String?
        switch problem {
        case .missing, .empty: suffix = nil
        case .damaged: suffix = try workspace.suffixForDamagedLedger()
        default: throw .ledger(problem)
        }
        do {
            Ledger.setLogAside(path: path, suffix: suffix ?? "lost")
            if let suffix { try Ledger.setAside(path: path, suffix: suffix) }
            _ = try Ledger(path: path, holdsLock: true)
        } catch { throw .ledger(error) }
        return suffix.map { path.suffixed(".\($0)") }
    }
}
