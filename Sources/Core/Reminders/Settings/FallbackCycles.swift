internal import YAMLSource

extension SettingsReader {
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
