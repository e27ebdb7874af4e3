import ArgumentParser
import Platform
import Results
import Session

/// The command `antrain suggest-time`.
struct SuggestTimeCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest-time",
        abstract: "Suggest reminder times from when your workouts really begin.",
        discussion: """
            Workouts of the last 26 weeks count if antrain learned of them on the day itself: from 'antrain start', or from 'antrain done', \
            minus the duration of the workout. Workouts that were entered later or imported do not count. To let the reminder time follow your \
            workouts automatically: antrain settings --time auto --between 06:00-09:00.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let starts = try store.workoutStarts(try store.workoutRecords())
        context.show(TimeSuggestionResult(starts, try store.promptness(), session), asJSON: data.json)
        return .success
    }
}
