/// Text in HTML and XML.
public enum MarkupText {
    /// A text for the content of an element, or for an attribute in double or single quotes.
    ///
    /// U+FFFE and U+FFFF, which XML does not allow, are replaced (XML 1.0, section 2.2); other characters that it does not allow
    /// are unprintable, and the caller removes them.
    public static func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "'": "&#39;"
            case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: markup(scalar)
            }
        }
    }

    /// A text for the content of an element, which has no quotation marks to escape.
    public static func content(_ text: String) -> String { text.replacingScalars(markup) }

    private static func markup(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        default: nil
        }
    }
}

/// Text in a format of tmux(1), where `#` begins a variable, a style or the output of a command.
public enum TmuxText {
    /// A text without formats.
    public static func escaped(_ text: String) -> String { text.replacingScalars { $0 == "#" ? "##" : nil } }
}
