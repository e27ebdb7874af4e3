import ArgumentParser
import Completion
import Files
import Glibc
import Platform
import Ledger
import PrintableText
import Results
import Session
import Triggers

/// The command line.
@main
struct Antrain: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "antrain",
        abstract: "Send reminders for the workouts in your training program.",
        groupedSubcommands: RootHelp.groups + RootHelp.furtherGroups
    )

    @OptionGroup var status: StatusOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    var interruptedRestore: InterruptedRestore { .attempted }

    /// Shows the status or, if nothing is set up yet, the steps to the first reminder.
    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        if let format = try OptionValue.choice(status.format, "--format", of: StatusLine.Format.self) {
            _ = context.output.data(try StatusLine(try Store.observing(workspace)).text(format))
            return .success
        }
        guard workspace.hasLedger || context.files.exists(workspace.paths.settings) || data.json else {
            let style = context.output.style
            let steps = FirstSteps(try workspace.words())
            _ = context.output.data(steps.text(style, columns: context.output.columns))
            return .success
        }
        let store = try Store.observing(workspace)
        let status = try store.status()
        if !data.json {
            for loss in status.losses { workspace.warn(loss.message) }
            if store.session.programs.isEmpty { store.reportNoProgram() }
        }
        context.show(status, asJSON: data.json)
        try workspace.checkHealth()
        return .success
    }

    static func main() {
        ProcessEnvironment.restoreInheritance()
        let output = Output.live(environment: ProcessEnvironment.current)
        let arguments = ProcessEnvironment.arguments.dropFirst()
        let words = Array(arguments)
        if let text = CompletionScript.text(words, ProcessEnvironment.current)
            ?? CompletionRequest(words)?.reply(commandTree, .live())
        {
            _ = output.data(text)
            return
        }
        if words.prefix(while: { $0 != "--" }).contains("--version") {
            _ = output.data(Installation.version + "\n")
            return exitIfLost(output)
        }
        if let status = RememberedRun.status(arguments) { Glibc.exit(status) }
        if let command = routine(arguments) { return runLive(command) }
        if let text = RootHelp.text(arguments) { return show(text, output) }
        let named = CommandNames.withoutLeadingOptions(arguments)
        let resolved = CommandNames.resolved(named, in: self)
        if let problem = CommandNames.problem(named, after: arguments.dropLast(named.count), in: self) {
            complain(UsageMessage(problem, command: resolved.path), output)
            exit(withError: ExitCode(ExitStatus.usage.rawValue))
        }
        do {
            guard let command = try parse(arguments) as? any AntrainCommand else {
                // A group of commands, or the parser's command for help.
                let path = resolved.path
                return show(path.isEmpty ? RootHelp.short : CommandHelp.text(of: path, in: self), output)
            }
            runLive(command)
        } catch {
            exit(with: error, resolved, output)
        }
    }

    private static func show(_ help: String, _ output: Output) {
        _ = output.data(TextWrap.paragraphs(help, columns: output.columns))
        exitIfLost(output)
    }

    private static var commandTree: CommandTree {
        CommandTree(self, options: RootOptions.self, globalNames: Set(GlobalOptions.all.flatMap(\.names))) { words in
            try GlobalOptions.parse(words).launch
        }
    }

    private static func runLive(_ command: any AntrainCommand) {
        let context = Context.live()
        let status = command.run(in: context)
        reportStoppedTrigger(after: command)
        offerTrigger(after: command, context)
        if status != .success { Glibc.exit(status.rawValue) }
    }

    /// The commands that run most often, without arguments and without the parser; nil for any other.
    private static func routine(_ arguments: ArraySlice<String>) -> (any AntrainCommand)? {
        switch Array(arguments) {
        case ["schedule-next"]: ScheduleNextCommand.plain
        case ["deliver"]: DeliverCommand.plain
        case ["today"]: TodayCommand.plain
        default: nil
        }
    }

    /// Parses a command line by the command that it names.
    ///
    /// The parser reflects on the arguments of a command and of all its subcommands, which for `antrain` takes longer than most commands.
    /// It does so only for `antrain` itself, for help, and for errors, whose messages depend on the other commands.
    static func parse(_ arguments: ArraySlice<String>) throws -> any ParsableCommand {
        if let (type, rest) = CommandNames.command(arguments, in: self),
            let command = try? type.parseAsRoot(rest) as? any AntrainCommand
        {
            return command
        }
        return try parseAsRoot(Array(arguments))
    }

    /// Reports that nothing delivers reminders anymore, except after commands that deliver, or that report it themselves.
    private static func reportStoppedTrigger(after command: any AntrainCommand) {
        switch command {
        case is Antrain, is SetupCommand, is DoctorCommand, is ScheduleNextCommand, is DeliverCommand, is DaemonCommand,
            is InstallCronCommand, is InstallSystemdCommand, is UninstallCronCommand, is UninstallSystemdCommand:
            return
        default: StoppedTrigger.report(.live(), command.global.launch)
        }
    }

    /// Offers on a terminal, once in the life of a ledger, to make cron or systemd run antrain, if the command reported that nothing does.
    private static func offerTrigger(after command: any AntrainCommand, _ context: Context) {
        guard let remedy = context.offer.remedy, remedy != .daemon, context.ask != nil, !context.wantsJSON,
            let workspace = try? Workspace(context, command.global.launch),
            !workspace.newProblems([remedy.rawValue], of: .triggerOffer).isEmpty
        else { return }
        let words = remedy.rawValue.split(separator: " ").dropFirst().map(String.init)
        _ = self.command(words, command.global.launch)?.run(in: context.forAnotherCommand)
    }

    /// Another command with the same options.
    ///
    /// - Parameter words: its names and arguments.
    static func command(_ words: [String], _ options: LaunchOptions) -> (any AntrainCommand)? {
        try? parseAsRoot(options.arguments + words) as? any AntrainCommand
    }

    /// Ends the process like `exit(withError:)`, but sanitizes the message: the parser quotes arguments unchanged.
    private static func exit(with error: any Error, _ command: CommandNames.Resolved, _ output: Output) -> Never {
        let code = exitCode(for: error)
        if code == .success {
            // A description of the commands that another program asked for.
            _ = output.data(fullMessage(for: error) + "\n")
            exitIfLost(output)
        } else {
            let message = shorteningArguments(in: message(for: error)).printableLines
            let option = UnknownOption.problem(in: command.arguments, of: command.type, command.path)
            complain(UsageMessage(option?.printableLines ?? message, command: command.path), output)
        }
        exit(withError: code)
    }

    private static func exitIfLost(_ output: Output) {
        guard let loss = output.loss() else { return }
        let error = CommandError.outputLost(loss)
        complain(error.message, output)
        exit(withError: ExitCode(error.status.rawValue))
    }

    private static func complain(_ usage: UsageMessage, _ output: Output) {
        guard Context.wantsJSON(ProcessEnvironment.arguments) else { return complain(usage.text, output) }
        output.talkJSON(JSONDocument.line(result: ErrorResult(usage: usage.problem, help: usage.help)))
    }

    private static func complain(_ text: String, _ output: Output) {
        output.talk(output.talkStyle.red("antrain:") + " \(text)\n")
    }

    private static func shorteningArguments(in message: String) -> String {
        let limit = 120
        let values = CommandLine.arguments.flatMap { [$0, String($0.drop { $0 != "=" }.dropFirst())] }
        return values.filter { $0.utf8.count > limit }.reduce(message) { message, value in
            message.replacing(value, with: value.shortened(to: limit))
        }
    }
}

extension Context {
    /// The same context for a command that runs within another.
    var forAnotherCommand: Context {
        var context = self
        context.log = RunLog()
        return context
    }
}
