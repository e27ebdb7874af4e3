public import CivilTime
public import YAMLSource

/// A change of one value in the settings file.
public struct SettingsChange: Sendable, Hashable {
    /// What is written.
    public enum Value: Sendable, Hashable {
        case written(YAMLEditor.Value)
        /// The whole value, without keys that the file has in addition.
        case replaced(YAMLEditor.Value)
        /// The time follows the workouts.
        case autoTime(AutoTime)
        /// The key is removed, so that its default applies.
        case removed
    }

    public let key: SettingKey
    /// The keys below the setting; empty for the setting itself.
    public let subkeys: [String]
    public let value: Value
    /// Whether it is known that the change contains no secret; otherwise any value of a channel may be a secret.
    public private(set) var isPublic = false

    public init(_ key: SettingKey, _ subkeys: [String] = [], _ value: Value) {
        (self.key, self.subkeys, self.value) = (key, subkeys, value)
    }

    /// A change to a scalar; `quoted` as in `YAMLEditor.Value.scalar`.
    public static func scalar(_ key: SettingKey, _ text: String, below subkeys: [String] = [], quoted: Bool = false)
        -> Self
    {
        Self(key, subkeys, .written(.scalar(text, quoted: quoted)))
    }

    public static func enabled(_ isOn: Bool) -> Self { scalar(.enabled, isOn ? "on" : "off") }

    /// Sets when reminders are sent.
    public static func time(_ time: TimeOfDay) -> Self { scalar(.time, time.description, quoted: true) }

    /// Sets how the time of reminders follows the workouts.
    public static func autoTime(_ auto: AutoTime) -> Self { Self(.time, [], .autoTime(auto)) }

    public static func days(_ days: WeekdaySet) -> Self {
        days == .all ? scalar(.days, "all") : Self(.days, [], .written(.list(days.weekdays.map(\.abbreviation))))
    }

    public static func channels(_ names: [String]) -> Self { Self(.channels, [], .written(.list(names))) }

    public static func channel(_ channel: ChannelConfiguration, isPublic: Bool) -> Self {
        var change = Self(.configure, [channel.name], .written(channel.value))
        change.isPublic = isPublic
        return change
    }

    /// Changes the plugin and the values of a channel into others; antrain's own keys, such as `else`, stay.
    public static func replacing(_ former: ChannelConfiguration, with channel: ChannelConfiguration) -> [Self] {
        let (old, new) = (former.sections, channel.sections)
        let written = new.filter { one in !old.contains { $0.key == one.key && $0.value == one.value } }
        let removed = old.filter { one in !new.contains { $0.key == one.key } }
        return written.map { Self(.configure, [channel.name, $0.key], .written($0.value)) }
            + removed.map { Self(.configure, [channel.name, $0.key], .removed) }
    }

    /// Removes the plugin and the values of the channel with this name.
    public static func noChannel(_ name: String) -> Self { Self(.configure, [name], .removed) }

    /// The changed keys as typed: `quiet-hours.do`.
    public var name: String { ([key.rawValue] + subkeys).joined(separator: ".") }

    /// The text of a scalar; nil for other values.
    public var text: String? {
        switch value {
        case .written(.scalar(let text, _)), .replaced(.scalar(let text, _)): text
        default: nil
        }
    }
}

extension SettingKey {
    /// The mapping to which a single value of the setting is equivalent; nil if there is none.
    fileprivate func mapping(of text: String) -> [YAMLEditor.Entry]? {
        guard !["off", "no", "false"].contains(text) else { return nil }
        switch self {
        case .logging: return [YAMLEditor.Entry("to", text, quoted: true)]
        case .evidence:
            return ["on", "yes", "true"].contains(text) ? [] : [YAMLEditor.Entry("folder", text, quoted: true)]
        case .calendarFile: return [YAMLEditor.Entry("path", text, quoted: true)]
        case .followUp: return [YAMLEditor.Entry("after", text, quoted: false)]
        case .quietHours:
            let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard ends.count == 2 else { return nil }
            return [YAMLEditor.Entry("from", ends[0], quoted: true), YAMLEditor.Entry("to", ends[1], quoted: true)]
        default: return nil
        }
    }
}

/// Writes changes to the settings file, keeping everything else.
public enum SettingsEditor {
    /// The first line of a settings file created by antrain.
    static let header = "# antrain settings; see antrain settings --help\n"

    /// The file's text after some changes; everything else is kept byte for byte.
    ///
    /// - Parameters:
    ///   - changes: the changes, in order.
    ///   - source: the current file; empty if there is none.
    /// - Throws: `YAMLEditor.Failure` if the file must be fixed by hand first; then nothing is changed.
    public static func apply(_ changes: [SettingsChange], to source: SourceText) throws(YAMLEditor.Failure)
        -> SourceText
    {
        let start = source.bytes.isEmpty ? SourceText(path: source.path, text: header) : source
        var editor = YAMLEditor(start)
        for change in changes {
            let path = [change.key.rawValue] + change.subkeys
            switch change.value {
            case .removed: try editor.remove(path)
            case .autoTime(let auto):
                // A mapping keeps the keys that an edit does not name, such as the start in another range.
                try editor.set(path, to: .scalar(auto.first.description, quoted: true))
                try editor.set(
                    path,
                    to: .mapping(
                        [YAMLEditor.Entry("auto", auto.description, quoted: true)]
                            + (auto.start.map { [YAMLEditor.Entry("start", $0.description, quoted: true)] } ?? [])
                    )
                )
            case .written(let value): try set(change, value, &editor)
            case .replaced(let value): try editor.replace(path, with: value)
            }
        }
        return editor.source
    }

    /// Sets a value; if it can be written as a single value or as a mapping, further keys of the mapping are kept.
    private static func set(_ change: SettingsChange, _ value: YAMLEditor.Value, _ editor: inout YAMLEditor)
        throws(YAMLEditor.Failure)
    {
        let path = [change.key.rawValue]
        if case .scalar(let text, let quoted) = value {
            if change.subkeys.isEmpty, editor.isMapping(path), let entries = change.key.mapping(of: text) {
                return try editor.set(path, to: .mapping(entries))
            }
            if change.subkeys.count == 1, let entries = editor.scalar(path).flatMap(change.key.mapping) {
                try editor.set(path, to: .mapping(entries))
                return try editor.set(path + change.subkeys, to: .scalar(text, quoted: quoted))
            }
        }
        let place = path + change.subkeys
        // A reference replaces another one, even if its key differs.
        if change.key == .configure, case .mapping = value, editor.isMapping(place) {
            try editor.set(place, to: .scalar("", quoted: true))
        }
        try editor.set(place, to: value)
    }
}

extension ChannelConfiguration {
    /// The section under `configure`.
    fileprivate var value: YAMLEditor.Value { .mapping(sections.map { YAMLEditor.Entry($0.key, $0.value) }) }

    /// The keys of the section with their values: the plugin, unless it is the channel's name, and the plugin's own.
    fileprivate var sections: [(key: String, value: YAMLEditor.Value)] {
        var keys: [String] = []
        for value in values where !keys.contains(value.key) { keys.append(value.key) }
        let own = keys.map { key -> (key: String, value: YAMLEditor.Value) in
            let origins = values.filter { $0.key == key }.map(\.origin.value)
            return (key, origins.count == 1 ? origins[0] : .sequence(origins))
        }
        return plugin == name ? own : [(key: "plugin", value: .scalar(plugin, quoted: false))] + own
    }
}

extension ValueOrigin {
    /// How the settings file states it.
    public var value: YAMLEditor.Value {
        switch self {
        case .literal(let text): .scalar(text, quoted: false)
        case .file(let path): .mapping([YAMLEditor.Entry("file", path, quoted: false)])
        case .variable(let name): .mapping([YAMLEditor.Entry("env", name, quoted: false)])
        case .forgotten: .mapping([YAMLEditor.Entry("forgotten", "yes", quoted: false)])
        }
    }
}
