/// The form of channel names.
public enum ChannelName {
    /// The maximum length of a channel's or key's name, and of a plugin's name, which is also a channel's default name.
    public static let longest = 32

    public static let form = "up to \(longest) lowercase letters, digits and hyphens"

    public static func isWellFormed(_ name: String) -> Bool {
        (1...longest).contains(name.utf8.count)
            && name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
    }

    /// The words that mean something else where a channel's name may stand: in the settings, or as an option's value.
    private static let reserved =
        [HeartbeatSettings.channelName, "plugin"] + ChannelRules.keys
        + ["off", "on", "yes", "no", "true", "false", "default", "unset", "none", "null", "all"]

    /// Why a new channel cannot have a name; nil if it can.
    public static func problem(_ name: String) -> String? {
        if reserved.contains(name) { return "the word has a meaning of its own in the settings; choose another name" }
        return isWellFormed(name) && !name.hasPrefix("-") ? nil : "expected \(form), not starting with a hyphen"
    }
}
