import ArgumentParser
import Ledger

/// The command `antrain ledger new`.
struct LedgerNewCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Begin a new ledger after the old one was lost.",
        discussion: "It is refused while there is a ledger that can be used, or a damaged one."
    )

    @OptionGroup var global: GlobalOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let path = workspace.paths.ledger
        do {
            _ = try Ledger(path: path, isKnown: true)
            throw CommandError.ledgerInUse(path: workspace.paths.shown(path))
        } catch let error as LedgerError {
            switch error {
            case .missing, .empty: break
            default: throw .ledger(error)
            }
        } catch let error as CommandError {
            throw error
        } catch { throw .system("\(error)") }
        do {
            try KnownLedgers(workspace).remove(path)
        } catch { throw .file(error) }
        Ledger.setLogAside(path: path, suffix: "lost")
        _ = try workspace.ledger()
        workspace.talk("a new ledger was begun: \(workspace.paths.shown(path)); activate your programs again")
        return .success
    }
}
