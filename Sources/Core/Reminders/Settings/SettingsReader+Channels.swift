internal import YAMLSource

extension SettingsReader {
    /// The configurations of channels, in file order.
    mutating func configurations(_ node: YAMLNode?) -> [ChannelConfiguration] {
        guard let node else { return [] }
        guard node.kind == .mapping else {
            diagnostics.error(
                "'configure' must be a mapping, not \(node.kindInWords)",
                at: node.span,
                expected: "lines such as 'channel:' with the plugin's values below"
            )
            return []
        }
        let configurations = node.entries.compactMap { configuration($0.key, $0.value) }
        checkFallbackCycles(configurations)
        return configurations
    }

    private mutating func configuration(_ key: YAMLNode, _ node: YAMLNode) -> ChannelConfiguration? {
        let name = key.text
        let span = key.span
        guard ChannelName.isWellFormed(name) else {
            diagnostics.error("invalid channel name '\(name)'", at: key.span, expected: ChannelName.form)
            return nil
        }
        if node.isNull { return ChannelConfiguration(name: name, plugin: name, values: [], span: span) }
        guard node.kind == .mapping else {
            diagnostics.error(
                "the values of channel '\(name)' must be a mapping, not \(node.kindInWords)",
                at: node.span,
                expected: "lines such as 'key: value'"
            )
            return nil
        }
        let own = ChannelRules(node, of: name, into: &diagnostics)
        var plugin = name
        var values: [ChannelConfiguration.Value] = []
        for entry in node.entries {
            let key = entry.key.text
            if key == "plugin" {
                plugin = entry.value.string("plugin name or path", into: &diagnostics) ?? name
                continue
            }
            if ChannelRules.keys.contains(key) { continue }
            for element in entry.value.elementsOrSelf {
                guard let origin = origin(element) else { continue }
                values.append(.init(key: key, origin: origin, span: element.span, keySpan: entry.key.span))
            }
        }
        return ChannelConfiguration(name: name, plugin: plugin, values: values, rules: own, span: span)
    }

    /// The origin of a value: the settings, a file or an environment variable.
    mutating func origin(_ node: YAMLNode) -> ValueOrigin? {
        switch node.kind {
        case .scalar: return .literal(node.isNull ? "" : node.text)
        case .mapping: return ValueOrigin(node, isRemembered: isRemembered, into: &diagnostics)
        case .sequence:
            diagnostics.error(
                "a plugin value cannot be \(node.kindInWords)",
                at: node.span,
                expected: "a value or a list of values"
            )
            return nil
        }
    }

    /// Reports fallback channels that form a cycle: if all of them fail, no channel is left.
    ///
    /// Each cycle is reported once, at the `else` that closes it. The last good settings in the ledger may come from a
    /// version that accepted cycles; they stay in force.
    mutating func checkFallbackCycles(_ configurations: [ChannelConfiguration]) {
        guard !isRemembered else { return }
        var indices: [String: Int] = [:]
        for (index, configuration) in configurations.enumerated() where indices[configuration.name] == nil {
            indices[configuration.name] = index
        }
        var reported: Set<String> = []
        for first in configurations where !reported.contains(first.name) {
            guard let cycle = FallbackCycles.cycle(from: first, configurations, indices) else { continue }
            reported.formUnion(cycle.map(\.name))
            let closing = cycle.max { (indices[$0.name] ?? 0) < (indices[$1.name] ?? 0) } ?? first
            guard let span = closing.fallbackSpan else { continue }
            let chain = (cycle + [first]).map(\.name).joined(separator: " → ")
            diagnostics.error(
                "the fallback channels form a cycle: \(chain)",
                at: span,
                expected: "a chain that ends with a channel without 'else'",
                help: "remove 'else' from '\(closing.name)', or name a channel that is not in the cycle"
            )
        }
    }
}

/// Follows the chains of `else`.
private enum FallbackCycles {
    /// The fallback channels from a channel back to itself; nil if the chain ends, or leads into a cycle of others.
    static func cycle(
        from first: ChannelConfiguration,
        _ configurations: [ChannelConfiguration],
        _ places: [String: Int]
    ) -> [ChannelConfiguration]? {
        var chain = [first]
        var seen: Set<String> = [first.name]
        var current = first
        while let next = current.fallback.flatMap({ places[$0.channel] }).map({ configurations[$0] }) {
            if next.name == first.name { return chain }
            guard seen.insert(next.name).inserted else { return nil }
            chain.append(next)
            current = next
        }
        return nil
    }
}
