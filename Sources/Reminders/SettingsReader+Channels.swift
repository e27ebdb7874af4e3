internal import YAMLSource

extension SettingsReader {
    /// How channels are set up, in the order of the file.
    mutating func configurations(_ node: YAMLNode?) -> [ChannelConfiguration] {
        guard let node else { return [] }
        guard node.kind == .mapping else {
            diagnostics.error(
                "'configure' is written as channels with values, not as \(node.kindInWords)",
                at: node.span,
                expected: "lines of 'channel:' with the plugin's values below"
            )
            return []
        }
        return node.entries.compactMap { configuration($0.key, $0.value) }
    }

    private mutating func configuration(_ key: YAMLNode, _ node: YAMLNode) -> ChannelConfiguration? {
        let name = key.text
        guard ChannelName.isWellFormed(name) else {
            diagnostics.error("'\(name)' cannot be a channel's name", at: key.span, expected: ChannelName.form)
            return nil
        }
        if node.isNull { return ChannelConfiguration(named: name) }
        guard node.kind == .mapping else {
            diagnostics.error(
                "the channel '\(name)' is set up with keys and values, not with \(node.kindInWords)",
                at: node.span,
                expected: "lines of 'key: value'"
            )
            return nil
        }
        let own = ChannelRules(node, of: name, into: &diagnostics)
        var plugin = name
        var values: [ChannelConfiguration.Value] = []
        for entry in node.entries {
            let key = entry.key.text
            if key == "plugin" {
                plugin = entry.value.string("a plugin's name or path", into: &diagnostics) ?? name
                continue
            }
            if ChannelRules.keys.contains(key) { continue }
            for element in entry.value.elementsOrSelf {
                guard element.kind == .scalar else {
                    diagnostics.error(
                        "\(element.kindInWords) cannot be a plugin's value",
                        at: element.span,
                        expected: "a value or a list of values"
                    )
                    continue
                }
                values.append(.init(key: key, text: element.isNull ? "" : element.text, span: element.span))
            }
        }
        return ChannelConfiguration(
            name: name,
            plugin: plugin,
            values: values,
            fallback: own.fallback,
            isOptional: own.isOptional
        )
    }
}

/// What antrain itself wants to know of a channel, beside its plugin's values.
private struct ChannelRules {
    static let keys = ["else", "else-after", "optional"]

    var fallback: ChannelConfiguration.Fallback?
    var isOptional = false

    init(_ node: YAMLNode, of name: String, into diagnostics: inout Diagnostics) {
        isOptional = node["optional"]?.boolean("a mark of the optional", into: &diagnostics) ?? false
        let failures = node["else-after"]?.integer(
            "a number of failures",
            in: ChannelConfiguration.Fallback.failureRange,
            into: &diagnostics
        )
        guard let other = node["else"] else {
            if let after = node["else-after"] {
                diagnostics.error(
                    "'else-after' counts failures before another channel takes over",
                    at: after.span,
                    help: "add that channel: 'else: log'"
                )
            }
            return
        }
        guard let channel = other.string("a channel's name", into: &diagnostics) else { return }
        guard ChannelName.isWellFormed(channel), channel != name else {
            diagnostics.error(
                channel == name ? "a channel cannot take over from itself" : "'\(channel)' cannot be a channel's name",
                at: other.span,
                expected: "another channel; \(ChannelName.form)"
            )
            return
        }
        fallback = ChannelConfiguration.Fallback(channel: channel, failures: failures ?? 1)
    }
}
