import ArgumentParser
import Platform
import Reminders

/// Finds the command and the argument that the word at the cursor belongs to.
struct CommandLineCompletion {
    private let tree: CommandTree
    private let context: Context
    private var command: any ParsableCommand.Type
    private var arguments: [ArgumentDescription]?
    /// The names of the given options and flags, which are not offered again.
    private var used: Set<String> = []
    /// The positional arguments so far.
    private var positionals: [String] = []
    /// The option whose value comes next.
    private var pending: ArgumentDescription?
    private var isAfterTerminator = false
    private var isHelp = false
    private var isUnknown = false
    /// The global options and their values.
    private var global: [String] = []

    /// - Parameters:
    ///   - words: the words between `antrain` and the word at the cursor, without the shell's quotes.
    ///   - tree: the commands.
    init(_ words: some Sequence<String>, of tree: CommandTree, _ context: Context) {
        (self.tree, self.context) = (tree, context)
        command = tree.root
        for word in words { take(word) }
    }

    private mutating func described() -> [ArgumentDescription] {
        if let arguments { return arguments }
        let described = tree.arguments(of: command)
        arguments = described
        return described
    }

    /// The subcommands that may be named next.
    private var subcommands: [any ParsableCommand.Type] {
        positionals.isEmpty ? command.configuration.subcommands.filter { $0.configuration.shouldDisplay } : []
    }

    /// Whether the next word may be an argument of the command, although it has subcommands.
    private var takesArguments: Bool { command is any ImplicitSubcommand.Type }

    private mutating func take(_ word: String) {
        if let option = pending {
            pending = nil
            if tree.isGlobal(option) { global.append(word) }
        } else if !isAfterTerminator, word == "--" {
            isAfterTerminator = true
        } else if !isAfterTerminator, word.hasPrefix("-"), word != "-" {
            takeOption(word)
        } else if !subcommands.isEmpty {
            takeCommand(word)
        } else {
            positionals.append(word)
        }
    }

    private mutating func takeOption(_ word: String) {
        let equals = word.firstIndex(of: "=")
        let name = String(word[..<(equals ?? word.endIndex)])
        guard let option = described().first(where: { $0.isNamed(name) }) else { return }
        if !option.isRepeating { used.formUnion(option.names?.map(\.text) ?? []) }
        guard option.kind == .option else { return }
        if tree.isGlobal(option) { global.append(word) }
        if equals == nil { pending = option }
    }

    private mutating func takeCommand(_ word: String) {
        if command == tree.root, word == "help" {
            isHelp = true
            return
        }
        let next = command.configuration.subcommands.first { next in
            next.configuration.commandName == word || next.configuration.aliases.contains(word)
        }
        guard let next else {
            if takesArguments { positionals.append(word) } else { isUnknown = true }
            return
        }
        command = next
        arguments = nil
        used = []
    }

    /// The possible values of the word at the cursor.
    mutating func reply(to word: String) -> CompletionReply {
        guard !isUnknown else { return CompletionReply() }
        if let pending { return values(of: pending, typed: word) }
        if !isAfterTerminator, word.hasPrefix("-"), !isHelp {
            guard let equals = word.firstIndex(of: "=") else { return CompletionReply(candidates: optionNames()) }
            let option = described().first { $0.isNamed(String(word[..<equals])) && $0.kind == .option }
            guard let option else { return CompletionReply() }
            let start = word.index(after: equals)
            var reply = values(of: option, typed: String(word[start...]))
            reply.attached = String(word[..<start])
            return reply
        }
        let subcommands = subcommands.map {
            Candidate($0.configuration.commandName ?? "", $0.configuration.abstract)
        }
        guard subcommands.isEmpty || takesArguments else { return CompletionReply(candidates: subcommands) }
        var reply = argument(word)
        reply.candidates = subcommands + reply.candidates
        return reply
    }

    /// The possible values of a positional argument.
    private mutating func argument(_ word: String) -> CompletionReply {
        let positional = described().filter { $0.kind == .positional }
        let place = min(positionals.count, positional.count - 1)
        if place >= 0, positionals.count < positional.count || positional[place].isRepeating {
            return values(of: positional[place], typed: word)
        }
        return CompletionReply(candidates: word.isEmpty && !isAfterTerminator ? optionNames() : [])
    }

    private mutating func optionNames() -> [Candidate] {
        described().filter { $0.kind != .positional && ($0.shouldDisplay || tree.isGlobal($0)) }.compactMap { option in
            guard let names = option.names, !names.contains(where: { used.contains($0.text) }),
                let name = names.first(where: { $0.kind == .long }) ?? names.first
            else { return nil }
            return Candidate(name.text, option.abstract ?? "")
        }
    }

    private func values(of argument: ArgumentDescription, typed: String) -> CompletionReply {
        guard let completion = argument.completionKind else { return CompletionReply() }
        if let kind = completion.valueKind { return values(of: kind, typed: typed) }
        if let list = completion.list { return CompletionReply(candidates: list.values.map { Candidate($0) }) }
        if let files = completion.file { return CompletionReply(paths: .files(files.extensions)) }
        return CompletionReply(paths: completion.directory == nil ? .none : .folders)
    }

    private func values(of kind: ValueKind, typed: String) -> CompletionReply {
        let options = (try? tree.launch(global)) ?? LaunchOptions()
        let values = try? CompletionValues(context, options)
        let candidates = values?.candidates(of: kind, typed: typed, after: positionals) ?? []
        // A value follows 'squat='.
        let isBegun = !candidates.isEmpty && candidates.allSatisfy { $0.value.hasSuffix("=") }
        return CompletionReply(
            candidates: candidates,
            paths: kind.extensions.isEmpty ? paths(of: kind) : .files(kind.extensions),
            isOpenEnded: kind.isList || isList(kind) || isBegun
        )
    }

    private func setting(_ kind: ValueKind) -> SettingKey? {
        kind == .settingValue && positionals.count == 1 ? SettingKey(rawValue: positionals[0]) : nil
    }

    private func paths(of kind: ValueKind) -> CompletionReply.PathKind {
        switch setting(kind) {
        case .calendarFile, .daysOff: .files(["ics"])
        case .logging, .heartbeat, .evidence: .files([])
        default: .none
        }
    }

    private func isList(_ kind: ValueKind) -> Bool { [.days, .channels].contains(setting(kind)) }
}
