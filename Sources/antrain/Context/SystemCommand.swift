/// A program of the system with what it is given.
struct SystemCommand {
    let program: String
    var arguments: [String] = []
    /// What it reads.
    var input: [UInt8] = []
    /// The variables that it is given beside the user's own.
    var variables: [String: String] = [:]
}

/// What a program of the system said, and how it ended.
struct SystemAnswer {
    let status: Int32
    let output: [UInt8]
    let errors: String

    /// What it said as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Why it failed, in its own words on one line.
    var reason: String {
        let words = errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "it failed with exit code \(status)" : words
    }
}
