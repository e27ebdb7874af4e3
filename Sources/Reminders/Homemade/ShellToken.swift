/// What a script is made of.
enum ShellToken: Hashable {
    /// A word.
    case word(ShellWord)
    /// What stands between commands: `|`, `&&`, `||`, `;`, `&` or a new line.
    case control(String)
    /// Where a command reads or writes.
    case redirection(ShellRedirection)
}

/// Where a command reads or writes.
struct ShellRedirection: Hashable {
    /// What stands behind the operator.
    enum Kind: Hashable {
        /// The file that is read.
        case input
        /// The file that is written anew.
        case output
        /// The file that is written on.
        case appended
        /// Another descriptor, as in `2>&1`.
        case duplicate
        /// The text itself, as of a here-document.
        case text
    }

    let descriptor: Int
    let kind: Kind
    var target: ShellWord
}
