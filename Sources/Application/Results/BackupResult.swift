package import Backups
package import Platform
import SystemPackage

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
