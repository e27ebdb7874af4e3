import Archives
import Delivery
import Files
import Foundation
import Ledger
package import Platform
import Recovery
package import SystemPackage

/// A backup that was read and whose files are as its manifest says.
package struct BackupArchive {
    package let manifest: BackupManifest
    /// The files by their names, without the manifest.
    let members: [String: TarMember]

    /// The maximum size of the manifest in bytes.
    private static let largestManifest = 1 << 20

    /// Reads a backup and checks every byte of it.
    ///
    /// - Parameter name: its path as the user wrote it, for errors.
    package static func read(_ path: FilePath, as name: String) throws(CommandError) -> BackupArchive {
        let bytes: [UInt8]
        switch LiveFiles.read(path, upTo: BackupLimits.size + 1) {
        case .success(let read): bytes = read
        case .failure(let problem): throw .file(problem)
        }
        return try BackupArchive(bytes, as: name)
    }

    /// Checks every byte of an archive.
    init(_ bytes: [UInt8], as name: String) throws(CommandError) {
        let all: [TarMember]
        do throws(TarError) { all = try TarReader(maximumSize: BackupLimits.size).members(of: bytes) } catch {
            throw .badBackup(path: name, reason: "\(error)")
        }
        manifest = try BackupArchive.manifest(all, name)
        var members: [String: TarMember] = [:]
        for member in all.dropFirst() { members[member.name] = member }
        for file in manifest.files {
            guard let member = members[file.name] else {
                throw .badBackup(
                    path: name,
                    reason: "the file \(quoted(file.name)), which its manifest lists, is missing"
                )
            }
            guard member.bytes.count == file.size, ContentDigest.sha256(of: member.bytes) == file.sha256 else {
                throw .badBackup(
                    path: name,
                    reason: "the file \(quoted(file.name)) is damaged: its SHA-256 differs from that in the manifest"
                )
            }
        }
        let known = Set(manifest.files.map(\.name))
        guard known.count == manifest.files.count else {
            throw .badBackup(path: name, reason: "its manifest lists a file twice")
        }
        if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw .badBackup(path: name, reason: "the file \(quoted(other)) is not in its manifest")
        }
        self.members = members
    }

    private static func manifest(_ all: [TarMember], _ name: String) throws(CommandError) -> BackupManifest {
        guard let first = all.first, first.name == BackupManifest.name else {
            throw .badBackup(
                path: name,
                reason: "it is not an antrain backup: its first file is not \(BackupManifest.name)"
            )
        }
        guard first.bytes.count <= largestManifest else {
            throw .badBackup(path: name, reason: "its manifest is larger than \(largestManifest >> 20) MiB")
        }
        struct Version: Decodable {
            let format: String
            let version: Int
            let antrain: String
            let schema: Int?
        }
        let data = Data(first.bytes)
        // Of a newer manifest, antrain may only understand the version.
        guard let version = try? JSONDecoder().decode(Version.self, from: data), version.format == "antrain-backup"
        else { throw .badBackup(path: name, reason: "its manifest is not that of an antrain backup") }
        guard version.version <= BackupManifest.latest, version.schema ?? 0 <= Ledger.schemaVersion else {
            throw .newerBackup(path: name, version: version.antrain)
        }
        do { return try JSONDecoder().decode(BackupManifest.self, from: data) } catch {
            throw .badBackup(path: name, reason: "its manifest is damaged")
        }
    }
}
