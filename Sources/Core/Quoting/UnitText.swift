/// Words in unit files of systemd (systemd.syntax(7), "Quoting").
public enum UnitText {
    /// A word, in which `%` begins a specifier.
    ///
    /// - Returns: nil if systemd would ignore the line: it accepts neither control characters, except tabs, nor noncharacters.
    public static func word(_ text: String) -> String? { quoted(text, isArgument: false) }

    /// An argument of a command line, in which `$` begins a variable, too.
    ///
    /// - Returns: nil as for `word`.
    public static func argument(_ text: String) -> String? { quoted(text, isArgument: true) }

    private static func quoted(_ text: String, isArgument: Bool) -> String? {
        let isAccepted = text.unicodeScalars.allSatisfy { scalar in
            let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
            return !isControl && !scalar.properties.isNoncharacterCodePoint
        }
        guard isAccepted else { return nil }
        let escaped = text.replacingScalars { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "%": "%%"
            case "$" where isArgument: "$$"
            default: nil
            }
        }
        let isPlain = !text.isEmpty && !text.utf8.contains { " \t\"';".utf8.contains($0) }
        return isPlain ? escaped : "\"" + escaped + "\""
    }
}
