package import Platform
import Delivery
package import Reminders
package import Session
import YAMLSource

/// The value of a key below a setting, as the file has it.
package struct NestedSettingResult: CommandResult {
    package static let kind = SettingsResult.kind

    let path: ResultPath
    let settings: [SettingsResult.Entry]

    /// - Returns: nil if the file has no single value there.
    package init?(_ store: Store, _ key: SettingKey, _ subkeys: [String]) throws(CommandError) {
        let session = store.session
        guard !subkeys.isEmpty, !session.loaded.isFallback, let source = session.loaded.source else { return nil }
        var diagnostics = Diagnostics()
        let root = YAMLDocument.parse(source, into: &diagnostics)?.root
        let node = ([key.rawValue] + subkeys).reduce(root) { $0?[named: $1] }
        guard let node, node.kind == .scalar, !node.isNull else { return nil }
        let isSecret =
            switch key {
            case .configure: try Self.isSecret(node.span, store)
            default: false
            }
        let text = isSecret ? "(set)" : key == .heartbeat ? AddressRedaction.redact(node.text) : node.text
        path = ResultPath(session.paths.settings, session.paths)
        settings = [
            SettingsResult.Entry(
                key: ([key.rawValue] + subkeys).joined(separator: "."),
                value: .string(text),
                effective: nil,
                text: text,
                origin: .file,
                line: source.location(of: node.span.start).line
            )
        ]
    }

    /// Whether a value of a channel is a secret according to its plugin; any value of an unknown plugin may be one.
    private static func isSecret(_ span: SourceSpan, _ store: Store) throws(CommandError) -> Bool {
        let delivery = try store.delivering()
        let metadata = PluginMetadataCache(delivery)
        for configuration in store.session.settings.configurations
        where configuration.values.contains(where: { $0.span == span && $0.origin.literal != nil }) {
            guard let known = try metadata.description(of: delivery.channel(configuration)) else { return true }
            return ChannelCheck(configuration, known).secretSpans.contains(span)
        }
        return false
    }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = settings.map { [$0.key, style.bold($0.text), style.dim("line \($0.line ?? 0)")] }
        return ([style.dim(path.shown)] + TextTable.lines(rows, columns: columns)).joined(separator: "\n") + "\n"
    }
}
