import Archives
import Files
package import Ledger
package import Platform
import PrintableText
import Recovery
package import Session
package import SystemPackage

/// What restoring a backup would change; nothing is changed yet.
package struct RestorePlan {
    package enum Change: String, Encodable, CaseIterable {
        case created, replaced, unchanged
    }

    package struct Item {
        let name: String
        package let kind: BackupManifest.Kind
        package let path: FilePath
        package let change: Change
        let bytes: ArraySlice<UInt8>
        let mode: UInt32
    }

    package let archive: BackupArchive
    /// The files of the backup in the order in which they are restored; the ledger is last.
    package let items: [Item]
    /// The decisions about channels in the backup; those that allow plugins are not restored.
    package let permissions: [String: PermissionDecision]
    /// The plugins in the backup that are not restored, because they would silently replace plugins that ship with antrain.
    package let withheld: [BackupManifest.File]

    var ledger: Item? { items.first { $0.kind == .ledger } }

    /// Whether something would be replaced.
    package var replaces: Bool { items.contains { $0.change == .replaced } }

    /// Checks the files of a backup, including the ledger's rows.
    ///
    /// - Parameter name: its path as the user wrote it, for errors.
    package init(_ archive: BackupArchive, as name: String, _ workspace: Workspace) throws(CommandError) {
        self.archive = archive
        let places = BackupPlaces(workspace.paths)
        let moves = RestorePlan.moves(archive.manifest, places, workspace)
        var items: [Item] = []
        var permissions: [String: PermissionDecision] = [:]
        var withheld: [BackupManifest.File] = []
        for kind in BackupManifest.Kind.restored {
            for file in archive.manifest.files where file.kind == kind {
                guard let path = places.path(of: file.name, kind), let member = archive.members[file.name] else {
                    throw .badBackup(
                        path: name,
                        reason: "the file \(quoted(file.name)) does not belong in any of antrain's folders"
                    )
                }
                // A program outside antrain's folders that is still there stays in use.
                guard kind != .program || !moves.unneeded.contains(file.name) else { continue }
                if kind == .plugin, !workspace.context.files.exists(path), workspace.pluginPath.ships(path) {
                    withheld.append(file)
                    continue
                }
                // Under two names, a file may have been backed up twice, for example behind a symbolic link.
                let target = LiveFiles.target(of: path)
                if let other = items.first(where: { LiveFiles.target(of: $0.path) == target }) {
                    guard other.bytes == member.bytes else {
                        throw .badBackup(
                            path: name,
                            reason: "two of its files have the same destination but different contents"
                        )
                    }
                    continue
                }
                var bytes = member.bytes
                if kind == .ledger {
                    (bytes, permissions) = try RestorePlan.ledger(bytes, moves.paths, name, workspace)
                }
                let change = RestorePlan.change(of: path, to: bytes, kind)
                items.append(
                    Item(
                        name: file.name,
                        kind: kind,
                        path: path,
                        change: change,
                        bytes: bytes,
                        mode: [.program, .exercises, .plugin].contains(kind) ? member.mode & 0o644 | 0o600 : 0o600
                    )
                )
            }
        }
        guard items.last?.kind == .ledger else { throw .badBackup(path: name, reason: "it contains no ledger") }
        self.items = items
        self.permissions = permissions
        self.withheld = withheld
    }

    /// Throws if a file cannot be created or replaced.
    package func checkPlaces() throws(CommandError) {
        for item in items where item.change != .unchanged {
            if let problem = LiveFiles.obstacle(item.path) { throw .restoreFailed(problem) }
        }
    }

    private static func change(of path: FilePath, to bytes: ArraySlice<UInt8>, _ kind: BackupManifest.Kind) -> Change {
        guard kind != .ledger else { return LiveFiles.mode(path) == nil ? .created : .replaced }
        switch LiveFiles.read(path, upTo: BackupLimits.size) {
        case .success(let old): return old[...] == bytes ? .unchanged : .replaced
        case .failure(let problem): return problem.isMissing ? .created : .replaced
        }
    }

    /// The new paths of active programs, and the files in the backup that are not needed.
    private static func moves(_ manifest: BackupManifest, _ places: BackupPlaces, _ workspace: Workspace)
        -> (paths: [FilePath: FilePath], unneeded: Set<String>)
    {
        var paths: [FilePath: FilePath] = [:]
        var unneeded: Set<String> = []
        let files = workspace.context.files
        for program in manifest.programs {
            let former = FilePath(program.path)
            if let file = program.file {
                if file.hasPrefix("programs/"), files.exists(former) {
                    unneeded.insert(file)
                } else if let path = places.path(of: file, .program),
                    LiveFiles.target(of: path) != LiveFiles.target(of: former)
                {
                    paths[former] = path
                }
            } else if let shipped = program.shipped, !files.exists(former),
                let path = workspace.installation.program(named: shipped)
            {
                paths[former] = path
            }
        }
        return (paths, unneeded)
    }

    /// The ledger with this antrain's schema and this machine's paths.
    private static func ledger(
        _ bytes: ArraySlice<UInt8>,
        _ programs: [FilePath: FilePath],
        _ name: String,
        _ workspace: Workspace
    ) throws(CommandError) -> (ArraySlice<UInt8>, [String: PermissionDecision]) {
        let scratch = try ScratchFolder(workspace.context)
        let copy = scratch.ledger
        do throws(FileProblem) { try LiveFiles.replace(copy, Array(bytes)) } catch { throw .file(error) }
        // A backup does not allow a plugin that is not allowed here.
        let present = (try? Ledger(reading: workspace.paths.ledger).permissions()) ?? [:]
        let now = try workspace.now()
        let permissions: [String: PermissionDecision]
        do throws(LedgerError) {
            permissions = try Ledger.prepareForeign(at: copy, programs: programs, present: present, now: now)
        } catch {
            switch error {
            case .newer: throw .newerBackup(path: name, version: "its ledger is newer")
            case .damaged(_, let reason):
                throw .badBackup(path: name, reason: "its ledger is damaged (\(reason.printable(upTo: 400)))")
            case .badValue(_, let problem): throw .badBackup(path: name, reason: "its ledger is damaged: \(problem)")
            case .empty: throw .badBackup(path: name, reason: "its ledger is empty")
            case .tooOld(_, let version):
                let reason =
                    "its ledger is too old (schema \(version)); restore the backup with " + LedgerError.lastUpdater
                throw .badBackup(path: name, reason: reason)
            case .foreign: throw .badBackup(path: name, reason: "its ledger is another program's database")
            default: throw scratch.cause(error)
            }
        }
        switch LiveFiles.read(copy, upTo: BackupLimits.size) {
        case .success(let read):
            withExtendedLifetime(scratch) {}
            return (read[...], permissions)
        case .failure(let problem): throw .file(problem)
        }
    }
}

extension BackupManifest.Kind {
    /// The kinds that are restored, in this order.
    static let restored: [BackupManifest.Kind] = [.plugin, .secret, .program, .exercises, .settings, .ledger]
}
