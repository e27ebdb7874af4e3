import ArgumentParser
import Platform
import Results
import Session

/// The command `antrain status`.
struct StatusCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the next reminder, unanswered workouts and channel readiness."
    )

    @Option(
        help: "Line for a status bar: waybar, tmux or i3blocks; badge prints only the number of unanswered reminders."
    )
    var format: StatusLine.Format?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    var interruptedRestore: InterruptedRestore { .attempted }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        if let format {
            _ = context.output.data(try StatusLine(try Store.observing(workspace)).text(format))
            return .success
        }
        let store = try Store.observing(workspace)
        let session = store.session
        let status = try store.status()
        if !data.json { for loss in status.losses { workspace.warn(loss.message) } }
        if session.programs.isEmpty, !data.json { store.reportNoProgram() }
        context.show(status, asJSON: data.json)
        try workspace.checkHealth()
        return .success
    }
}

extension StatusLine.Format: ExpressibleByArgument {}
