import CivilTime
import Reminders
import YAMLSource

/// The settings in force, and where each comes from.
struct SettingsResult: CommandResult {
    static let kind = "settings"

    /// A setting.
    struct Entry: Encodable {
        let key: String
        let value: String
        let origin: String
    }

    let file: String
    let settings: [Entry]
    private let shown: [Entry]

    private enum CodingKeys: String, CodingKey {
        case file, settings
    }

    init(_ planning: Planning) {
        file = planning.workspace.paths.shown(planning.workspace.paths.settings)
        settings = SettingsResult.entries(planning, in: .plain)
        shown = SettingsResult.entries(planning, in: planning.words)
    }

    private static func entries(_ planning: Planning, in words: Catalogue) -> [Entry] {
        let values = planning.settings
        let zone: String =
            if case .named(let name) = values.timezone { name } else { "system (\(planning.zone.identifier))" }
        let all: [(SettingKey, String)] = [
            (.enabled, values.isEnabled ? "on" : "off"), (.time, words.format.time(values.time)),
            (.days, words.list(values.days)),
            (.restDays, values.restDays ? "on" : "off"),
            (.horizon, words.text(values.horizon, one: .oneDay, other: .countOfDays)),
            (.grace, values.grace.description),
            (.snooze, values.snooze.description), (.followUp, values.followUp?.inWords(words) ?? "off"),
            (.unfinished, values.unfinished?.description ?? "off"),
            (.quietHours, values.quietHours?.inWords(words) ?? "off"),
            (.details, values.showsDetails ? "on" : "off"),
            (.language, values.language?.rawValue ?? "auto (\(planning.words.language.rawValue))"), (.timezone, zone),
            (.channels, values.channels.joined(separator: ",")),
        ]
        return all.map { key, value in
            Entry(key: key.rawValue, value: value, origin: origin(key, planning.loaded, words))
        }
    }

    private static func origin(_ key: SettingKey, _ loaded: LoadedSettings, _ words: Catalogue) -> String {
        if loaded.isFallback { return words.text(.lastGood) }
        guard let span = loaded.spans[key], let source = loaded.source else { return words.text(.byDefault) }
        return words.text(.onLine, ["line": "\(source.location(of: span.start).line)"])
    }

    func text(_ style: Style, columns: Int) -> String {
        let rows = shown.map { [$0.key, style.bold($0.value), style.dim($0.origin)] }
        return ([style.dim(file)] + TextTable.lines(rows, columns: columns)).joined(separator: "\n") + "\n"
    }
}

extension FollowUpPolicy {
    /// The policy in words: `30m`, or `30m, then every 15m, at most 3`.
    fileprivate func inWords(_ words: Catalogue) -> String {
        guard atMost > 1 else { return "\(after)" }
        return words.text(.repeatedFollowUp, ["after": "\(after)", "every": "\(every)", "count": "\(atMost)"])
    }
}

extension QuietHours {
    /// The hours in words: `22:00-07:00, silence`.
    fileprivate func inWords(_ words: Catalogue) -> String {
        var parts = ["\(words.format.time(from))-\(words.format.time(to))"]
        if policy == .silence { parts.append(words.text(.silence)) }
        if !sparesUrgent { parts.append(words.text(.urgentToo)) }
        return parts.joined(separator: ", ")
    }
}
