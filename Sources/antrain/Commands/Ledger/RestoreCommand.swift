import ArgumentParser
import CivilTime
import Delivery
import Ledger
import PrintableText
import SystemPackage

/// The command `antrain restore`.
struct RestoreCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup on this or another machine.",
        discussion: """
            The command checks the whole backup, lists the files that it replaces, and asks. The replaced files are kept as another backup. \
            Reminders that the backup lists as sent are not sent again. Use antrain on only one of the machines.
            """
    )

    @Argument(help: "Backup that 'antrain backup' wrote.", completion: .file(extensions: ["tar"])) var file: String
    @Flag(name: .shortAndLong, help: "Replace files without asking.") var yes = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let archive = try BackupArchive.read(Paths.absolute(file, context), as: file)
        let plan = try RestorePlan(archive, as: file, workspace)
        if plan.replaces, !yes {
            let lines = plan.items.filter { $0.change == .replaced }.map {
                "  " + workspace.paths.shown($0.path)
            }
            workspace.talk("the backup of \(archive.manifest.created) replaces:\n" + lines.joined(separator: "\n"))
            switch context.agrees(to: "The replaced files are kept. Restore the backup?") {
            case nil:
                throw .misused(
                    "the backup replaces files, and antrain asks only on a terminal; to restore it, add --yes"
                )
            case false?: throw .notRestored
            case true?: break
            }
        }
        let lock = try DaemonLock.take(workspace.paths.lock)
        defer { withExtendedLifetime(lock) {} }
        let kept = try plan.run(workspace)
        KnownLedgers(workspace).add(workspace.paths.ledger)
        let result = RestoreResult(plan, kept: kept, allow: try refusedChannels(plan, context), workspace)
        context.show(result, asJSON: data.json)
        return .success
    }

    /// The channels that were allowed, and whose plugin is now missing or another one; with the reason.
    private func refusedChannels(_ plan: RestorePlan, _ context: Context) throws(CommandError) -> [(String, String)] {
        let allowed = plan.permissions.filter { [.authorized, .provisional].contains($0.value.state) }.keys.sorted()
        // Damaged settings are reported by the next command.
        guard !allowed.isEmpty, let catalog = try? PluginCatalog(context, global) else { return [] }
        return allowed.compactMap { name in
            guard let configuration = catalog.configuration(name) else {
                return (name, "there is no plugin for the channel '\(name)'; install it: antrain plugin install FILE")
            }
            let channel = catalog.delivery.channel(configuration)
            guard channel.library != nil, channel.permission.mayDeliver else {
                return (channel.permission.problem ?? channel.problem).map { (name, $0) }
            }
            return nil
        }
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

    /// A channel that needs something before it can deliver.
    struct Channel: Encodable {
        let channel: String
        let text: String
    }

    /// When the backup was made, in UTC.
    let created: String
    let files: [File]
    /// The backup of the replaced files.
    let kept: ResultPath?
    let secrets: [Channel]
    let permissions: [Channel]

    init(_ plan: RestorePlan, kept: FilePath?, allow: [(String, String)], _ workspace: Workspace) {
        created = plan.archive.manifest.created
        files = plan.items.map {
            File(kind: $0.kind, path: ResultPath($0.path, workspace.paths), change: $0.change)
        }
        self.kept = kept.map { ResultPath($0, workspace.paths) }
        secrets = plan.archive.manifest.secrets.map { Channel(channel: $0.channel, text: $0.words) }
        permissions = allow.map { Channel(channel: $0.0, text: $0.1) }
    }

    func text(_ style: Style, columns: Int) -> String {
        var lines = files.filter { $0.change != .unchanged }.map { "\($0.change.rawValue) \($0.path.shown)" }
        if let kept { lines.append("the replaced files were kept; to undo: antrain restore \(kept.shown)") }
        lines += secrets.map { style.yellow($0.text) }
        lines += permissions.map { style.yellow($0.text) }
        lines.append(style.green("restored the backup of \(created)"))
        lines.append(
            "if another machine still runs antrain with this ledger, stop it there; check this one: antrain doctor"
        )
        return lines.joined(separator: "\n") + "\n"
    }
}
