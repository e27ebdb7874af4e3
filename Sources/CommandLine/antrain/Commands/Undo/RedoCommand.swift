import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain redo`.
struct RedoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone change.",
        discussion: """
            Repeat the command to redo the change that was undone before that. After a new change, nothing that was undone earlier can be \
            redone.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        workspace.report(try Redoing(workspace).run(), asJSON: data.json)
        return .success
    }
}
