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

    init(_ planning: Planning) {
        let values = planning.settings
        file = planning.workspace.paths.shown(planning.workspace.paths.settings)
        let zone: String =
            if case .named(let name) = values.timezone { name } else { "system (\(planning.zone.identifier))" }
        let all: [(SettingKey, String)] = [
            (.enabled, values.isEnabled ? "on" : "off"), (.time, values.time.description),
            (.days, values.days.description),
            (.restDays, values.restDays ? "on" : "off"), (.horizon, plural(values.horizon, "day")),
            (.grace, values.grace.description),
            (.snooze, values.snooze.description), (.followUp, values.followUp?.inWords ?? "off"),
            (.unfinished, values.unfinished?.description ?? "off"),
            (.quietHours, values.quietHours?.inWords ?? "off"),
            (.language, values.language?.rawValue ?? "auto (\(planning.words.language.rawValue))"), (.timezone, zone),
            (.channels, values.channels.joined(separator: ",")),
        ]
        settings = all.map { key, value in
            Entry(key: key.rawValue, value: value, origin: SettingsResult.origin(key, planning.loaded))
        }
    }

    private static func origin(_ key: SettingKey, _ loaded: LoadedSettings) -> String {
        if loaded.isFallback { return "the last good settings" }
        guard let span = loaded.spans[key], let source = loaded.source else { return "default" }
        return "line \(source.location(of: span.start).line)"
    }

    func text(_ style: Style, columns: Int) -> String {
        let rows = settings.map { [$0.key, style.bold($0.value), style.dim($0.origin)] }
        return ([style.dim(file)] + TextTable.lines(rows, columns: columns)).joined(separator: "\n") + "\n"
    }
}

extension FollowUpPolicy {
    /// The policy in words: `30m`, or `30m, then every 15m, at most 3`.
    fileprivate var inWords: String {
        atMost == 1 ? "\(after)" : "\(after), then every \(every), at most \(atMost)"
    }
}

extension QuietHours {
    /// The hours in words: `22:00-07:00, silence`.
    fileprivate var inWords: String {
        "\(from)-\(to)" + (policy == .hold ? "" : ", silence") + (sparesUrgent ? "" : ", the urgent too")
    }
}
