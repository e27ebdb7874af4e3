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
        return try planning.answer(
            .skipped,
            answer,
            until: planning.today.adding(days: 366),
            reason: "workouts can be skipped from a year before to a year after today",
            asJSON: data.json
        )
    }
}
