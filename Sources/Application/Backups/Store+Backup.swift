import Delivery
import Platform
import Reminders
import Session
import SystemPackage
import YAMLSource

extension Store {
    /// The settings as they are backed up.
    struct SettingsBackup {
        /// The text; nil if there is no settings file.
        var bytes: [UInt8]?
        /// The values that the text does not contain.
        var secrets: [BackupManifest.Secret] = []
        /// The files with secrets that belong to the backup.
        var files: [FilePath] = []
    }

    /// The settings file's text, with or without secrets.
    ///
    /// Any value of an unknown plugin may be a secret.
    ///
    /// - Throws: `notBackedUp` if the secrets in the file cannot be found or removed.
    func settingsForBackup(withSecrets: Bool) throws(CommandError) -> SettingsBackup {
        guard let source = session.loaded.source else { return SettingsBackup() }
        var backup = SettingsBackup(bytes: source.bytes)
        let path = workspace.paths.shown(workspace.paths.settings)
        guard !session.loaded.isFallback else {
            if withSecrets || SettingsReader.isBlank(source.bytes) { return backup }
            throw .notBackedUp(
                path: path,
                reason:
                    "it has errors; correct them (antrain settings edit), or back it up as it is with --with-secrets"
            )
        }
        let delivery = try delivering()
        let metadata = PluginMetadataCache(delivery)
        var literals: [(span: SourceSpan, text: String)] = []
        var files: [SourceSpan: String] = [:]
        for configuration in session.settings.configurations {
            let known = try metadata.description(of: delivery.channel(configuration))
            let spans = known.map { Set(ChannelCheck(configuration, $0).secretSpans) }
            for value in configuration.values {
                var secret = (file: String?.none, variable: String?.none)
                switch value.origin {
                case .forgotten: continue
                case .variable(let name): secret.variable = name
                case .file(let file):
                    if withSecrets {
                        backup.files.append(Paths.absolute(file, workspace.context))
                        continue
                    }
                    secret.file = file
                case .literal(let text):
                    guard !withSecrets, !text.isEmpty, spans?.contains(value.span) ?? true else { continue }
                    let file = secretFile(configuration.name, value.key, taken: Set(files.values))
                    literals.append((value.span, text))
                    files[value.span] = file
                    secret.file = file
                }
                backup.secrets.append(
                    BackupManifest.Secret(
                        channel: configuration.name,
                        key: value.key,
                        file: secret.file,
                        variable: secret.variable
                    )
                )
            }
        }
        guard !literals.isEmpty else { return backup }
        guard let redacted = SettingsRedaction.redact(source, literals, files: files) else {
            throw .notBackedUp(
                path: path,
                reason:
                    "the text of a secret also appears elsewhere in it; remove it there, or include the secrets: --with-secrets"
            )
        }
        backup.bytes = redacted
        return backup
    }

    /// The file to which the settings in the backup refer for a secret, such as `~/.secrets/ntfy-token`.
    private func secretFile(_ channel: String, _ key: String, taken: Set<String>) -> String {
        let plain = "\(channel)-\(key)".map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
        let name = "~/.secrets/" + String(plain)
        guard taken.contains(name) else { return name }
        return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
    }
}
