import ArgumentParser
import Foundation
import Platform

/// An argument, option or flag of a command, as the argument parser describes it.
struct ArgumentDescription: Decodable {
    enum Kind: String, Decodable {
        case positional, option, flag
    }

    struct Name: Decodable {
        enum Kind: String, Decodable {
            case long, short, longWithSingleDash
        }

        let kind: Kind
        let name: String

        var text: String { (kind == .long ? "--" : "-") + name }
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
    let names: [Name]?
    let isRepeating: Bool
    let shouldDisplay: Bool
    let abstract: String?
    let completionKind: Completion?

    func isNamed(_ text: String) -> Bool { names?.contains { $0.text == text } ?? false }

    /// Whether it is one of the global options, which are hidden only to keep the help of each command short.
    var isGlobal: Bool {
        GlobalOptions.all.contains { option in
            option.names.split { $0 == " " || $0 == "," }.contains { isNamed(String($0)) }
        }
    }

    private struct Tool: Decodable {
        struct Command: Decodable { let arguments: [ArgumentDescription]? }

        let command: Command
    }

    /// The arguments of a command, without those of its subcommands; empty if the parser's description cannot be read.
    static func all(of command: any ParsableCommand.Type, isRoot: Bool) -> [ArgumentDescription] {
        let text = Data((isRoot ? RootArguments.self : command)._dumpHelp().utf8)
        return (try? JSONDecoder().decode(Tool.self, from: text))?.command.arguments ?? []
    }
}

/// The options of `antrain` itself, as a command without subcommands: the parser describes a command together with all its
/// subcommands, which is slow for the whole program.
private struct RootArguments: ParsableCommand {
    static let configuration = CommandConfiguration(version: Installation.version)

    @OptionGroup var status: StatusOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions
}
