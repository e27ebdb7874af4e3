import ArgumentParser
import CivilTime
import Doctor
import Files
import Ledger
import Platform
import Recovery
import Reminders
import Results
import Session

/// The command `antrain repair ledger`, the default of `antrain repair`.
struct RepairLedgerCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Repair a damaged ledger, or rebuild a missing or empty one from a snapshot.",
        discussion: """
            A new ledger replaces a damaged one, which is kept under another name; an intact one is not changed. Lost rows are taken from the latest snapshot; \
            rows that the snapshot does not contain are reported. A missing or empty ledger is rebuilt from the latest usable snapshot; \
            changes made after it are lost, and reminders sent after it may be sent again. Future reminders are planned again from the settings and programs.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try context.checkRestored()
        let workspace = try Workspace(context, global.launch)
        let path = workspace.paths.ledger
        // Before the lock, which would create the folder of the missing file, such as a mount point.
        do { try Ledger.checkLink(path) } catch { throw .ledger(error) }
        guard context.files.exists(path) || Ledger.hadData(at: path) else {
            throw .ledger(workspace.hasLedger ? .missing(at: path) : .absent(path: path))
        }
        let folder = LiveFiles.folder(of: LiveFiles.target(of: path))
        var isUpdated = false
        let repair = try context.files.locked(.ledger, in: folder) { () throws(CommandError) -> LedgerRepair in
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
        context.show(
            RepairResult(
                repair,
                path: repair.damaged.map { ResultPath($0, workspace.paths) },
                snapshot: repair.snapshot.map { ResultPath($0, workspace.paths) },
                zone: (try? workspace.zone(.system)) ?? .utc,
                losses,
                notes: notes
            ),
            asJSON: data.json
        )
        return .success
    }
}
