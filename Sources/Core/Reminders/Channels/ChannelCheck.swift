public import YAMLSource

/// Checks a channel's values against the keys that its plugin declares.
public struct ChannelCheck: Sendable {
    private let channel: ChannelConfiguration
    private let plugin: String
    private let keys: [PluginKey]
    private let place: SourceSpan

    /// - Parameters:
    ///   - keys: the keys that it declares; if it declares none, any key is allowed and nothing is checked.
    ///   - place: the location for findings about a channel that is not under `configure`.
    public init(_ channel: ChannelConfiguration, plugin: String, keys: [PluginKey], place: SourceSpan? = nil) {
        self.channel = channel
        self.plugin = plugin
        self.keys = keys
        self.place = channel.span ?? place ?? SourceSpan(start: 0, end: 0)
    }

    public var findings: Diagnostics {
        var misspelt: Set<String> = []
        var diagnostics = findings(&misspelt)
        let given = Set(channel.values.map(\.key))
        // A misspelled key has already been reported.
        let missing = keys.filter { given.contains($0.name) || !misspelt.contains($0.name) }
        for key in missing where key.isRequired && !isSet(key) {
            diagnostics.error(
                "missing value for '\(key.name)' in channel '\(channel.name)'",
                at: place,
                help: channel.span == nil
                    ? "give it one: antrain channel add \(channel.name) \(key.name.uppercased())"
                    : "add '\(key.name): …' under '\(channel.name):'"
            )
        }
        return diagnostics
    }

    /// The findings about the given values only; missing values are not reported.
    public var valueFindings: Diagnostics {
        var misspelt: Set<String> = []
        return findings(&misspelt)
    }

    /// - Parameter misspelt: receives the keys that were probably meant by unknown ones.
    private func findings(_ misspelt: inout Set<String>) -> Diagnostics {
        var diagnostics = Diagnostics()
        guard !keys.isEmpty else { return diagnostics }
        var seen: [String: Int] = [:]
        for value in channel.values {
            seen[value.key, default: 0] += 1
            guard let key = keys.first(where: { $0.name == value.key }) else {
                let suggestion = Suggestion.nearest(to: value.key, among: names)
                if seen[value.key] == 1 { unknown(value, suggestion, into: &diagnostics) }
                if let suggestion { misspelt.insert(suggestion) }
                continue
            }
            if seen[value.key] == 2, !key.isList {
                diagnostics.error("'\(key.name)' takes a single value", at: value.span, help: "remove the others")
            }
            check(value, key, into: &diagnostics)
        }
        return diagnostics
    }

    /// The locations of values that must not be shown, including those of unknown keys, which may be misspelled secrets.
    public var secretSpans: [SourceSpan] {
        keys.isEmpty
            ? []
            : channel.values.filter { value in
                value.origin.literal != nil && keys.first { $0.name == value.key }?.isSecret ?? true
            }.map(\.span)
    }

    private func isSet(_ key: PluginKey) -> Bool {
        channel.values.contains { $0.key == key.name && $0.origin != .literal("") }
    }

    /// The allowed keys of a channel: its plugin's and antrain's own.
    private var names: [String] { keys.map(\.name) + ["plugin"] + ChannelRules.keys }

    private func unknown(_ value: ChannelConfiguration.Value, _ meant: String?, into found: inout Diagnostics) {
        found.error(
            "unknown key '\(value.key)' for plugin \(plugin)",
            at: value.keySpan,
            expected: keys.map(\.name).joined(separator: ", "),
            help: meant.map(Suggestion.help)
        )
    }

    private func check(_ value: ChannelConfiguration.Value, _ key: PluginKey, into found: inout Diagnostics) {
        if key.type == .path, value.origin.literal == nil {
            return found.error(
                "'\(key.name)' must be written in the settings, because the plugin's file access is limited to it",
                at: value.span,
                expected: PluginKey.ValueType.path.words
            )
        }
        // An empty value counts as not set, but an empty command is a mistake.
        guard let text = value.origin.literal, let type = key.type, !text.isEmpty || type == .command,
            !type.accepts(text)
        else { return }
        let shown = key.isSecret ? "" : " '\(text)'"
        found.error("invalid value\(shown) for '\(key.name)'", at: value.span, expected: type.words)
    }
}

extension Diagnostics {
    /// The first error on one line, without its location: what is wrong and what to do.
    public var firstInWords: String? {
        sorted.first { $0.severity == .error }.map { first in
            [first.message, first.help ?? first.expected.map { "expected \($0)" }].compactMap { $0 }.joined(
                separator: "; "
            )
        }
    }
}

/// antrain's own settings of a channel, in addition to its plugin's values.
public struct ChannelRules {
    /// Their keys.
    public static let keys = ["else", "else-after", "optional", "limit"]

    var fallback: ChannelConfiguration.Fallback?
    var fallbackSpan: SourceSpan?
    var isOptional = false
    var limit: Int?

    init() {}

    init(_ node: YAMLNode, of name: String, into diagnostics: inout Diagnostics) {
        isOptional = node["optional"]?.boolean("'optional' value", into: &diagnostics) ?? false
        limit = node["limit"]?.integer("'limit' value", in: ChannelConfiguration.limitRange, into: &diagnostics)
        let failures = node["else-after"]?.integer(
            "'else-after' value",
            in: ChannelConfiguration.Fallback.failureRange,
            into: &diagnostics
        )
        guard let other = node["else"] else {
            if let after = node["else-after"] {
                diagnostics.error(
                    "'else-after' requires 'else'",
                    at: after.span,
                    help: "add a fallback channel: 'else: log'"
                )
            }
            return
        }
        guard let channel = other.string("channel name", into: &diagnostics) else { return }
        guard ChannelName.isWellFormed(channel), channel != name else {
            diagnostics.error(
                channel == name ? "a channel cannot be its own fallback" : "invalid channel name '\(channel)'",
                at: other.span,
                expected: "another channel; \(ChannelName.form)"
            )
            return
        }
        fallback = ChannelConfiguration.Fallback(channel: channel, failures: failures ?? 1)
        fallbackSpan = other.span
    }
}
