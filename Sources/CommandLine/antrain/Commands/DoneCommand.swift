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
    @Argument(
        help: "Sets that you did not do as planned, such as squat=5,5,5,5,3; as --set.",
        completion: .values(.workoutExercise)
    )
    var deviations: [String] = []
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
        let (answer, typed) = parsed()
        let request = try answer.request(.done, present)
        let store = try present.reaching(request)
        let meant = try AnswerQuestion.meant(by: request, store).flatMap(\.subjects)
        let results = try WorkoutResults(set: typed + set, missed: missed).confirmed(store, meant)
        store.workspace.report(try Answering(store, .completed, meant, results).run(), asJSON: data.json)
        return .success
    }

    /// The workout, and the deviations among the arguments: `squat=5,5,3` names none; the words after it belong to its sets.
    private func parsed() -> (AnswerOptions, [String]) {
        var answer = answer
        let words = [answer.id].compactMap(\.self) + deviations
        let isDeviation = { (word: String) in
            word.firstIndex(of: "=").map { !word[..<$0].contains("/") && $0 > word.startIndex } ?? false
        }
        let first = words.firstIndex(where: isDeviation) ?? words.endIndex
        answer.id = first == 0 ? nil : words[..<first].joined(separator: " ")
        var results: [String] = []
        for word in words[first...] {
            if isDeviation(word) || results.isEmpty {
                results.append(word)
            } else {
                results[results.count - 1] += " " + word
            }
        }
        return (answer, results)
    }
}
