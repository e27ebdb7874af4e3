import ArgumentParser
import Completion
import Platform
import Results
import Session
import UseCases

/// The command `antrain program deactivate`.
struct ProgramDeactivateCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate",
        abstract: "Deactivate a program; its history is kept."
    )

    @Argument(help: "Active program: id or name.", completion: .values(.activeProgram)) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let id = store.session.programID(name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name) ?? name
        try store.session.checkActive(id)
        workspace.report(try Deactivating(store, id).run(), asJSON: data.json)
        return .success
    }
}
