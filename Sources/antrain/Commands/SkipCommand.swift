import ArgumentParser
import CivilTime
import Reminders

/// The command `antrain skip`.
struct SkipCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Skip a workout and cancel its reminders."
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let planning = try PlanningSession(try Workspace(context, global))
        let meant = try planning.chosen(try answer.request(.skip, planning)).flatMap(\.subjects)
        let result = try planning.record(.skipped, meant)
        planning.workspace.report(result, asJSON: data.json)
        return .success
    }
}
