import ArgumentParser
import CivilTime
import Platform
import Results
import Session
import UseCases

/// The command `antrain pause`.
struct PauseCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause programs: no reminders, and rotations don't advance."
    )

    @Option(help: ArgumentHelp("First date (default: today).", valueName: "date"), completion: .values(.date)) var from:
        String?
    @Option(
        help: ArgumentHelp(
            "Last date of the pause; training continues on the day after (default: until 'antrain resume').",
            valueName: "date"
        ),
        completion: .values(.date)
    ) var until: String?
    @Option(
        help: ArgumentHelp("Program to pause (default: all programs).", valueName: "program"),
        completion: .values(.activeProgram)
    ) var program: [String] = []
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let program = try OptionValue.single(program, "--program")
        let first = try DateOption.parse(from, name: "--from", today: session.today) ?? session.today
        let last = try DateOption.parse(until, name: "--until", today: session.today, from: max(first, session.today))
        if let last, last < first {
            throw .badOption(name: "--until", value: last.description, reason: "expected \(first) or a later date")
        }
        let pausing = Pausing(store, program, from: first, through: last)
        workspace.report(try pausing.run(), asJSON: data.json, store)
        return .success
    }
}
