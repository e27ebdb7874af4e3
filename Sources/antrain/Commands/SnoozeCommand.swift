import ArgumentParser
import CivilTime
import Ledger
import Reminders

/// The command `antrain snooze`.
struct SnoozeCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Snooze a reminder.",
        discussion:
            "A delivered reminder is snoozed from now, a pending one from its own time; repeat as often as you like."
    )

    @Argument(
        help: "Reminder id or link, or number of one of your own (default: today's unanswered workout).",
        completion: .values(.openReminder)
    )
    var id: String?
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Length of the snooze, such as 15m (default: from settings).", valueName: "span"),
        completion: .values(.span)
    ) var length: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    private static let range = TimeSpan.minutes(1)...TimeSpan.days(1)

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let planning = try PlanningSession(workspace)
        let span = try OptionValue.span(length, "--for", in: Self.range) ?? planning.settings.snooze
        let reminder = try reminder(planning)
        workspace.report(try planning.snooze(reminder, for: span), asJSON: data.json)
        return .success
    }

    private func reminder(_ planning: PlanningSession) throws(CommandError) -> PlannedNotification {
        if let id { return try planning.unanswered(id) }
        return try planning.reminderToSnooze()
    }
}

extension PlanningSession {
    /// The reminder to snooze if none is named.
    ///
    /// This is the reminder of today's workout, a delivered one before a pending one, or else today's latest user reminder. Older
    /// reminders must be named; on a terminal antrain asks.
    fileprivate func reminderToSnooze() throws(CommandError) -> PlannedNotification {
        let choice = AnswerChoice(verb: "snooze")
        let waiting = waitingAnswers
        let workouts = waiting.filter { $0.subject.occurrence != nil }
        if let latest = workouts.first(where: { $0.subject.key.date == today }) { return latest.reminder }
        let next = plan().notifications.filter { $0.fireAt.date == today && !$0.items.isEmpty }
        let ahead = next.first { $0.category == .workout }
        if let late = workouts.first(where: { zone.civil(at: $0.deliveredAt).date == today }) {
            // Shortly after midnight the latest reminder may be about the day before.
            guard ahead != nil else { return late.reminder }
            return try reminder(of: try asked([late.subject] + unanswered(on: today).map { Answerable($0) }, choice))
        }
        if let ahead { return ahead }
        if let own = waiting.first(where: { $0.subject.key.date == today }) { return own.reminder }
        if let own = next.first { return own }
        if !waiting.isEmpty { return try reminder(of: try asked(waiting.map(\.subject), choice)) }
        try checkUnanswered(on: today)
        throw .noWorkout(today)
    }

    /// The latest reminder of the chosen workout.
    private func reminder(of chosen: [Answerable]) throws(CommandError) -> PlannedNotification {
        guard let key = chosen.first?.key else { throw .noWorkout(today) }
        if let waiting = waitingAnswers.first(where: { $0.subject.key == key }) { return waiting.reminder }
        if let next = plan().notifications.first(where: { $0.occurrences.contains(key) }) { return next }
        throw .noWorkout(key.date)
    }
}
