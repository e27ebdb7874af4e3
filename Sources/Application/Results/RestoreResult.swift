package import Backups
import CivilTime
import Delivery
package import Ledger
import Localization
package import Platform
import PrintableText
import Quoting
import Reminders
import RunnerProtocol
package import Session
import SystemPackage

/// What a restore changed.
package struct RestoreResult: CommandResult {
    package static let kind = "restore"

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
    package struct Plugin: Encodable {
        package let channel: String
        let text: String
        /// What it needed when it was allowed, according to the backup.
        let needs: [PluginInfoResult.Need]
        package let canBeAllowed: Bool
        package let isQuiet: Bool

        private enum CodingKeys: String, CodingKey { case channel, text, needs }

        package init(
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

        package init(withheld file: BackupManifest.File, in backup: String) {
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
    package let permissions: [Plugin]
    private let shown: String

    private enum CodingKeys: String, CodingKey { case created, files, kept, damaged, secrets, permissions }

    package init(_ plan: RestorePlan, kept: RestorePlan.Kept, _ plugins: [Plugin], _ workspace: Workspace) {
        created = plan.archive.manifest.created
        shown = RestoreResult.local(created, workspace)
        files = plan.items.map {
            File(kind: $0.kind, path: ResultPath($0.path, workspace.paths), change: $0.change)
        }
        self.kept = kept.backup.map { ResultPath($0, workspace.paths) }
        damaged = kept.damaged.map { ResultPath($0, workspace.paths) }
        secrets = plan.archive.manifest.secrets.map { Secret(channel: $0.channel, text: $0.words) }
        permissions = plugins
    }

    /// When a backup was made, in the system's time zone and without seconds; as written if it is not a time.
    package static func local(_ created: String, _ workspace: Workspace) -> String {
        guard let zone = try? workspace.zone(.system), let instant = try? Instant(parsing: created, in: zone) else {
            return created.printable(upTo: 60)
        }
        let moment = zone.civil(at: instant)
        return "\(moment.date) \(LocaleFormat(.english).time(moment.time))"
    }

    package func text(_ style: Style, columns: Int) -> String {
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
        lines += secrets.map { style.magenta($0.text) }
        for plugin in permissions {
            lines.append(style.magenta(plugin.text))
            if !plugin.needs.isEmpty { lines.append("  it needs, according to the backup:") }
            lines += plugin.needs.map { "    \($0.text.printable(upTo: 400))" }
        }
        lines.append(style.green("restored the backup of \(shown)"))
        lines.append(
            "if another machine still runs antrain with this ledger, stop it there, unless the two exchange changes ('antrain sync'); check this one: antrain doctor"
        )
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The end of a restore that was interrupted.
package struct RestoreAbortResult: CommandResult {
    package static let kind = "restore-abort"

    /// Whether all files are as before; if not, the restore was already complete.
    let isUndone: Bool
    /// The backup of the files that a complete restore replaced; nil if it replaced nothing.
    let kept: ResultPath?

    private enum CodingKeys: String, CodingKey { case isUndone = "undone", kept }

    package init(_ ending: RestoreJournal.Ending, _ workspace: Workspace) {
        switch ending {
        case .undone: (isUndone, kept) = (true, nil)
        case .completed(let path): (isUndone, kept) = (false, path.map { ResultPath($0, workspace.paths) })
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !isUndone else { return "the restore was undone; all files are as before\n" }
        let remedy = kept.map { "; to undo it: antrain restore \(ShellText.path($0.shown))" }
        return "the restore was already complete\(remedy ?? ", and replaced nothing")\n"
    }
}

/// A backup that was written.
package struct BackupResult: CommandResult {
    package static let kind = "backup"

    struct File: Encodable {
        let name: String
        let kind: BackupManifest.Kind
        let size: Int
    }

    struct Secret: Encodable {
        let channel: String
        let key: String
        let text: String
    }

    let path: ResultPath
    /// In bytes.
    let size: Int
    let withSecrets: Bool
    let files: [File]
    let excluded: [Secret]
    let omitted: [BackupManifest.Omission]

    private enum CodingKeys: String, CodingKey {
        case path, size, withSecrets = "with_secrets", files, excluded, omitted
    }

    package init(path: ResultPath, size: Int, _ builder: BackupBuilder, _ withSecrets: Bool) {
        self.path = path
        self.size = size
        self.withSecrets = withSecrets
        files = builder.files.map { File(name: $0.name, kind: $0.kind, size: $0.size) }
        excluded = builder.secrets.map { Secret(channel: $0.channel, key: $0.key, text: $0.words) }
        omitted = builder.omitted
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = ["saved \(files.count) files to \(path.shown)"]
        if !excluded.isEmpty {
            let names = excluded.map { "\($0.channel).\($0.key)" }.joined(separator: ", ")
            lines.append(style.magenta("without the secrets \(names); 'antrain restore' explains how to supply them"))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
