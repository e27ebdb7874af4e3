import CivilTime
import Delivery
import Files
package import Platform
package import Reminders
import YAMLSource

/// Values of settings as people type them.
extension Workspace {
    /// The values that remove a key, which restores its default.
    package static let removingWords = ["default", "unset"]

    /// The change of a setting to a value as typed; the settings reader checks the rest.
    ///
    /// - Parameters:
    ///   - name: the key, with the keys below it: `horizon`, `quiet-hours.do`.
    ///   - option: the option that the value was given to, for messages; nil for the key itself.
    package func settingsChange(_ name: String, to words: [String], option: String? = nil) throws(CommandError)
        -> SettingsChange
    {
        let (key, subkeys) = try Self.settingKey(name)
        let text = words.joined(separator: " ")
        guard !text.isEmpty else { throw .badOption(name: option ?? name, value: text, reason: "expected a value") }
        let isGym = key == .gym && subkeys.isEmpty && text == Gyms.defaultName
        if Self.removingWords.contains(text), !isGym { return SettingsChange(key, subkeys, .removed) }
        guard subkeys.isEmpty else {
            let isOwn = subkeys.count != 2 || subkeys[1] == "plugin" || ChannelRules.keys.contains(subkeys[1])
            if key != .configure || isOwn { return Self.nested(key, subkeys, words) }
            return try valueChange(subkeys, words, option ?? name)
        }
        return try change(key, text, option ?? name)
    }

    /// The keys of equipment whose values are lists.
    private static let lists = ["plates", "dumbbells", "kettlebells", "loads"]

    /// The change of a key below a setting: the key decides whether several words are a list.
    private static func nested(_ key: SettingKey, _ subkeys: [String], _ words: [String]) -> SettingsChange {
        let text = words.joined(separator: " ")
        if [.equipment, .gyms].contains(key), lists.contains(subkeys.last ?? ""), !text.contains("{") {
            // Brackets, as in the file, are not needed.
            let elements = text.split { ", []".contains($0) }.map(String.init)
            if !elements.isEmpty { return SettingsChange(key, subkeys, .written(.list(elements))) }
        }
        let isList = key == .configure && words.count > 1
        return isList ? SettingsChange(key, subkeys, .written(.list(words))) : .scalar(key, text, below: subkeys)
    }

    /// The setting with a name, and the keys below it.
    package static func settingKey(_ name: String) throws(CommandError) -> (key: SettingKey, subkeys: [String]) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let key = SettingKey(rawValue: first), !parts.contains("") else {
            let help = Suggestion.help(for: String(parts.first ?? ""), among: SettingKey.allCases.map(\.rawValue))
            throw .badOption(
                name: "setting",
                value: name,
                reason: help ?? "there is no such setting; list the settings: antrain settings"
            )
        }
        return (key, Array(parts.dropFirst()))
    }

    private func change(_ key: SettingKey, _ text: String, _ name: String) throws(CommandError) -> SettingsChange {
        let isOff = text.lowercased() == "off"
        switch key {
        case .enabled, .restDays, .oneADay, .records, .details:
            return .scalar(key, try OptionValue.isOn(text, name) ? "on" : "off")
        case .time: return try timeChange(text, name)
        case .days: return .days(try OptionValue.days(text, name) ?? .all)
        case .grace, .snooze, .followUp, .unfinished:
            if isOff { return .scalar(key, "off") }
            let span = try OptionValue.parsed(text, name) { text throws(CivilTimeError) in try TimeSpan(typed: text) }
            return .scalar(key, span?.description ?? text)
        case .quietHours:
            if isOff { return .scalar(key, "off") }
            guard let (from, to) = OptionValue.hours(text) else {
                throw .badOption(
                    name: name,
                    value: text,
                    reason: "expected two different times, such as 22:00-07:00 or 10pm-7am, or off"
                )
            }
            return .scalar(key, "\(from)-\(to)", quoted: true)
        case .summary:
            guard let schedule = try OptionValue.summary(text, name) else { return .scalar(key, "off") }
            return SettingsChange(
                key,
                [],
                .written(
                    .mapping([
                        YAMLEditor.Entry("on", schedule.weekday.abbreviation, quoted: false),
                        YAMLEditor.Entry("at", schedule.time.description, quoted: true),
                    ])
                )
            )
        case .milestones:
            let counts = try OptionValue.milestones(text, name)
            return counts.isEmpty
                ? .scalar(key, "off") : SettingsChange(key, [], .written(.list(counts.map { "\($0)" })))
        case .streakWarning:
            let time = try OptionValue.timeOrOff(text, name)
            return .scalar(key, time?.description ?? "off", quoted: time != nil)
        case .horizon:
            let number = text.prefix { $0.isNumber }
            let unit = text.dropFirst(number.count).lowercased().filter { $0 != " " }
            return .scalar(key, ["d", "day", "days"].contains(unit) ? String(number) : text)
        case .keep, .language: return .scalar(key, text.lowercased())
        case .timezone:
            _ = try zone(text == "system" ? .system : .named(text))
            return .scalar(key, text)
        case .channels:
            let names = try OptionValue.channels(text, self, name)
            for channel in names where try needsValues(channel) {
                throw .badOption(
                    name: name,
                    value: text,
                    reason: "'\(channel)' needs further values; add it: antrain channel add \(channel)"
                )
            }
            return .channels(names)
        case .gym: return .scalar(key, text)
        case .calendarFile, .daysOff: return .scalar(key, isOff ? "off" : try path(text, name), quoted: !isOff)
        case .evidence:
            let isWord = isOff || text == "on"
            return .scalar(key, isWord ? text : try folder(text, name), quoted: !isWord)
        case .logging:
            let isWord = isOff || text == "journal"
            return .scalar(key, isWord ? text : try path(text, name), quoted: !isWord)
        case .heartbeat: return isOff ? .scalar(key, "off") : try heartbeat(text, name)
        case .texts, .configure, .equipment, .gyms:
            throw .misused("'\(key.rawValue)' contains further keys; edit them: antrain settings edit")
        }
    }

    /// The settings in the file, the defaults without one; nil if it has errors.
    private var settingsInFile: Settings? {
        guard case .success(let bytes) = context.files.read(paths.settings) else { return .defaults }
        return SettingsReader.read(SourceText(path: "", bytes: bytes)).settings
    }

    /// Whether a channel is not in the settings file and delivers nothing without values, according to its plugin.
    private func needsValues(_ name: String) throws(CommandError) -> Bool {
        guard let settings = settingsInFile, !settings.channels.contains(name),
            !settings.configurations.contains(where: { $0.name == name })
        else { return false }
        return try check(ChannelConfiguration(named: name), settings)?.findings.hasErrors ?? false
    }

    /// The change of a channel's value.
    ///
    /// The plugin's declared keys decide whether it is valid; the plugin itself is not asked.
    ///
    /// - Parameter subkeys: the channel's name and the value's key.
    private func valueChange(_ subkeys: [String], _ words: [String], _ name: String) throws(CommandError)
        -> SettingsChange
    {
        let text = words.joined(separator: " ")
        // Any value may be a secret.
        func refusal(_ reason: String) -> CommandError { .badOption(name: name, value: "…", reason: reason) }
        let origins = try (text.hasPrefix("{") ? [text] : words).map { (text) throws(CommandError) in
            do throws(ValueOrigin.InvalidReference) { return try ValueOrigin.typed(text) } catch {
                throw refusal(error.reason)
            }
        }
        if let settings = settingsInFile {
            let plugin = settings.configurations.first { $0.name == subkeys[0] }?.plugin ?? subkeys[0]
            let values = origins.map { (key: subkeys[1], origin: $0) }
            let configuration = ChannelConfiguration(named: subkeys[0], plugin: plugin, values: values)
            if let problem = try check(configuration, settings)?.valueFindings.firstInWords { throw refusal(problem) }
        }
        let written = origins.count == 1 ? origins[0].value : .list(words)
        return SettingsChange(.configure, subkeys, .written(written))
    }

    /// The check of a channel's values; nil if its plugin is unknown.
    private func check(_ configuration: ChannelConfiguration, _ settings: Settings) throws(CommandError)
        -> ChannelCheck?
    {
        let zone = try zone(settings.timezone)
        let delivery = try DeliveryService(workspace: self, settings: settings, zone: zone, now: try now())
        let plain = ChannelConfiguration(named: configuration.name, plugin: configuration.plugin)
        let channel = delivery.channel(plain)
        guard plain.isPath || channel.damage != nil || delivery.plugin(plain) != nil else {
            let names = pluginPath.plugins.map(\.name) + settings.configurations.map(\.name)
            throw .noPlugin(plain.plugin, near: Suggestion.nearest(to: plain.plugin, among: names))
        }
        return try PluginMetadataCache(delivery).description(of: channel).map {
            ChannelCheck(configuration, $0)
        }
    }

    /// A time, or `auto` with the range of a time that follows the workouts.
    private func timeChange(_ text: String, _ name: String) throws(CommandError) -> SettingsChange {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.first?.lowercased() == "auto" else {
            return .time(try OptionValue.time(text, name) ?? Settings.defaults.time)
        }
        guard words.count == 2 else {
            throw .badOption(
                name: name,
                value: text,
                reason:
                    "give the range of the time, too, such as \(name == "--time" ? "--between" : "auto") 06:00-09:00"
            )
        }
        guard let (from, to) = OptionValue.hours(String(words[1])), let auto = AutoTime(from: from, to: to) else {
            throw .badOption(
                name: name == "--time" ? "--between" : name,
                value: String(words[1]),
                reason: "expected a range of at least 10 minutes within one day, such as 06:00-09:00 or 6am-9am"
            )
        }
        return .autoTime(auto)
    }

    private func heartbeat(_ text: String, _ name: String) throws(CommandError) -> SettingsChange {
        if !text.contains("://"), let host = AddressRedaction.hostWithoutScheme(text) {
            throw .badOption(
                name: name,
                value: host == "…" ? host : "\(host)/…",
                reason: "write https:// before a URL; the path of a file starts with /, ~/ or ./"
            )
        }
        let isURL = text.contains("://")
        if isURL, WebOrigin(text)?.isPrivate != true {
            // The rest of the address is a secret.
            throw .badOption(
                name: name,
                value: WebOrigin(text)?.shown ?? "…",
                reason: "expected a URL that starts with https://, or with http:// for this machine"
            )
        }
        let entry = YAMLEditor.Entry(isURL ? "url" : "file", isURL ? text : try path(text, name), quoted: true)
        return SettingsChange(.heartbeat, [], .written(.mapping([entry])))
    }

    /// The path of a file as it is written into the settings.
    private func folder(_ text: String, _ name: String) throws(CommandError) -> String {
        guard ["/", "~/", "./", "../"].contains(where: text.hasPrefix) else {
            throw .badOption(
                name: name,
                value: text,
                reason: "expected on, off, or the path of a folder, which starts with /, ~/ or ./"
            )
        }
        let path = Paths.absolute(text, context)
        guard !context.files.exists(path) || context.files.isFolder(path) else {
            throw .badOption(name: name, value: text, reason: "expected the path of a folder, not of a file")
        }
        return paths.shown(path)
    }

    private func path(_ text: String, _ name: String) throws(CommandError) -> String {
        guard ["/", "~/", "./", "../"].contains(where: text.hasPrefix) else {
            let words = name == SettingKey.logging.rawValue ? " journal or off" : " or off"
            throw .badOption(
                name: name,
                value: text,
                reason: "expected the path of a file, which starts with /, ~/ or ./,\(words)"
            )
        }
        let path = Paths.absolute(text, context)
        guard !text.hasSuffix("/"), !context.files.isFolder(path) else {
            throw .badOption(name: name, value: text, reason: "expected the path of a file, not of a folder, or off")
        }
        return paths.shown(path)
    }
}
