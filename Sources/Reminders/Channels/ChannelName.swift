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
