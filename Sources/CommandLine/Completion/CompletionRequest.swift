import ArgumentParser
package import Platform
import PrintableText

/// A request of a completion script.
///
/// `antrain ---complete zsh|fish WORD…` contains the words of the command line without quotes, the last one up to the cursor;
/// `antrain ---complete bash LINE BREAKS` contains the command line up to the cursor, and bash's word breaks. The first line of the
/// reply has instructions for the script (`files:yaml,yml`, `folders`, `open` for lists, `attached:--date=`). Each further line has a
/// candidate, followed for zsh and fish by a tab and a note. A request changes nothing and never fails.
package struct CompletionRequest {
    private static let name = "---complete"
    /// The longest note: shells show each candidate with its note on one line.
    private static let longestNote = 60

    private let shell: CompletionShell?
    private let words: [String]

    /// A request; nil if the arguments are not one.
    package init?(_ arguments: [String]) {
        guard arguments.first == Self.name else { return nil }
        shell = arguments.dropFirst().first.flatMap(CompletionShell.init(rawValue:))
        words = Array(arguments.dropFirst(2))
    }

    package func reply(_ tree: CommandTree, _ context: Context) -> String {
        switch shell {
        case nil: return "\n"
        case .some(.bash): return bash(tree, context)
        case .some(let shell):
            var completion = CommandLineCompletion(words.dropFirst().dropLast(), of: tree, context)
            return text(completion.reply(to: words.last ?? ""), attaching: shell == .fish)
        }
    }

    private func text(_ reply: CompletionReply, attaching isWhole: Bool) -> String {
        var instructions: [String] = []
        switch reply.paths {
        case .none: break
        case .files(let extensions): instructions.append("files:" + extensions.joined(separator: ","))
        case .folders: instructions.append("folders")
        }
        if reply.isOpenEnded { instructions.append("open") }
        if !reply.attached.isEmpty { instructions.append("attached:" + reply.attached) }
        let lines = reply.printable.map { candidate in
            let value = isWhole ? reply.attached + candidate.value : candidate.value
            let note = candidate.note.printable(upTo: Self.longestNote)
            return note.isEmpty ? value : "\(value)\t\(note)"
        }
        return ([instructions.joined(separator: " ")] + lines).map { $0 + "\n" }.joined()
    }

    private func bash(_ tree: CommandTree, _ context: Context) -> String {
        let words = BashWord.words(
            of: words.first ?? "",
            breaks: words.dropFirst().first ?? "",
            environment: context.environment
        )
        guard let last = words.last else { return "\n" }
        let arguments = words.dropFirst().dropLast().filter { !$0.isRedirection }
        var completion = CommandLineCompletion(arguments.map(\.text), of: tree, context)
        var reply = last.isRedirection ? CompletionReply(paths: .files([])) : completion.reply(to: last.text)
        let typed = String(last.text.unicodeScalars.dropFirst(reply.attached.unicodeScalars.count))
        var instructions: [String] = []
        if let paths = reply.paths.found(typed, context) {
            instructions = ["files"]
            reply.candidates += paths.map { Candidate($0) }
        }
        let matches = reply.printable.map(\.value).filter { $0.hasPrefix(typed) }
        if reply.isOpenEnded || (matches.count == 1 && matches.last?.last == ":") { instructions.append("open") }
        let lines = matches.map { match in
            let whole = reply.attached + match
            // bash quotes file names itself.
            return instructions.first == "files" ? last.rest(of: whole) : last.insertion(of: whole)
        }
        return ([instructions.joined(separator: " ")] + lines).map { $0 + "\n" }.joined()
    }
}
