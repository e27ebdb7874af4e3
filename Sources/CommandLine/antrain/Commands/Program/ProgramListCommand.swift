import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain program list`.
struct ProgramListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List active and shipped programs.",
        discussion: """
            The number of workouts a week follows from the schedule. For a cycle that is not seven days long, or a rotation with rest \
            days between workouts, it is the number in any seven consecutive days, such as 3 or 4. A rotation without weekdays of its \
            own uses your training days, so it fits any number.
            """
    )

    @OptionGroup var filter: ProgramFilter
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let listing = try ProgramListing(workspace, try filter.conditions())
        context.show(try listing.result(), asJSON: data.json)
        return .success
    }
}
