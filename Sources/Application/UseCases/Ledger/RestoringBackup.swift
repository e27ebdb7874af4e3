package import Backups
import CivilTime
import Delivery
import Ledger
package import Platform
import Recovery
package import Results
package import Session
package import SystemPackage

/// Restores a backup that was read and checked.
package struct RestoringBackup {
    /// What it changes.
    package let plan: RestorePlan
    private let workspace: Workspace
    private let name: String
    private let options: LaunchOptions

    /// - Parameters:
    ///   - path: the backup.
    ///   - name: the path as the user wrote it, for errors.
    package init(_ workspace: Workspace, _ path: FilePath, as name: String, _ options: LaunchOptions)
        throws(CommandError)
    {
        (self.workspace, self.name, self.options) = (workspace, name, options)
        plan = try RestorePlan(try BackupArchive.read(path, as: name), as: name, workspace)
        try plan.checkPlaces()
    }

    package func run() throws(CommandError) -> RestoreResult {
        let lock = try DaemonLock.take(workspace.paths)
        let kept = try plan.run(workspace)
        withExtendedLifetime(lock) {}
        KnownLedgers(workspace).add(workspace.paths.ledger)
        return RestoreResult(plan, kept: kept, try refusedPlugins(), workspace)
    }

    /// The channels that the backup allowed, or whose plugin it replaced, and that may not deliver here, and the plugins that were not
    /// restored.
    private func refusedPlugins() throws(CommandError) -> [RestoreResult.Plugin] {
        let context = workspace.context
        let withheld = plan.withheld.map { RestoreResult.Plugin(withheld: $0, in: name) }
        var candidates = plan.permissions.filter { [.authorized, .provisional].contains($0.value.state) }
        for item in plan.items where item.kind == .plugin && item.change == .replaced {
            guard let name = item.path.lastComponent.flatMap({ PluginPath.name(of: $0.string) }) else { continue }
            candidates[name] = candidates[name] ?? PermissionDecision(state: .notDetermined, digest: nil)
        }
        // Damaged settings are reported by the next command.
        guard !candidates.isEmpty, let catalog = try? PluginCatalog(context, options) else { return withheld }
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
}

/// Undoes a restore that was interrupted.
package struct AbortingRestore {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    package func run() throws(CommandError) -> RestoreAbortResult {
        guard let ending = try RestoreJournal.finish(workspace.paths, isAborted: true) else {
            let folder = LedgerSnapshots(ofLedgerAt: workspace.paths.ledger).folder
            let kept = folder.appending(LedgerSnapshots.backupStart + "*.tar")
            throw .noRestore(kept: workspace.paths.shown(kept))
        }
        return RestoreAbortResult(ending, workspace)
    }
}
