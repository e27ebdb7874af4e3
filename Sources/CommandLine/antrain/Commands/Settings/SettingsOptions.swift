import ArgumentParser
import Completion
import Platform
import Reminders
import Session

/// A setting and its new value as typed.
struct TypedSetting {
    /// The key, with the keys below it.
    let name: String
    let words: [String]
    /// The option that the value was given to; nil for the key itself.
    var option: String?

    init(_ name: String, _ words: [String], option: String? = nil) {
        (self.name, self.words, self.option) = (name, words, option)
    }

    /// An error about this setting with the value as typed, unless it may be a secret.
    func worded(_ error: CommandError) -> CommandError {
        guard case .badOption(let named, let value, let reason) = error, named == name, value != "…" else {
            return error
        }
        return .badOption(name: option ?? name, value: words.joined(separator: " "), reason: reason)
    }

    /// The change of the settings file.
    func change(_ workspace: Workspace) throws(CommandError) -> SettingsChange {
        try workspace.settingsChange(name, to: words, option: option)
    }
}

/// The settings that are also options of `antrain settings` and `antrain simulate`; each command has its own option for training days.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Time of reminders, such as 07:30 or 9pm; auto follows your workouts, within --between.",
            valueName: "time"
        ),
        completion: .values(.timeOfDay)
    )
    var time: String?
    @Option(
        help: ArgumentHelp("Range of the time with --time auto, such as 06:00-09:00.", valueName: "times"),
        completion: .list(["06:00-09:00", "11:00-13:00", "17:00-20:00"])
    )
    var between: String?
    @Option(help: ArgumentHelp("Channels, separated by commas.", valueName: "names"), completion: .values(.channels))
    var channels: String?
    @Option(
        help: ArgumentHelp("Quiet hours: 22:00-07:00, 10pm-7am, or off.", valueName: "hours"),
        completion: .list(["off"])
    )
    var quietHours: String?

    /// The given settings.
    ///
    /// - Parameter days: the training days as typed.
    func typed(days: String?) throws(CommandError) -> [TypedSetting] {
        if let between, time?.lowercased() != "auto" {
            throw .badOption(name: "--between", value: between, reason: "it needs --time auto; give both")
        }
        let given: [(SettingKey, String?)] = [
            (.time, time.map { $0 + (between.map { " \($0)" } ?? "") }), (.days, days), (.quietHours, quietHours),
            (.channels, channels),
        ]
        return given.compactMap { key, value in
            value.map { TypedSetting(key.rawValue, [$0], option: "--" + key.rawValue) }
        }
    }
}
