import ArgumentParser
import Backups
import CivilTime
import Files
import Platform
import Reminders
import Results
import Session
import SystemPackage

/// The command `antrain backup`.
struct BackupCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Save the ledger, settings, programs and plugins to one file.",
        discussion: """
            The file is a tar archive; its first member, manifest.json, lists the others. 'antrain restore' restores it. Secrets \
            are left out unless --with-secrets is given.
            """
    )

    @Argument(
        help: "File to write (default: a new antrain-backup-DATE.tar in the current folder); - for standard output.",
        completion: .file(extensions: ["tar"])
    )
    var file: String?
    @Flag(help: "Include the secrets in the settings and in ~/.secrets.") var withSecrets = false
    @Flag(help: "Replace an existing file.") var force = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let output: OutputFile
        if let file {
            output = try OutputFile(file, context, data)
        } else {
            let date = try workspace.zone(.system).civil(at: try workspace.now()).date
            output = OutputFile(new: "antrain-backup", "tar", on: date, context)
        }
        if output.path == nil, context.output.isTerminal {
            throw .misused("a terminal cannot show a backup; redirect the output, or name a file: antrain backup FILE")
        }
        try output.check(isReplaced: force)
        let builder = try BackupBuilder.complete(workspace, withSecrets: withSecrets)
        if let target = output.path.map(LiveFiles.target),
            builder.files.contains(where: { LiveFiles.target(of: FilePath($0.path)) == target })
        {
            let reason = "it is one of the files that the backup would contain; choose another name"
            throw .file(FileProblem(path: target, reason: reason, isMissing: false))
        }
        let bytes = try builder.restorableArchive()
        for omitted in builder.omitted {
            workspace.warn("\(workspace.paths.shown(FilePath(omitted.path))) is not in the backup: \(omitted.reason)")
        }
        if force, let target = output.path, context.files.exists(target) {
            do { try LiveFiles.replace(target, bytes, keepsMode: false) } catch { throw .file(error) }
        } else {
            try output.create(bytes)
        }
        guard let target = output.path else { return .success }
        context.show(
            BackupResult(path: ResultPath(target, workspace.paths), size: bytes.count, builder, withSecrets),
            asJSON: data.json
        )
        return .success
    }
}
