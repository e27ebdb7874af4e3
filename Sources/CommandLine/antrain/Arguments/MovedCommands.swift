import Quoting
import Reminders

/// Commands and options that had other names before version 0.1.0.
enum MovedCommands {
    /// The former names and the current ones, which follow `antrain`.
    private static let all = [
        "status": "", "tomorrow": "today tomorrow", "max": "program max", "load": "program load",
        "records": "stats records", "plan": "channel list", "check": "doctor --files", "ledger copy": "repair copy",
        "ledger new": "repair new", "ledger repair": "repair", "ledger": "repair",
        "suggest-time": "settings --time suggest", "gym": "settings gym", "preset": "reminder preset",
    ]

    /// The error message for a command line that begins with a former name; nil for others.
    ///
    /// - Parameter options: the options before it.
    static func problem(_ arguments: some Sequence<String>, after options: some Sequence<String>) -> String? {
        let words = Array(arguments)
        for count in [2, 1] where words.count >= count {
            let former = words.prefix(count).joined(separator: " ")
            guard let name = all[former] else { continue }
            let rest = words.dropFirst(count).map(ShellText.word)
            let line = (["antrain"] + options.map(ShellText.word) + [name].filter { !$0.isEmpty } + rest)
                .joined(separator: " ")
            return "'antrain \(former)' is now: \(line)"
        }
        return nil
    }

    /// The error message for a former option; nil for others.
    ///
    /// - Parameters:
    ///   - option: the option: `--horizon`.
    ///   - value: its value; nil if it has none.
    ///   - path: the command.
    static func problem(option: String, value: String?, of path: [String]) -> String? {
        let isSettings = path == ["settings"]
        // The URL of a heartbeat is a secret.
        let value = option == "--heartbeat" ? nil : value
        let former = [option, value].compactMap(\.self).map(ShellText.word).joined(separator: " ")
        guard isSettings || path == ["simulate"] else { return nil }
        let key = option == "--log-level" ? "logging.level" : String(option.dropFirst(2))
        let name: String
        switch option {
        case "--enable" where isSettings: name = "--on"
        case "--disable" where isSettings: name = "--off"
        default:
            guard key == "logging.level" || SettingKey(rawValue: key) != nil else { return nil }
            let value = value ?? "VALUE"
            name = isSettings ? "\(key) \(ShellText.word(value))" : "--set \(ShellText.word("\(key)=\(value)"))"
        }
        return "'\(former)' is now: antrain \(path.joined(separator: " ")) \(name)"
    }
}
