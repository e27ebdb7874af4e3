internal import YAMLSource

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
