import ArgumentParser
import Completion
import Platform
import Results
import Session
import UseCases

/// The command `antrain program priority`.
struct ProgramPriorityCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "priority",
        abstract: "Change the priority of an active program.",
        discussion: """
            With the setting 'one-a-day', only the program with the highest priority has a workout on a date; if two have the same \
            priority, the program that was activated first. The program keeps its progress. 'antrain program list' shows the priorities.
            """
    )

    @Argument(help: "Active program: id or name.", completion: .values(.activeProgram)) var program: String
    @Argument(help: "Priority from 0 to 100; the highest wins.") var priority: Int
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let program = store.session.programID(program) ?? program
        let wanted = try OptionValue.priority(priority, "priority") ?? 0
        store.workspace.report(try Prioritizing(store, program, wanted).run(), asJSON: data.json)
        return .success
    }
}
