import ArgumentParser
import CivilTime
import Platform
import Results
import Session

/// The command `antrain channel reach`.
struct ChannelReachCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "Show how far ahead channels reach, and which reminders don't fit yet.",
        discussion: """
            The plugin, or 'limit' under 'configure' in the settings, can limit a channel's pending reminders. Five of them are \
            reserved for snoozes; the others are shared among the days, soonest first. Each follow-up counts as a reminder.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        guard session.today <= .lastPlanned else { throw .calendarEnds }
        if session.programs.isEmpty, !data.json { store.reportNoProgram() }
        context.show(PlanResult(try store.budgets(), session), asJSON: data.json)
        return .success
    }
}
