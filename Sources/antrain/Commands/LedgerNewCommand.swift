import ArgumentParser
import Ledger

/// The command `antrain ledger new`.
struct LedgerNewCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a new ledger after the old one was lost.",
        discussion: """
            Fails if there is a usable ledger. A damaged ledger is kept under another name; try 'antrain repair' first.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let path = workspace.paths.ledger
        var suffix = "lost"
        do {
            _ = try Ledger(path: path, isKnown: true)
            throw CommandError.ledgerInUse(path: workspace.paths.shown(path))
        } catch let error as LedgerError {
            switch error {
            case .missing, .empty: break
            case .damaged: suffix = try workspace.suffixForDamagedLedger()
            default: throw .ledger(error)
            }
        } catch let error as CommandError {
            throw error
        } catch { throw .system("\(error)") }
        do {
            try KnownLedgers(workspace).remove(path)
        } catch { throw .file(error) }
        Ledger.setLogAside(path: path, suffix: suffix)
        if suffix != "lost" {
            do { try Ledger.setAside(path: path, suffix: suffix) } catch { throw .ledger(error) }
        }
        _ = try workspace.ledger(replacesLost: true)
        context.show(
            LedgerFileResult(
                action: "created",
                path: ResultPath(path, workspace.paths),
                backup: suffix == "lost" ? nil : ResultPath(path.suffixed(".\(suffix)"), workspace.paths)
            ),
            asJSON: data.json
        )
        return .success
    }
}
