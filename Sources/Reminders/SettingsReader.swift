internal import CivilTime
public import YAMLSource

/// What came of reading a settings file.
public struct SettingsReading: Sendable {
    /// The settings; nil when the file has errors.
    public let settings: Settings?
    /// Where the keys stand that the file has.
    public let spans: [SettingKey: SourceSpan]
    /// All that was found.
    public let diagnostics: Diagnostics
}

/// Reads the settings file.
public struct SettingsReader {
    private static let keys = KeySet(
        "enabled",
        "time",
        "days",
        "rest-days",
        "horizon",
        "grace",
        "snooze",
        "follow-up",
        "unfinished",
        "quiet-hours",
        "language",
        "texts",
        "timezone",
        "channels",
        "configure"
    )

    private static let followUpKeys = KeySet("after", "every", "at-most")
    private static let quietKeys = KeySet("from", "to", "do", "urgent")
    private static let followUpRange = TimeSpan.minutes(1)...TimeSpan.hours(12)

    private var diagnostics = Diagnostics()
    private var spans: [SettingKey: SourceSpan] = [:]

    /// Reads settings; a file with nothing but comments has the defaults.
    public static func read(_ source: SourceText) -> SettingsReading {
        var reader = SettingsReader()
        guard !isBlank(source) else {
            return SettingsReading(settings: .defaults, spans: [:], diagnostics: reader.diagnostics)
        }
        let document = YAMLDocument.parse(source, into: &reader.diagnostics)
        let settings = document.flatMap { reader.settings($0.root) }
        return SettingsReading(
            settings: reader.diagnostics.hasErrors ? nil : settings,
            spans: reader.spans,
            diagnostics: reader.diagnostics
        )
    }

    private static func isBlank(_ source: SourceText) -> Bool {
        source.bytes.split(separator: 0x0A).allSatisfy { line in
            let content = line.drop { $0 <= 0x20 }
            return content.isEmpty || content.first == UInt8(ascii: "#")
        }
    }

    private mutating func settings(_ root: YAMLNode) -> Settings? {
        guard let reader = MappingReader(root, as: "a settings file", keys: SettingsReader.keys, into: &diagnostics)
        else { return nil }
        for entry in root.entries {
            if let key = SettingKey(rawValue: entry.key.text), !entry.value.isNull { spans[key] = entry.value.span }
        }
        var settings = Settings()
        settings.isEnabled =
            reader["enabled"]?.boolean("the switch of reminders", into: &diagnostics) ?? settings.isEnabled
        settings.time =
            clock(reader["time"]) ?? settings.time
        settings.days = reader["days"].flatMap { days($0) } ?? settings.days
        settings.restDays =
            reader["rest-days"]?.boolean("the switch of rest days", into: &diagnostics) ?? settings.restDays
        settings.horizon =
            reader["horizon"]?.integer("a horizon in days", in: Settings.horizonRange, into: &diagnostics)
            ?? settings.horizon
        settings.grace =
            reader["grace"].flatMap { span($0, "a grace", in: .seconds(0)...(.hours(24))) } ?? settings.grace
        settings.snooze =
            reader["snooze"].flatMap { span($0, "a snooze", in: .minutes(1)...(.hours(24))) } ?? settings.snooze
        settings.followUp = reader["follow-up"].flatMap { followUp($0) }
        settings.unfinished = reader["unfinished"].flatMap { node in
            node.equals("off") ? nil : span(node, "a time to finish", in: .minutes(10)...(.hours(12)))
        }
        settings.quietHours = reader["quiet-hours"].flatMap { quietHours($0) }
        settings.language = reader["language"].flatMap { node in
            node.equals("auto") ? nil : node.choice("a language", of: Language.self, into: &diagnostics)
        }
        settings.texts = reader["texts"].map { UserTextsReader.read($0, into: &diagnostics) } ?? UserTexts()
        settings.timezone = reader["timezone"].flatMap { timezone($0) } ?? settings.timezone
        settings.channels = reader["channels"].map { channels($0) } ?? settings.channels
        settings.configurations = configurations(reader["configure"])
        return settings
    }

    private mutating func civil<Value>(
        _ node: YAMLNode?,
        _ what: StaticString,
        _ parse: (String) throws(CivilTimeError) -> Value
    ) -> Value? {
        node?.parsed(what, into: &diagnostics, parse)
    }

    private mutating func days(_ node: YAMLNode) -> WeekdaySet? {
        var set = WeekdaySet.none
        for element in node.elementsOrSelf {
            let days = element.parsed("weekdays", into: &diagnostics) { (text) throws(CivilTimeError) in
                try WeekdaySet(parsing: text)
            }
            for day in days?.weekdays ?? [] { set.insert(day) }
        }
        return set
    }

    private mutating func span(_ node: YAMLNode, _ what: StaticString, in range: ClosedRange<TimeSpan>) -> TimeSpan? {
        guard let span = civil(node, what, { (text) throws(CivilTimeError) in try TimeSpan(parsing: text) }) else {
            return nil
        }
        guard range.contains(span) else {
            diagnostics.error(
                "'\(node.text)' cannot be \(what)",
                at: node.span,
                expected: "\(range.lowerBound) to \(range.upperBound)"
            )
            return nil
        }
        return span
    }

    /// `off`, a span, or a mapping for more than one.
    private mutating func followUp(_ node: YAMLNode) -> FollowUpPolicy? {
        guard node.kind == .mapping else {
            if node.equals("off") || node.equals("no") || node.equals("false") { return nil }
            return span(node, "a follow-up", in: SettingsReader.followUpRange).map { FollowUpPolicy(after: $0) }
        }
        guard
            let reader = MappingReader(node, as: "a follow-up", keys: SettingsReader.followUpKeys, into: &diagnostics),
            let after = reader.required("after", into: &diagnostics).flatMap({
                span($0, "a follow-up", in: SettingsReader.followUpRange)
            })
        else { return nil }
        return FollowUpPolicy(
            after: after,
            every: reader["every"].flatMap { span($0, "a follow-up", in: SettingsReader.followUpRange) },
            atMost: reader["at-most"]?.integer(
                "a number of follow-ups",
                in: FollowUpPolicy.countRange,
                into: &diagnostics
            ) ?? 1
        )
    }

    /// `off`, `22:00-07:00`, or a mapping that says more.
    private mutating func quietHours(_ node: YAMLNode) -> QuietHours? {
        let ends: [TimeOfDay?]
        var policy = QuietHours.Policy.hold
        var sparesUrgent = true
        if node.kind == .mapping {
            guard
                let reader = MappingReader(node, as: "quiet hours", keys: SettingsReader.quietKeys, into: &diagnostics)
            else { return nil }
            ends = [
                clock(reader.required("from", into: &diagnostics)), clock(reader.required("to", into: &diagnostics)),
            ]
            policy = reader["do"]?.choice("a way to be quiet", of: QuietHours.Policy.self, into: &diagnostics) ?? .hold
            sparesUrgent = reader["urgent"]?.boolean("the way of the urgent", into: &diagnostics) ?? true
        } else {
            guard let text = node.string("quiet hours", into: &diagnostics), text != "off" else { return nil }
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                diagnostics.error("'\(text)' cannot be quiet hours", at: node.span, expected: "22:00-07:00, or off")
                return nil
            }
            ends = parts.map { part in
                node.parsed("quiet hours", into: &diagnostics) { (_) throws(CivilTimeError) in
                    try TimeOfDay(parsing: part)
                }
            }
        }
        guard let from = ends[0], let to = ends[1] else { return nil }
        guard from != to else {
            diagnostics.error("quiet hours cannot end when they begin", at: node.span, expected: "22:00-07:00, or off")
            return nil
        }
        return QuietHours(from: from, to: to, policy: policy, sparesUrgent: sparesUrgent)
    }

    private mutating func clock(_ node: YAMLNode?) -> TimeOfDay? {
        civil(node, "a time") { (text) throws(CivilTimeError) in try TimeOfDay(parsing: text) }
    }

    private mutating func timezone(_ node: YAMLNode) -> TimezoneChoice? {
        guard let name = node.string("a time zone", into: &diagnostics) else { return nil }
        return name == "system" ? .system : .named(name)
    }

    private mutating func channels(_ node: YAMLNode) -> [String] {
        var names: [String] = []
        for element in node.elementsOrSelf {
            guard let name = element.string("a channel's name", into: &diagnostics) else { continue }
            if names.contains(name) {
                diagnostics.error("the channel '\(name)' stands twice", at: element.span, help: "remove one of the two")
            } else if !ChannelName.isWellFormed(name) {
                diagnostics.error("'\(name)' cannot be a channel's name", at: element.span, expected: ChannelName.form)
            } else {
                names.append(name)
            }
        }
        return names
    }

    // MARK: Channel configurations

    private mutating func configurations(_ node: YAMLNode?) -> [ChannelConfiguration] {
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

/// What a channel may be called.
public enum ChannelName {
    /// The form in words.
    public static let form = "lowercase letters, digits and hyphens, at most 32"

    /// Whether a text has the form.
    public static func isWellFormed(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
    }
}
