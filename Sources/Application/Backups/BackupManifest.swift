import Foundation

/// The first file in a backup: what is in it, and what is not.
package struct BackupManifest: Codable, Equatable {
    static let name = "manifest.json"
    /// The version of the format that this antrain writes.
    static let latest = 1

    package enum Kind: String, Codable, CaseIterable {
        case ledger
        /// The training log as CSV, for other programs; not restored, because the ledger contains it.
        case log
        case settings, exercises, program, plugin, secret
    }

    package struct File: Codable, Equatable {
        /// The name in the archive.
        package let name: String
        package let kind: Kind
        package let size: Int
        /// In hexadecimal digits.
        let sha256: String
        /// Where the file was.
        package let path: String
    }

    /// An active program.
    struct Program: Codable, Equatable {
        let id: String
        /// The path of its file, as in the ledger.
        let path: String
        /// The name of its file in the archive; nil if it is not in it.
        let file: String?
        /// The name of the shipped program that it is; nil for a file of the user's.
        let shipped: String?
    }

    /// A decision about a channel.
    struct Permission: Codable, Equatable {
        let channel: String
        let state: String
        /// The digest of the plugin's file; nil for a plugin that ships with antrain.
        let sha256: String?
    }

    /// A value that is not in the archive.
    package struct Secret: Codable, Equatable {
        package let channel: String
        package let key: String
        /// The file that must contain it, as in the settings; nil if it comes from the environment.
        let file: String?
        /// The environment variable that must contain it.
        let variable: String?

        package var words: String {
            if let variable {
                return "set the environment variable \(variable) to '\(key)' of the channel '\(channel)'"
            }
            return "write '\(key)' of the channel '\(channel)' into \(file ?? "?"), then run: chmod 600 \(file ?? "?")"
        }
    }

    /// A file that could not be backed up.
    package struct Omission: Codable, Equatable {
        package let path: String
        package let reason: String
    }

    var format = "antrain-backup"
    var version = BackupManifest.latest
    let antrain: String
    /// The schema version of the ledger; nil without a ledger.
    let schema: Int?
    /// In UTC.
    package let created: String
    let zone: String
    let withSecrets: Bool
    let files: [File]
    let programs: [Program]
    let permissions: [Permission]
    package let secrets: [Secret]
    let omitted: [Omission]

    private enum CodingKeys: String, CodingKey {
        case format, version, antrain, schema, created, zone, withSecrets = "with_secrets", files, programs,
            permissions, secrets, omitted
    }

    /// The text in the archive.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array((try? encoder.encode(self)) ?? Data()) + [0x0A]
    }
}
