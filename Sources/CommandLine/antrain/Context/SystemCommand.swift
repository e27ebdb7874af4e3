/// An invocation of a system program such as crontab(1).
struct SystemCommand {
    let program: String
    var arguments: [String] = []
    /// The program's standard input.
    var input: [UInt8] = []
    /// Environment variables that are added to the user's.
    var variables: [String: String] = [:]
    /// The number of seconds after which it is stopped.
    var limit = 20.0
    /// The maximum number of bytes that it may write before it is stopped.
    static let mostOutput = 16 << 20
}

/// A system program's output and exit status.
struct SystemAnswer {
    let status: Int32
    let output: [UInt8]
    let errors: String

    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Why it failed: its standard error on one line, or else its exit code.
    var reason: String {
        let words = errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "it failed with exit code \(status)" : words
    }
}
