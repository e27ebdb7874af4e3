import ArgumentParser
import Backups
import Platform
import Results
import Session
import UseCases

/// The command `antrain restore`.
struct RestoreCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup on this or another machine.",
        discussion: """
            The command checks the whole backup, lists the files that it replaces, and asks. The replaced files are kept as another backup. \
            Reminders that the backup lists as sent are not sent again. Use antrain on only one of the machines. A restored plugin must be \
            allowed again, unless exactly that file is allowed now.
            """
    )

    @Argument(help: "Backup that 'antrain backup' wrote.", completion: .file(extensions: ["tar"])) var file: String?
    @Flag(name: .shortAndLong, help: "Replace files without asking.") var yes = false
    @Flag(help: "Undo a restore that was interrupted, instead of finishing it.") var abort = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    var interruptedRestore: InterruptedRestore { abort ? .untouched : .finished }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        guard !abort else {
            guard file == nil, !yes else { throw .misused("--abort needs no other argument: antrain restore --abort") }
            workspace.report(try AbortingRestore(workspace).run(), asJSON: data.json)
            return .success
        }
        guard let file else { throw .misused("name the backup to restore: antrain restore FILE") }
        try context.checkRestored()
        let restoring = try RestoringBackup(workspace, Paths.absolute(file, context), as: file, global.launch)
        if restoring.plan.replaces, !yes { try confirm(restoring.plan, workspace) }
        let result = try restoring.run()
        context.show(result, asJSON: data.json)
        if !data.json { askForPlugins(result.permissions, context) }
        return .success
    }

    /// Lists the files that the backup replaces, and asks.
    private func confirm(_ plan: RestorePlan, _ workspace: Workspace) throws(CommandError) {
        let lines = plan.items.filter { $0.change == .replaced }.map { "  " + workspace.paths.shown($0.path) }
        workspace.talk(
            "the backup of \(RestoreResult.local(plan.archive.manifest.created, workspace)) replaces:\n"
                + lines.joined(separator: "\n")
        )
        switch workspace.context.agrees(to: "The replaced files are kept. Restore the backup?") {
        case nil:
            throw .misused("the backup replaces files, and antrain asks only on a terminal; to restore it, add --yes")
        case false?: throw .notRestored
        case true?: break
        }
    }

    /// Asks on a terminal about each plugin that the backup allowed.
    private func askForPlugins(_ plugins: [RestoreResult.Plugin], _ context: Context) {
        for plugin in plugins where plugin.canBeAllowed && context.ask != nil {
            let question = "Review the plugin of the channel \(quoted(plugin.channel)) now, and allow it?"
            guard context.agrees(to: question) ?? false else { continue }
            do throws(CommandError) {
                let catalog = try PluginCatalog(context, global.launch)
                try PluginAllowCommand.allow(plugin.channel, quietly: plugin.isQuiet, catalog, asJSON: false)
            } catch { context.report(error) }
        }
    }
}
