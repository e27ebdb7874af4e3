import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain deliver`.
struct DeliverCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Deliver due reminders, and nothing else."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    /// The command without arguments, as cron runs it, without the parser.
    static var plain: DeliverCommand {
        var command = DeliverCommand()
        (command.global, command.data) = (.none, .none)
        return command
    }

    var interruptedRestore: InterruptedRestore { .attempted }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let beginning = RememberedRun.Beginning()
        let workspace = try Workspace(context, global.launch, isRoutine: !data.json)
        return try workspace.reportingOnce { () throws(CommandError) in
            let print = data.json ? context.output.said : context.output.data
            let health = try Delivering(workspace, since: beginning).run(print: print) { summary in
                if data.json { context.show(DeliverResult(summary), asJSON: true) }
            }
            return health.status
        }
    }
}
