import ArgumentParser
import Ledger
import PrintableText
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

    @Argument(help: "File to write; - for standard output.", completion: .file(extensions: ["tar"]))
    var file: String
    @Flag(help: "Include the secrets in the settings and in ~/.secrets.") var withSecrets = false
    @Flag(help: "Replace an existing file.") var force = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let isStream = file == "-"
        if isStream, data.json {
            throw .misused(
                "- and --json cannot be combined, because both print to standard output; name a file, or omit --json"
            )
        }
        if isStream, context.output.isTerminal {
            throw .misused("a terminal cannot show a backup; redirect the output, or name a file: antrain backup FILE")
        }
        let workspace = try Workspace(context, global)
        let target = Paths.absolute(file, context)
        if !isStream { try check(target, context) }
        let builder = try BackupBuilder.complete(workspace, withSecrets: withSecrets)
        let bytes = try builder.archive()
        for omitted in builder.omitted {
            workspace.warn("\(workspace.paths.shown(FilePath(omitted.path))) is not in the backup: \(omitted.reason)")
        }
        guard !isStream else {
            if let loss = context.output.bytes(bytes) { throw .outputLost(loss) }
            return .success
        }
        do throws(FileProblem) {
            let lock = try context.files.lock(target)
            defer { withExtendedLifetime(lock) {} }
            if context.files.exists(target) {
                guard force else { throw FileProblem(path: target, reason: Self.exists, isMissing: false) }
                try context.files.setMode(target, 0o600)
            }
            try context.files.replace(target, bytes)
        } catch { throw .file(error) }
        context.show(
            BackupResult(path: ResultPath(target, workspace.paths), size: bytes.count, builder, withSecrets),
            asJSON: data.json
        )
        return .success
    }

    private static let exists = "it already exists; name another file, or replace it with --force"

    private func check(_ target: FilePath, _ context: Context) throws(CommandError) {
        if let facts = context.files.facts(target), let kind = facts.irregularKind {
            throw .misused("\(quoted(file)) is \(kind), not a regular file; name another file")
        }
        if context.files.exists(target), !force { throw .misused("\(quoted(file)): \(Self.exists)") }
    }
}

/// A backup that was written.
struct BackupResult: CommandResult {
    static let kind = "backup"

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
    /// The secrets that are not in the backup.
    let excluded: [Secret]
    let omitted: [BackupManifest.Omission]

    private enum CodingKeys: String, CodingKey {
        case path, size, withSecrets = "with_secrets", files, excluded, omitted
    }

    init(path: ResultPath, size: Int, _ builder: BackupBuilder, _ withSecrets: Bool) {
        self.path = path
        self.size = size
        self.withSecrets = withSecrets
        files = builder.files.map { File(name: $0.name, kind: $0.kind, size: $0.size) }
        excluded = builder.secrets.map { Secret(channel: $0.channel, key: $0.key, text: $0.words) }
        omitted = builder.omitted
    }

    func text(_ style: Style, columns: Int) -> String {
        var lines = ["saved \(files.count) files to \(path.shown)"]
        if !excluded.isEmpty {
            let names = excluded.map { "\($0.channel).\($0.key)" }.joined(separator: ", ")
            lines.append(style.yellow("without the secrets \(names); 'antrain restore' explains how to supply them"))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
