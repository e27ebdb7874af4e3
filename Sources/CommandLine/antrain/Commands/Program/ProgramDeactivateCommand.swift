import ArgumentParser
import Platform
import Ledger
import Results
import Session
import UseCases
import YAMLSource

/// The command `antrain program deactivate`.
struct ProgramDeactivateCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate",
        abstract: "Deactivate a program; its history is kept."
    )

    @Argument(help: "Id of the program.", completion: .values(.activeProgram)) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let active = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.activations() }
        let id = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
        guard active.contains(where: { $0.programID == id }) else {
            throw .notActive(id, near: Suggestion.nearest(to: id, among: active.map(\.programID)))
        }
        workspace.report(try Deactivating(try Store(workspace), id).run(), asJSON: data.json)
        return .success
    }
}
