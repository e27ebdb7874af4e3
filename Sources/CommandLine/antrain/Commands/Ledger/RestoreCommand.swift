import ArgumentParser
import Backups
import Delivery
import Ledger
import Platform
import Recovery
import Results
import Session
import SystemPackage

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
        guard !abort else { return try abort(workspace) }
        guard let file else { throw .misused("name the backup to restore: antrain restore FILE") }
        try context.checkRestored()
        let archive = try BackupArchive.read(Paths.absolute(file, context), as: file)
        let plan = try RestorePlan(archive, as: file, workspace)
        try plan.checkPlaces()
        if plan.replaces, !yes {
            let lines = plan.items.filter { $0.change == .replaced }.map {
                "  " + workspace.paths.shown($0.path)
            }
            workspace.talk(
                "the backup of \(RestoreResult.local(archive.manifest.created, workspace)) replaces:\n"
                    + lines.joined(separator: "\n")
            )
            switch context.agrees(to: "The replaced files are kept. Restore the backup?") {
            case nil:
                throw .misused(
                    "the backup replaces files, and antrain asks only on a terminal; to restore it, add --yes"
                )
            case false?: throw .notRestored
            case true?: break
            }
        }
        let lock = try DaemonLock.take(workspace.paths)
        let kept = try plan.run(workspace)
        withExtendedLifetime(lock) {}
        KnownLedgers(workspace).add(workspace.paths.ledger)
        let refused = try refusedPlugins(plan, file, context)
        context.show(RestoreResult(plan, kept: kept, refused, workspace), asJSON: data.json)
        if !data.json { askForPlugins(refused, context) }
        return .success
    }

    private func abort(_ workspace: Workspace) throws(CommandError) -> ExitStatus {
        guard file == nil, !yes else { throw .misused("--abort needs no other argument: antrain restore --abort") }
        guard let ending = try RestoreJournal.finish(workspace.paths, isAborted: true) else {
            let folder = LedgerSnapshots(ofLedgerAt: workspace.paths.ledger).folder
            let kept = folder.appending(LedgerSnapshots.backupStart + "*.tar")
            throw .noRestore(kept: workspace.paths.shown(kept))
        }
        workspace.report(RestoreAbortResult(ending, workspace), asJSON: data.json)
        return .success
    }

    /// The channels that the backup allowed, or whose plugin it replaced, and that may not deliver here, and the plugins that were not
    /// restored.
    private func refusedPlugins(_ plan: RestorePlan, _ backup: String, _ context: Context) throws(CommandError)
        -> [RestoreResult.Plugin]
    {
        let withheld = plan.withheld.map { RestoreResult.Plugin(withheld: $0, in: backup) }
        var candidates = plan.permissions.filter { [.authorized, .provisional].contains($0.value.state) }
        for item in plan.items where item.kind == .plugin && item.change == .replaced {
            guard let name = item.path.lastComponent.flatMap({ PluginPath.name(of: $0.string) }) else { continue }
            candidates[name] = candidates[name] ?? PermissionDecision(state: .notDetermined, digest: nil)
        }
        // Damaged settings are reported by the next command.
        guard !candidates.isEmpty, let catalog = try? PluginCatalog(context, global.launch) else { return withheld }
        return withheld
            + candidates.sorted { $0.key < $1.key }.compactMap { name, decision in
                guard let configuration = catalog.configuration(name) else {
                    return RestoreResult.Plugin(
                        name,
                        decision,
                        "there is no plugin for the channel '\(name)'; install it: antrain plugin install FILE",
                        context.environment
                    )
                }
                let channel = catalog.delivery.channel(configuration)
                guard channel.library == nil || !channel.permission.mayDeliver else { return nil }
                return (channel.permission.problem ?? channel.problem).map {
                    RestoreResult.Plugin(
                        name,
                        decision,
                        $0,
                        canBeAllowed: channel.permission.state == .notDetermined,
                        context.environment
                    )
                }
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
