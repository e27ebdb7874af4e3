package import ArgumentParser
import Foundation

/// An argument, option or flag of a command, as the argument parser describes it.
package struct ArgumentDescription: Decodable {
    enum Kind: String, Decodable {
        case positional, option, flag
    }

    package struct Name: Decodable {
        enum Kind: String, Decodable {
            case long, short, longWithSingleDash
        }

        let kind: Kind
        let name: String

        package var text: String { (kind == .long ? "--" : "-") + name }
    }

    /// The completion of its value; at most one member is set.
    struct Completion: Decodable {
        struct List: Decodable { let values: [String] }
        struct Files: Decodable { let extensions: [String] }
        struct Folder: Decodable {}
        struct Command: Decodable { let command: String }

        let list: List?
        let file: Files?
        let directory: Folder?
        let shellCommand: Command?

        var valueKind: ValueKind? { shellCommand.flatMap { ValueKind(rawValue: $0.command) } }
    }

    let kind: Kind
    package let names: [Name]?
    let isRepeating: Bool
    let shouldDisplay: Bool
    let abstract: String?
    let completionKind: Completion?

    func isNamed(_ text: String) -> Bool { names?.contains { $0.text == text } ?? false }

    private struct Tool: Decodable {
        struct Command: Decodable { let arguments: [ArgumentDescription]? }

        let command: Command
    }

    /// The arguments of a command, without those of its subcommands; empty if the parser's description cannot be read.
    package static func all(of command: any ParsableCommand.Type) -> [ArgumentDescription] {
        (try? JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)))?.command.arguments ?? []
    }
}
