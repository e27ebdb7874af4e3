import ArgumentParser

/// The command `antrain program list`.
struct ProgramListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List active and shipped programs.",
        discussion: """
            The workouts a week follow from the schedule. A cycle that is not seven days long, or a rotation with rest days between \
            workouts, has the number of any seven days in a row, such as 3 or 4. A rotation without weekdays of its own uses your \
            training days, so it fits any number.
            """
    )

    @OptionGroup var filter: ProgramFilter
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let listing = try ProgramListing(workspace, try filter.conditions())
        context.show(try listing.result(), asJSON: data.json)
        return .success
    }
}
