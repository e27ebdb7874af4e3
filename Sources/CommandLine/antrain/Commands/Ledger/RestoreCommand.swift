import ArgumentParser
import CivilTime
import Delivery
import Ledger
import PrintableText
import Quoting
import Reminders
import RunnerProtocol
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
        let workspace = try Workspace(context, global)
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
                "the backup of \(Self.local(archive.manifest.created, workspace)) replaces:\n"
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

    /// When a backup was made, in the system's time zone and without seconds; as written if it is not a time.
    static func local(_ created: String, _ workspace: Workspace) -> String {
        guard let zone = try? workspace.zone(.system), let instant = try? Instant(parsing: created, in: zone) else {
            return created.printable(upTo: 60)
        }
        let moment = zone.civil(at: instant)
        return "\(moment.date) \(LocaleFormat(.english).time(moment.time))"
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
        guard !candidates.isEmpty, let catalog = try? PluginCatalog(context, global) else { return withheld }
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
                let catalog = try PluginCatalog(context, global)
                try PluginAllowCommand.allow(plugin.channel, quietly: plugin.isQuiet, catalog, asJSON: false)
            } catch { context.report(error) }
        }
    }
}

/// The end of a restore that was interrupted.
struct RestoreAbortResult: CommandResult {
    static let kind = "restore-abort"

    /// Whether all files are as before; if not, the restore was already complete.
    let isUndone: Bool
    /// The backup of the files that a complete restore replaced; nil if it replaced nothing.
    let kept: ResultPath?

    private enum CodingKeys: String, CodingKey { case isUndone = "undone", kept }

    init(_ ending: RestoreJournal.Ending, _ workspace: Workspace) {
        switch ending {
        case .undone: (isUndone, kept) = (true, nil)
        case .completed(let path): (isUndone, kept) = (false, path.map { ResultPath($0, workspace.paths) })
        }
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !isUndone else { return "the restore was undone; all files are as before\n" }
        let remedy = kept.map { "; to undo it: antrain restore \(ShellText.path($0.shown))" }
        return "the restore was already complete\(remedy ?? ", and replaced nothing")\n"
    }
}

/// What a restore changed.
struct RestoreResult: CommandResult {
    static let kind = "restore"

    struct File: Encodable {
        let kind: BackupManifest.Kind
        let path: ResultPath
        let change: RestorePlan.Change
    }

    /// A secret that a channel needs before it can deliver.
    struct Secret: Encodable {
        let channel: String
        let text: String
    }

    /// A plugin that the backup allowed, and that may not deliver here.
    struct Plugin: Encodable {
        let channel: String
        let text: String
        /// What it needed when it was allowed, according to the backup.
        let needs: [PluginInfoResult.Need]
        fileprivate let canBeAllowed: Bool
        fileprivate let isQuiet: Bool

        private enum CodingKeys: String, CodingKey { case channel, text, needs }

        init(
            _ channel: String,
            _ decision: PermissionDecision,
            _ problem: String,
            canBeAllowed: Bool = false,
            _ environment: [String: String]
        ) {
            self.channel = channel
            text = problem
            let description = decision.manifest.flatMap { WireDescription(bytes: $0) }
            needs = (description?.declaredNeeds(in: environment) ?? []).map(PluginInfoResult.Need.init)
            self.canBeAllowed = canBeAllowed
            isQuiet = decision.state == .provisional
        }

        /// A plugin that was not restored.
        init(withheld file: BackupManifest.File, in backup: String) {
            let library = FilePath(file.name).lastComponent?.string ?? file.name
            channel = PluginPath.name(of: library) ?? library
            let archive = ShellText.path(backup)
            text =
                "\(library) was not restored, because the channel \(quoted(channel)) would use it instead of the shipped plugin; if you trust this file, run: tar xf \(archive) \(file.name) && antrain plugin install \(file.name)"
            (needs, canBeAllowed, isQuiet) = ([], false, false)
        }
    }

    /// When the backup was made, in UTC.
    let created: String
    let files: [File]
    /// The backup of the replaced files.
    let kept: ResultPath?
    /// The unusable ledger that was replaced, which that backup does not contain.
    let damaged: ResultPath?
    let secrets: [Secret]
    let permissions: [Plugin]
    private let shown: String

    private enum CodingKeys: String, CodingKey { case created, files, kept, damaged, secrets, permissions }

    init(_ plan: RestorePlan, kept: RestorePlan.Kept, _ plugins: [Plugin], _ workspace: Workspace) {
        created = plan.archive.manifest.created
        shown = RestoreCommand.local(created, workspace)
        files = plan.items.map {
            File(kind: $0.kind, path: ResultPath($0.path, workspace.paths), change: $0.change)
        }
        self.kept = kept.backup.map { ResultPath($0, workspace.paths) }
        damaged = kept.damaged.map { ResultPath($0, workspace.paths) }
        secrets = plan.archive.manifest.secrets.map { Secret(channel: $0.channel, text: $0.words) }
        permissions = plugins
    }

    func text(_ style: Style, columns: Int) -> String {
        var lines = files.filter { $0.change != .unchanged }.map { "\($0.change.rawValue) \($0.path.shown)" }
        switch (kept, damaged) {
        case (let kept?, nil):
            lines.append("the replaced files were kept; to undo: antrain restore \(ShellText.path(kept.shown))")
        case (let kept?, let damaged?):
            lines.append(
                "the damaged ledger was kept as \(damaged.shown), and the other replaced files in \(kept.shown)"
            )
        default: break
        }
        lines += secrets.map { style.yellow($0.text) }
        for plugin in permissions {
            lines.append(style.yellow(plugin.text))
            if !plugin.needs.isEmpty { lines.append("  it needs, according to the backup:") }
            lines += plugin.needs.map { "    \($0.text.printable(upTo: 400))" }
        }
        lines.append(style.green("restored the backup of \(shown)"))
        lines.append(
            "if another machine still runs antrain with this ledger, stop it there; check this one: antrain doctor"
        )
        return lines.joined(separator: "\n") + "\n"
    }
}
