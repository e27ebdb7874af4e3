/// A token of a script.
enum ShellToken: Hashable {
    case word(ShellWord)
    /// An operator between commands: `|`, `&&`, `||`, `;`, `&` or a line break.
    case control(String)
    case redirection(ShellRedirection)
}

/// The kind of a redirection.
struct ShellRedirection: Hashable {
    /// The word after the operator.
    enum Kind: Hashable {
        case input
        /// Output that overwrites a file.
        case output
        /// Output that is appended to a file.
        case appended
        /// Another descriptor, as in `2>&1`.
        case duplicate
        /// The text itself, as in a here-document.
        case text
    }

    let descriptor: Int
    let kind: Kind
    var target: ShellWord
}
