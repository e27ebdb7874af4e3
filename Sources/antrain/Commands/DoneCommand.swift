import ArgumentParser
import CivilTime
import Ledger
import Reminders

/// The command `antrain done`.
struct DoneCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Log a workout as done and cancel its reminders."
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let planning = try PlanningSession(try Workspace(context, global))
        return try planning.answer(
            .completed,
            answer,
            until: planning.today.adding(days: 366),
            reason: "workouts can be logged from a year before to a year after today",
            asJSON: data.json
        )
    }
}
