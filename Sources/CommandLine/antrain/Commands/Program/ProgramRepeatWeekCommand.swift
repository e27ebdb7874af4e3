import ArgumentParser
import Platform
import Session

/// The command `antrain program repeat-week`.
struct ProgramRepeatWeekCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "repeat-week",
        abstract: "Do the week of the latest workout again.",
        discussion: """
            The next workout is the first one of the same week. If the program has fixed weekdays, the next seven days, counted \
            from its start, repeat the week; the current seven days do so if no workout was due in them yet. 'antrain undo' undoes \
            the change.
            """
    )

    @OptionGroup var options: JumpOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        return try options.jump(try options.active(store.session), to: nil, nil, store, asJSON: data.json)
    }
}
