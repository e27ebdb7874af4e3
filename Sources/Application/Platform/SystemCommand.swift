/// An invocation of a system program such as crontab(1).
package struct SystemCommand {
    package let program: String
    package var arguments: [String] = []
    package var input: [UInt8] = []
    /// Environment variables that are added to the user's.
    package var variables: [String: String] = [:]
    /// The number of seconds after which it is stopped.
    var limit = 20.0

    package init(
        program: String,
        arguments: [String] = [],
        input: [UInt8] = [],
        variables: [String: String] = [:],
        limit: Double = 20.0
    ) {
        self.program = program
        self.arguments = arguments
        self.input = input
        self.variables = variables
        self.limit = limit
    }
    /// The maximum number of bytes that it may write before it is stopped.
    static let mostOutput = 16 << 20
}

/// A system program's output and exit status.
package struct SystemAnswer {
    package let status: Int32
    package let output: [UInt8]
    package let errors: String

    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Why it failed: its standard error on one line, or else its exit code.
    package var reason: String {
        let words = errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "it failed with exit code \(status)" : words
    }
}
