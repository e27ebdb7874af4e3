import Quoting

/// Commands that had other names before version 0.1.0.
enum MovedCommands {
    /// The former names and the current ones, which follow `antrain`.
    private static let all = [
        "status": "", "tomorrow": "today tomorrow", "max": "program max", "load": "program load",
        "records": "stats records", "plan": "channel list", "check": "doctor --files", "ledger copy": "repair copy",
        "ledger new": "repair new", "ledger repair": "repair", "ledger": "repair",
        "suggest-time": "settings --time suggest", "gym": "settings gym", "preset": "reminder preset",
    ]

    /// The error message for a command line that begins with a former name; nil for others.
    static func problem(_ arguments: some Sequence<String>) -> String? {
        let words = Array(arguments)
        for count in [2, 1] where words.count >= count {
            let former = words.prefix(count).joined(separator: " ")
            guard let name = all[former] else { continue }
            let rest = words.dropFirst(count).map(ShellText.word)
            let line = (["antrain", name].filter { !$0.isEmpty } + rest).joined(separator: " ")
            return "'antrain \(former)' is now: \(line)"
        }
        return nil
    }
}
