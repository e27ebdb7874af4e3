internal import CivilTime
internal import Localization
public import YAMLSource

/// Reads the settings file.
public struct SettingsReader {
    static let keys: KeySet = [
        "enabled", "time", "days", "rest-days", "one-a-day", "horizon", "grace", "snooze", "follow-up", "unfinished",
        "evidence", "quiet-hours", "records", "summary", "milestones", "streak-warning", "keep", "heartbeat",
        "language", "texts",
        "details", "timezone", "channels", "configure", "logging", "equipment", "gyms", "gym", "calendar-file",
        "days-off",
    ]

    private static let followUpKeys: KeySet = ["after", "every", "at-most"]
    private static let quietKeys: KeySet = ["from", "to", "do", "urgent"]
    private static let followUpRange = TimeSpan.minutes(1)...TimeSpan.hours(12)

    var diagnostics = Diagnostics()
    let isRemembered: Bool
    private var spans: [SettingKey: SourceSpan] = [:]
    var channelSpans: [String: SourceSpan] = [:]

    private init(isRemembered: Bool) { self.isRemembered = isRemembered }

    /// Reads settings; a file that consists of comments gives the defaults.
    ///
    /// - Parameter isRemembered: whether the text comes from the ledger, without secrets.
    public static func read(_ source: SourceText, isRemembered: Bool = false) -> SettingsReading {
        var reader = SettingsReader(isRemembered: isRemembered)
        guard !source.isBlank else {
            return SettingsReading(
                settings: .defaults,
                spans: [:],
                channelSpans: [:],
                diagnostics: reader.diagnostics,
                secretSpans: []
            )
        }
        let document = YAMLDocument.parse(source, into: &reader.diagnostics)
        let secrets = reader.secretSpans(source, reader.diagnostics.hasErrors ? nil : document?.root)
        reader.diagnostics = reader.diagnostics.map { finding in
            secrets.contains { $0.start <= finding.span.start && finding.span.start < $0.end }
                ? finding.withoutQuotes : finding
        }
        let settings = document.flatMap { reader.settings($0.root) }
        return SettingsReading(
            settings: reader.diagnostics.hasErrors ? nil : settings,
            spans: reader.spans,
            channelSpans: reader.channelSpans,
            diagnostics: reader.diagnostics.map { $0.rewording(AddressRedaction.redact) },
            secretSpans: secrets
        )
    }

    /// Whether a text sets nothing: it is empty, or has only comments, keys without values, `{}` or control characters such as
    /// the NUL bytes that a power failure can leave.
    public static func isBlank(_ bytes: [UInt8]) -> Bool {
        SourceText(path: "", bytes: bytes).lines.allSatisfy { line in
            let content = line.drop { $0 <= 0x20 }
            guard let first = content.first, first != UInt8(ascii: "#") else { return true }
            let visible = content.filter { $0 > 0x20 }
            return visible == Array("{}".utf8) || visible == Array("---".utf8)
                || visible.firstIndex(of: UInt8(ascii: ":")) == visible.count - 1
        }
    }

    private mutating func settings(_ root: YAMLNode) -> Settings? {
        guard let reader = MappingReader(root, as: "the settings", keys: SettingsReader.keys, into: &diagnostics)
        else { return nil }
        for entry in root.entries {
            if let key = SettingKey(rawValue: entry.key.text), !entry.value.isNull { spans[key] = entry.value.span }
        }
        var settings = Settings()
        settings.isEnabled = reader["enabled"]?.boolean("'enabled' value", into: &diagnostics) ?? settings.isEnabled
        if let node = reader["time"] { time(node, of: &settings) }
        settings.days = reader["days"].flatMap { days($0) } ?? settings.days
        settings.restDays = reader["rest-days"]?.boolean("'rest-days' value", into: &diagnostics) ?? settings.restDays
        settings.isOneADay = reader["one-a-day"]?.boolean("'one-a-day' value", into: &diagnostics) ?? settings.isOneADay
        settings.horizon =
            reader["horizon"]?.integer("horizon", in: Settings.horizonRange, into: &diagnostics) ?? settings.horizon
        settings.grace =
            reader["grace"].flatMap { span($0, "grace period", in: .seconds(0)...(.hours(24))) } ?? settings.grace
        settings.snooze =
            reader["snooze"].flatMap { span($0, "snooze time", in: .minutes(1)...(.hours(24))) }.map(SnoozeLengths.init)
            ?? settings.snooze
        settings.followUp = reader["follow-up"].flatMap { followUp($0) }
        settings.unfinished = reader["unfinished"].flatMap { node in
            node.equals("off") ? nil : span(node, "'unfinished' time", in: .minutes(10)...(.hours(12)))
        }
        if let node = reader["evidence"] { settings.evidence = evidence(node) }
        settings.quietHours = reader["quiet-hours"].flatMap { quietHours($0) }
        settings.reportsRecords =
            reader["records"]?.boolean("'records' value", into: &diagnostics) ?? settings.reportsRecords
        settings.summary = reader["summary"].flatMap { summary($0) }
        settings.milestones = reader["milestones"].flatMap { milestones($0) } ?? settings.milestones
        settings.streakWarning = reader["streak-warning"].flatMap { $0.equals("off") ? nil : clock($0) }
        settings.keep = reader["keep"].flatMap { keep($0) }
        settings.heartbeat = reader["heartbeat"].flatMap { heartbeat($0) }
        settings.language = reader["language"].flatMap { node in
            node.equals("auto")
                ? nil : node.choice("language", of: Language.self, or: ["auto"], into: &diagnostics)
        }
        settings.texts = reader["texts"].map { UserTextsReader.read($0, into: &diagnostics) } ?? UserTexts()
        settings.showsDetails =
            reader["details"]?.boolean("'details' value", into: &diagnostics) ?? settings.showsDetails
        settings.timezone = reader["timezone"].flatMap { timezone($0) } ?? settings.timezone
        settings.channels = reader["channels"].map { channels($0) } ?? settings.channels
        settings.configurations = configurations(reader["configure"])
        addHeartbeat(to: &settings)
        settings.logging = reader["logging"].flatMap { logging($0) }
        settings.gyms = GymsReader.read(reader, into: &diagnostics)
        settings.calendarFile = reader["calendar-file"].flatMap { calendarFile($0) }
        settings.daysOff = reader["days-off"].flatMap { pathOrOff($0) }
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

    mutating func span(_ node: YAMLNode, _ what: StaticString, in range: ClosedRange<TimeSpan>) -> TimeSpan? {
        guard let span = civil(node, what, { (text) throws(CivilTimeError) in try TimeSpan(parsing: text) }) else {
            return nil
        }
        guard range.contains(span) else {
            diagnostics.error(
                "invalid \(what) '\(node.text)'",
                at: node.span,
                expected: "\(range.lowerBound) to \(range.upperBound)"
            )
            return nil
        }
        return span
    }

    /// `off`, a duration, or a mapping for several follow-ups.
    private mutating func followUp(_ node: YAMLNode) -> FollowUpPolicy? {
        guard node.kind == .mapping else {
            if node.equals("off") || node.equals("no") || node.equals("false") { return nil }
            return span(node, "follow-up delay", in: SettingsReader.followUpRange).map { FollowUpPolicy(after: $0) }
        }
        guard
            let reader = MappingReader(node, as: "'follow-up'", keys: SettingsReader.followUpKeys, into: &diagnostics),
            let after = reader.required("after", into: &diagnostics).flatMap({
                span($0, "follow-up delay", in: SettingsReader.followUpRange)
            })
        else { return nil }
        return FollowUpPolicy(
            after: after,
            every: reader["every"].flatMap { span($0, "follow-up delay", in: SettingsReader.followUpRange) },
            atMost: reader["at-most"]?.integer(
                "number of follow-ups",
                in: FollowUpPolicy.countRange,
                into: &diagnostics
            ) ?? 1
        )
    }

    /// `off`, `22:00-07:00`, or a mapping with more options.
    private mutating func quietHours(_ node: YAMLNode) -> QuietHours? {
        let ends: [TimeOfDay?]
        var policy = QuietHours.Policy.hold
        var sparesUrgent = true
        if node.kind == .mapping {
            guard
                let reader = MappingReader(
                    node,
                    as: "'quiet-hours'",
                    keys: SettingsReader.quietKeys,
                    into: &diagnostics
                )
            else { return nil }
            ends = [
                clock(reader.required("from", into: &diagnostics)), clock(reader.required("to", into: &diagnostics)),
            ]
            policy = reader["do"]?.choice("quiet-hours policy", of: QuietHours.Policy.self, into: &diagnostics) ?? .hold
            sparesUrgent = reader["urgent"]?.boolean("'urgent' value", into: &diagnostics) ?? true
        } else {
            guard let text = node.string("quiet hours", into: &diagnostics), text != "off" else { return nil }
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                diagnostics.error("invalid quiet hours '\(text)'", at: node.span, expected: "22:00-07:00, or off")
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
            diagnostics.error(
                "quiet hours cannot start and end at the same time",
                at: node.span,
                expected: "22:00-07:00, or off"
            )
            return nil
        }
        return QuietHours(from: from, to: to, policy: policy, sparesUrgent: sparesUrgent)
    }

    mutating func clock(_ node: YAMLNode?) -> TimeOfDay? {
        civil(node, "time") { (text) throws(CivilTimeError) in try TimeOfDay(parsing: text) }
    }

    private mutating func timezone(_ node: YAMLNode) -> TimezoneChoice? {
        guard let name = node.string("time zone", into: &diagnostics) else { return nil }
        return name == "system" ? .system : .named(name)
    }

    private mutating func channels(_ node: YAMLNode) -> [String] {
        var names: [String] = []
        for element in node.elementsOrSelf {
            guard let name = element.string("channel name", into: &diagnostics) else { continue }
            if names.contains(name) {
                diagnostics.error("duplicate channel '\(name)'", at: element.span, help: "remove one of them")
            } else if !ChannelName.isWellFormed(name) {
                diagnostics.error("invalid channel name '\(name)'", at: element.span, expected: ChannelName.form)
            } else {
                names.append(name)
                channelSpans[name] = element.span
            }
        }
        if node.elementsOrSelf.isEmpty {
            diagnostics.error(
                "'channels' is empty, so no reminders could be delivered",
                at: node.span,
                expected: "at least one channel, as in [console]",
                help: "to turn reminders off, set 'enabled: off'"
            )
        }
        return names
    }
}

/// The result of reading a settings file.
public struct SettingsReading: Sendable {
    /// The settings; nil if the file has errors.
    public let settings: Settings?
    public let spans: [SettingKey: SourceSpan]
    public let channelSpans: [String: SourceSpan]
    public let diagnostics: Diagnostics
    /// The locations of values that are or may be secrets; they are hidden even if they are wrong.
    let secretSpans: [SourceSpan]

    /// Renders the findings without secrets.
    public func renderer(of source: SourceText, colored: Bool) -> DiagnosticRenderer {
        DiagnosticRenderer(source: source, colored: colored, concealed: secretSpans)
    }
}
