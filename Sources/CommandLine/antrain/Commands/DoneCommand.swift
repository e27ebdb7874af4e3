import ArgumentParser
import Completion
import Platform
import Planning
import Reminders
import Results
import Session
import UseCases

/// The command `antrain done`.
struct DoneCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Log a workout as done and cancel its reminders.",
        discussion: """
            The training log gets the planned sets of each exercise, unless you logged others. Sets without a load have the planned \
            load.
            """
    )

    @OptionGroup var answer: AnswerOptions
    @Option(
        help: ArgumentHelp(
            "Sets of an exercise that you did not do as planned, such as squat=5,5,5,5,3 (repeatable).",
            valueName: "exercise=sets"
        ),
        completion: .values(.workoutExercise)
    )
    var set: [String] = []
    @Option(
        help: ArgumentHelp("Exercise whose planned repetitions you did not reach (repeatable).", valueName: "exercise"),
        completion: .values(.programExercise)
    )
    var missed: [String] = []
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let present = try Store(try Workspace(context, global.launch))
        let request = try answer.request(.done, present)
        let store = try present.reaching(request)
        let meant = try AnswerQuestion.meant(by: request, store).flatMap(\.subjects)
        let results = try WorkoutResults(set: set, missed: missed).confirmed(context)
        store.workspace.report(try Answering(store, .completed, meant, results).run(), asJSON: data.json)
        return .success
    }
}
