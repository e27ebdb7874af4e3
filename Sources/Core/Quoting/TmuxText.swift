/// Text in a format of tmux(1), where `#` begins a variable, a style or the output of a command.
public enum TmuxText {
    /// A text without formats.
    public static func escaped(_ text: String) -> String { text.replacingScalars { $0 == "#" ? "##" : nil } }
}
