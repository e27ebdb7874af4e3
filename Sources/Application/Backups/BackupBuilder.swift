import Archives
import CivilTime
import Delivery
import Files
package import Ledger
import LogExchange
package import Platform
import Recovery
import Reminders
package import Session
import SystemPackage
import Training
import YAMLSource

/// Collects the user's files for a backup.
package struct BackupBuilder {
    private let workspace: Workspace
    private let withSecrets: Bool
    private let places: BackupPlaces
    package private(set) var files: [BackupManifest.File] = []
    package private(set) var secrets: [BackupManifest.Secret] = []
    package private(set) var omitted: [BackupManifest.Omission] = []
    private var members: [TarMember] = []
    private var programs: [BackupManifest.Program] = []
    private var permissions: [BackupManifest.Permission] = []
    private var hasLedger = false

    init(_ workspace: Workspace, withSecrets: Bool) {
        self.workspace = workspace
        self.withSecrets = withSecrets
        places = BackupPlaces(workspace.paths)
    }

    package static func complete(_ workspace: Workspace, withSecrets: Bool) throws(CommandError) -> BackupBuilder {
        var builder = BackupBuilder(workspace, withSecrets: withSecrets)
        guard workspace.hasLedger else { throw .ledger(.absent(path: workspace.paths.ledger)) }
        let ledger = try workspace.ledger()
        try builder.add(ledger)
        try builder.addSettings(try Store(workspace))
        try builder.addFiles(try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.activations() })
        return builder
    }

    /// A backup, with secrets, of the files that a restore replaces and everything else that can be read.
    ///
    /// - Parameter ledger: the ledger; nil if it is missing or damaged.
    static func beforeRestoring(
        _ replaced: [(name: String, kind: BackupManifest.Kind, path: FilePath)],
        ledger: Ledger?,
        _ workspace: Workspace
    ) throws(CommandError) -> BackupBuilder {
        var builder = BackupBuilder(workspace, withSecrets: true)
        var activations: [Activation] = []
        if let ledger {
            try builder.add(ledger)
            do throws(LedgerError) { activations = try ledger.activations() } catch { throw .ledger(error) }
        }
        try builder.addIfPresent(BackupPlaces.settings, .settings, workspace.paths.settings)
        try builder.addFiles(activations)
        for file in replaced where file.kind != .ledger && file.kind != .log {
            try builder.addIfPresent(file.name, file.kind, file.path)
        }
        return builder
    }

    // MARK: Parts

    private mutating func add(_ ledger: Ledger) throws(CommandError) {
        let copy = try workspace.copy(of: ledger)
        let log: String
        do throws(LedgerError) {
            permissions = try ledger.permissions().sorted { $0.key < $1.key }.map { channel, decision in
                BackupManifest.Permission(channel: channel, state: decision.state.rawValue, sha256: decision.digest)
            }
            log = LogExport.csv(try ledger.log(since: nil))
        } catch { throw .ledger(error) }
        try add(BackupPlaces.ledger, .ledger, workspace.paths.ledger, copy, mode: 0o600)
        try add(BackupPlaces.log, .log, workspace.paths.ledger, Array(log.utf8), mode: 0o600)
        hasLedger = true
    }

    /// The settings; without secrets, each one is replaced by a reference to a file.
    private mutating func addSettings(_ store: Store) throws(CommandError) {
        let path = workspace.paths.settings
        let parts = try store.settingsForBackup(withSecrets: withSecrets)
        if let bytes = parts.bytes {
            try add(BackupPlaces.settings, .settings, path, bytes, mode: workspace.context.files.mode(path) ?? 0o600)
        }
        secrets = parts.secrets
        for file in parts.files {
            guard let name = places.name(ofSecret: file) else {
                omitted.append(
                    BackupManifest.Omission(
                        path: file.string,
                        reason:
                            "files with secrets are backed up only from ~/.secrets and from the folder of the settings"
                    )
                )
                continue
            }
            try addIfPresent(name, .secret, file)
        }
    }

    private mutating func addFiles(_ activations: [Activation]) throws(CommandError) {
        let context = workspace.context
        try addIfPresent(BackupPlaces.exercises, .exercises, workspace.paths.exercises)
        let shipped = workspace.installation.programs
        for activation in activations {
            let own = shipped.first { $0.path == activation.path }
            let name = name(ofProgram: activation.path, id: activation.programID)
            let isIncluded = if own == nil { try addIfPresent(name, .program, activation.path) } else { false }
            programs.append(
                BackupManifest.Program(
                    id: activation.programID,
                    path: activation.path.string,
                    file: isIncluded ? name : nil,
                    shipped: own?.name
                )
            )
        }
        for folder in [places.config, places.data] {
            for folder in [folder, folder.appending("programs")] {
                for file in context.files.list(folder) where file.hasSuffix(".yaml") || file.hasSuffix(".yml") {
                    try addProgram(folder.appending(file))
                }
            }
        }
        for file in context.files.list(workspace.paths.plugins) where PluginPath.name(of: file) != nil {
            try addIfPresent("data/plugins/\(file)", .plugin, workspace.paths.plugins.appending(file))
        }
    }

    /// Adds a file in antrain's folders if it is a program; other YAML files there may contain secrets.
    private mutating func addProgram(_ path: FilePath) throws(CommandError) {
        guard ![workspace.paths.settings, workspace.paths.exercises].contains(path),
            case .success(let bytes) = workspace.context.files.read(path),
            let program = ProgramReader.read(SourceText(path: path.string, bytes: bytes)).program
        else { return }
        try addIfPresent(name(ofProgram: path, id: program.id), .program, path)
    }

    private func name(ofProgram path: FilePath, id: String) -> String {
        places.name(ofProgram: path, id: id) { name in
            files.contains { $0.name == name && $0.path != path.string }
                || places.path(of: name, .program).map(workspace.context.files.exists) ?? false
        }
    }

    // MARK: Members

    /// Adds a file that is not in the archive yet; one that exists and cannot be read is listed as omitted.
    ///
    /// - Returns: whether the archive contains it.
    @discardableResult
    private mutating func addIfPresent(
        _ name: String,
        _ kind: BackupManifest.Kind,
        _ path: FilePath
    ) throws(CommandError) -> Bool {
        if let other = files.first(where: { $0.name == name }) {
            guard !other.name.utf8.elementsEqual(name.utf8) else { return true }
            // As text, both names are equal, and some file systems could not keep both files.
            let reason = "its name differs from that of another file only in how its accents are encoded; rename it"
            omitted.append(BackupManifest.Omission(path: path.string, reason: reason))
            return false
        }
        switch LiveFiles.read(path, upTo: BackupLimits.size) {
        case .success(let bytes):
            try add(name, kind, path, bytes, mode: workspace.context.files.mode(path) ?? 0o600)
            return true
        case .failure(let problem) where problem.isMissing: return false
        case .failure(let problem):
            omitted.append(BackupManifest.Omission(path: path.string, reason: problem.reason))
            return false
        }
    }

    private mutating func add(
        _ name: String,
        _ kind: BackupManifest.Kind,
        _ path: FilePath,
        _ bytes: [UInt8],
        mode: UInt32
    ) throws(CommandError) {
        guard TarWriter.canStore(name) else {
            let reason =
                TarMember.problem(ofName: name).map { "its name \($0)" } ?? "its name is too long for a tar archive"
            omitted.append(BackupManifest.Omission(path: path.string, reason: reason))
            return
        }
        let seconds = try workspace.now().secondsSinceEpoch
        members.append(TarMember(name: name, mode: mode & 0o777, modified: max(0, seconds), bytes: bytes[...]))
        files.append(
            BackupManifest.File(
                name: name,
                kind: kind,
                size: bytes.count,
                sha256: ContentDigest.sha256(of: bytes[...]),
                path: path.string
            )
        )
    }

    // MARK: The archive

    /// The bytes of the archive, after the checks that a restore makes.
    ///
    /// - Throws: also if a restore would refuse it.
    package func restorableArchive() throws(CommandError) -> [UInt8] {
        let bytes = try archive()
        // Only a restore of other files keeps some without a ledger; they must be extracted by hand.
        guard hasLedger else { return bytes }
        do throws(CommandError) { _ = try RestorePlan(try BackupArchive(bytes, as: ""), as: "", workspace) } catch {
            guard case .badBackup(_, let reason) = error else { throw error }
            throw .unusableBackup(reason: reason)
        }
        return bytes
    }

    /// The bytes of the archive; the manifest is its first member.
    private func archive() throws(CommandError) -> [UInt8] {
        let now = try workspace.now()
        let manifest = BackupManifest(
            antrain: Installation.version,
            schema: hasLedger ? Ledger.schemaVersion : nil,
            created: now.description,
            zone: try workspace.zone(.system).identifier,
            withSecrets: withSecrets,
            files: files,
            programs: programs,
            permissions: permissions,
            secrets: secrets,
            omitted: omitted
        )
        let first = TarMember(
            name: BackupManifest.name,
            modified: max(0, now.secondsSinceEpoch),
            bytes: manifest.bytes[...]
        )
        var writer = TarWriter()
        do throws(TarError) {
            for member in [first] + members { try writer.append(member) }
        } catch { throw .system("the backup cannot be written: \(error)") }
        let bytes = writer.finish()
        guard bytes.count <= BackupLimits.size else {
            throw .system(
                "the backup would be larger than \(BackupLimits.size >> 20) MiB; remove plugins that you do not need"
            )
        }
        return bytes
    }
}

extension Workspace {
    /// A complete copy of a ledger, which other processes may use at the same time.
    package func copy(of ledger: Ledger) throws(CommandError) -> [UInt8] {
        let scratch = try ScratchFolder(context)
        defer { withExtendedLifetime(scratch) {} }
        let copy = scratch.ledger
        do throws(LedgerError) { try ledger.copy(to: copy) } catch { throw scratch.cause(error) }
        switch LiveFiles.read(copy, upTo: BackupLimits.size) {
        case .success(let bytes) where bytes.count < BackupLimits.size: return bytes
        case .success: throw .notBackedUp(path: paths.shown(paths.ledger), reason: "it is too large")
        case .failure(let problem): throw .file(problem)
        }
    }
}
