package import Platform
import PrintableText
import YAMLSource

/// The error of a command as JSON.
package struct ErrorResult: CommandResult {
    package static let kind = "error"

    /// The maximum length of a value that the user typed.
    private static let longestValue = 400

    let code: ErrorCode
    let exitCode: Int32
    let message: String
    var help: ResultMessage?
    var option: String?
    var value: String?
    var suggestion: String?
    var commands: [String]?
    var path: String?
    var findings: [Finding]?

    private enum CodingKeys: String, CodingKey {
        case code, exitCode = "exit_code", message, help, option, value, suggestion, commands, path, findings
    }

    init(_ error: CommandError) {
        code = error.code
        exitCode = error.status.rawValue
        message = error.statement
        if case .badOption(let name, let typed, _) = error {
            option = name
            value = typed.printable(upTo: Self.longestValue)
        }
        suggestion = error.suggestion
        commands = error.commands
        // The text form of a path may begin with `~`.
        path = error.path.flatMap { $0.hasPrefix("/") ? $0 : nil }
        findings = error.badFile.map { Finding.all($0.diagnostics, in: $0.source) }
    }

    /// The error of a command line that cannot be parsed.
    package init(usage problem: String, help: String) {
        code = .usage
        exitCode = ExitStatus.usage.rawValue
        message = problem
        self.help = ResultMessage(message: help)
    }

    package func text(_ style: Style, columns: Int) -> String { message + "\n" }
}

extension Context {
    /// Reports an error on standard error: as one line of JSON, or as text unless it was already reported.
    package func report(_ error: CommandError) {
        if wantsJSON {
            output.talkJSON(JSONDocument.line(result: ErrorResult(error)))
        } else if !error.message.isEmpty {
            output.talk(output.talkStyle.red("antrain:") + " \(error.message)\n")
        }
    }
}

/// An error or a warning in a file.
struct Finding: Encodable {
    let severity: String
    let line: Int
    let column: Int
    let message: String
    let expected: ResultMessage?
    let help: ResultMessage?

    /// All findings in a file, in order.
    static func all(_ diagnostics: Diagnostics, in source: SourceText) -> [Finding] {
        diagnostics.sorted.map { diagnostic in
            let location = source.location(of: diagnostic.span.start)
            return Finding(
                severity: diagnostic.severity.rawValue,
                line: location.line,
                column: location.column,
                message: diagnostic.message,
                expected: diagnostic.expected.map(ResultMessage.init),
                help: diagnostic.help.map(ResultMessage.init)
            )
        }
    }
}
