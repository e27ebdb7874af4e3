/// The message for a command line that cannot be parsed, in the style of all other errors.
struct UsageMessage {
    /// What is wrong.
    let problem: String
    /// The command that shows the relevant help.
    let help: String

    /// The message as text.
    var text: String { problem + "\n" + help }

    /// - Parameters:
    ///   - message: one or more sentences, such as those of the argument parser.
    ///   - path: the command.
    init(_ message: String, command path: [String]) {
        let sentences = message.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        let words = sentences.hasSuffix(".") ? String(sentences.dropLast()) : sentences
        problem = words.prefix(1).lowercased() + words.dropFirst()
        help = "see '\((["antrain"] + path + ["--help"]).joined(separator: " "))'"
    }
}
