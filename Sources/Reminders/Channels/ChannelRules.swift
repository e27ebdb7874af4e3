internal import YAMLSource

/// What antrain itself wants to know of a channel, beside its plugin's values.
struct ChannelRules {
    static let keys = ["else", "else-after", "optional", "limit"]

    var fallback: ChannelConfiguration.Fallback?
    var fallbackSpan: SourceSpan?
    var isOptional = false
    var limit: Int?

    init() {}

    init(_ node: YAMLNode, of name: String, into diagnostics: inout Diagnostics) {
        isOptional = node["optional"]?.boolean("a mark of the optional", into: &diagnostics) ?? false
        limit = node["limit"]?.integer(
            "a number of pending reminders",
            in: ChannelConfiguration.limitRange,
            into: &diagnostics
        )
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
        fallbackSpan = other.span
    }
}
