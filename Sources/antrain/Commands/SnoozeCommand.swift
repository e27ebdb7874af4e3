import ArgumentParser
import CivilTime
import Ledger
import Reminders

/// The command `antrain snooze`.
struct SnoozeCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Let a reminder come again later, as often as you like.",
        discussion: "One that has come is counted from now on; one that is still to come, from its own time on."
    )

    @Argument(
        help: "A reminder's id, number or link; by default the latest without an answer, else the next one today."
    )
    var id: String?
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How much later, as in 15m; the settings' snooze by default.", valueName: "span")
    ) var length: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    private static let range = TimeSpan.minutes(1)...TimeSpan.hours(24)

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let planning = try Planning(workspace)
        let span = try span() ?? planning.settings.snooze
        let reminder = try reminder(planning)
        workspace.tell(try planning.snooze(reminder, for: span), asJSON: data.json)
        return .success
    }

    private func span() throws(CommandError) -> TimeSpan? {
        guard let length else { return nil }
        guard let span = try? TimeSpan(parsing: length), Self.range.contains(span) else {
            throw .badOption(name: "--for", value: length, reason: "write a span from 1m to 1d, as in 15m or 1h30m")
        }
        return span
    }

    private func reminder(_ planning: Planning) throws(CommandError) -> PlannedNotification {
        if let id { return try planning.unanswered(id) }
        if let latest = planning.waitingForAnswer.first { return latest }
        let next = planning.plan().notifications.first { $0.fireAt.date == planning.today && !$0.items.isEmpty }
        if let next { return next }
        try planning.checkUnanswered(on: planning.today)
        throw .noWorkout(planning.today)
    }
}
