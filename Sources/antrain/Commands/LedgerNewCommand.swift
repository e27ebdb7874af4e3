import ArgumentParser
import Ledger

/// The command `antrain ledger new`.
struct LedgerNewCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a new ledger after the old one was lost.",
        discussion: """
            Fails if there is a usable ledger. A damaged ledger is kept under another name; try 'antrain ledger repair' first.
            """
    )

    @OptionGroup var global: GlobalOptions

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
            workspace.talk("the damaged ledger was kept as \(workspace.paths.shown(path)).\(suffix)")
        }
        _ = try workspace.ledger()
        workspace.talk("a new ledger was created: \(workspace.paths.shown(path)); activate your programs again")
        return .success
    }
}
