internal import YAMLSource

/// The settings of the heartbeat.
extension SettingsReader {
    private static let heartbeatKeys: KeySet = ["file", "url", "every"]

    /// `off`, or a mapping with a file, a URL, or both.
    mutating func heartbeat(_ node: YAMLNode) -> HeartbeatSettings? {
        if node.equals("off") || node.equals("no") || node.equals("false") { return nil }
        // A key with a slash is an address or a path, as in {url:https://…} without a space.
        guard node.kind == .mapping, !node.entries.contains(where: { $0.key.text.contains("/") }) else {
            diagnostics.error(
                node.kind == .mapping
                    ? "'heartbeat' contains a value without a key"
                    : "'heartbeat' must be a mapping, not \(node.kindInWords)",
                at: node.span,
                help: "write {url: https://…} or {file: ~/path}"
            )
            return nil
        }
        let before = diagnostics.errorCount
        guard
            let reader = MappingReader(node, as: "'heartbeat'", keys: SettingsReader.heartbeatKeys, into: &diagnostics)
        else { return nil }
        var heartbeat = HeartbeatSettings()
        if reader["url"] == nil, diagnostics.errorCount == before { _ = reader.required("file", into: &diagnostics) }
        heartbeat.file = reader["file"].flatMap { heartbeatFile($0) }
        heartbeat.channel = node.entries.first { $0.key.text == "url" && !$0.value.isNull }.flatMap {
            heartbeatChannel($0.key, $0.value)
        }
        if let every = reader["every"] {
            guard reader["url"] != nil else {
                diagnostics.error(
                    "'every' applies only to 'url'",
                    at: every.span,
                    help: "remove it; the file is written after each run"
                )
                return nil
            }
            heartbeat.interval =
                span(every, "time between requests", in: HeartbeatSettings.intervalRange) ?? heartbeat.interval
        }
        return heartbeat.file == nil && heartbeat.channel == nil ? nil : heartbeat
    }

    private mutating func heartbeatFile(_ node: YAMLNode) -> String? {
        guard let path = node.string("path", into: &diagnostics) else { return nil }
        guard !path.contains("://"), AddressRedaction.hostWithoutScheme(path) == nil else {
            diagnostics.error(
                "'file' must be a path, not a URL",
                at: node.span,
                help: "for a URL, write {url: https://…}; a path starts with / or ~/"
            )
            return nil
        }
        guard path.hasPrefix("/") || path.hasPrefix("~/"), !path.hasSuffix("/") else {
            diagnostics.error(
                "invalid path '\(path)'",
                at: node.span,
                expected: "a path that starts with / or ~/, such as ~/.local/state/antrain/heartbeat"
            )
            return nil
        }
        return path
    }

    /// The channel that requests the URL, which is a secret like any other value of a channel.
    private mutating func heartbeatChannel(_ key: YAMLNode, _ node: YAMLNode) -> ChannelConfiguration? {
        guard node.kind != .sequence else {
            diagnostics.error("'url' must be a single URL, not a list", at: key.span, help: "keep one of them")
            return nil
        }
        guard let origin = origin(node) else { return nil }
        if let url = origin.literal, WebOrigin(url)?.isPrivate != true {
            diagnostics.error(
                "invalid heartbeat URL",
                // Not at the URL, which would be displayed.
                at: key.span,
                expected: "a URL that starts with https://, or with http:// for this machine"
            )
            return nil
        }
        return ChannelConfiguration(
            name: HeartbeatSettings.channelName,
            plugin: HeartbeatSettings.plugin,
            values: [.init(key: "url", origin: origin, span: node.span, keySpan: key.span)],
            span: key.span
        )
    }

    /// Adds the heartbeat's channel to the others, so that its URL is kept secret like theirs.
    mutating func addHeartbeat(to settings: inout Settings) {
        guard let channel = settings.heartbeat?.channel else { return }
        let name = HeartbeatSettings.channelName
        if let other = settings.configurations.first(where: { $0.name == name }) {
            diagnostics.error(
                "the name '\(name)' is reserved for the channel of the setting 'heartbeat'",
                at: other.span ?? SourceSpan(start: 0, end: 0),
                help: "rename this channel"
            )
        }
        if let span = channelSpans[name] {
            diagnostics.error(
                "the channel '\(name)' sends no reminders; it only requests the URL of the setting 'heartbeat'",
                at: span,
                help: "remove it from 'channels'"
            )
        }
        settings.configurations.append(channel)
    }
}
