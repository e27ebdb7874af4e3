import ArgumentParser
import CivilTime
import Ledger
import Reminders

/// The command `antrain reminder list`.
struct ReminderListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your reminders.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let planning = try PlanningSession(try Workspace(context, global))
        context.show(UserRemindersResult(planning.facts.reminders, planning), asJSON: data.json)
        return .success
    }
}

/// The command `antrain reminder show`.
struct ReminderShowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one of your reminders.")

    @Argument(help: "Number, as shown by 'antrain reminder list'.", completion: .values(.ownReminder)) var number: Int64
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let planning = try PlanningSession(try Workspace(context, global))
        context.show(UserRemindersResult([try planning.reminder(number)], planning), asJSON: data.json)
        return .success
    }
}

/// The user's own reminders.
struct UserRemindersResult: CommandResult {
    static let kind = "reminders"

    struct Entry: Encodable {
        let number: Int64
        let title: String
        let notes: String?
        let at: String
        let rule: String
        /// The next date on which it is sent.
        let nextDate: String?
        /// The local time at which it is sent next; not the requested time if the clock skips that.
        let nextAt: String?
        /// The cancelled dates from today to the next date on which it is sent.
        let cancelledDates: [String]
        let state: String

        private enum CodingKeys: String, CodingKey {
            case number, title, notes, at, rule = "repeat", nextDate = "next_date", nextAt = "next_at",
                cancelledDates = "cancelled_dates", state
        }
    }

    let reminders: [Entry]
    private let moments: [String]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case reminders }

    init(_ reminders: [UserReminder], _ planning: PlanningSession) {
        self.reminders = reminders.map { reminder in
            Entry(
                number: reminder.number,
                title: reminder.title,
                notes: reminder.notes,
                at: reminder.at.description,
                rule: reminder.rule.description,
                nextDate: reminder.next(planning)?.description,
                nextAt: reminder.nextTime(planning)?.description,
                cancelledDates: UserRemindersResult.cancelled(reminder, planning).map(\.description),
                state: UserRemindersResult.state(reminder, planning)
            )
        }
        moments = reminders.map { $0.inWords(planning) }
        words = planning.words
    }

    private static func cancelled(_ reminder: UserReminder, _ planning: PlanningSession) -> [CivilDate] {
        let first = max(planning.today, reminder.at.date)
        let end = reminder.next(planning) ?? first.adding(days: reminder.rule == .once ? 1 : 367)
        return planning.input.dates(of: reminder, from: first).prefix { $0 < end }.filter { date in
            planning.input.notificationID(of: reminder, on: date).map(planning.facts.cancelled.contains) ?? false
        }
    }

    private static func state(_ reminder: UserReminder, _ planning: PlanningSession) -> String {
        let date = reminder.rule == .once ? reminder.at.date : planning.today
        if let answer = planning.facts.answers[OccurrenceKey(reminder.source, on: date)] {
            return answer == .completed ? "done" : "skipped"
        }
        if reminder.isCancelled(planning) { return "cancelled" }
        if reminder.rule == .once, planning.zone.instant(of: reminder.at) <= planning.now { return "past" }
        return planning.settings.isEnabled ? "on" : "off"
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !reminders.isEmpty else {
            return words.text(.noReminders, ["command": "antrain reminder add Tea --in 45m"]) + "\n"
        }
        let rows = zip(reminders, moments).map { entry, moment in
            [
                style.dim("\(entry.number)"), style.bold(entry.title), moment, painted(entry.state, style),
                style.dim(entry.notes ?? ""),
            ]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    private func painted(_ state: String, _ style: Style) -> String {
        let word =
            switch state {
            case "off": words.text(.absentOff)
            case "cancelled": words.word("delivery.state", state)
            default: words.word("reminder.state", state)
            }
        return state == "on" ? style.green(word) : style.yellow(word)
    }
}

extension PlanningSession {
    /// The user's own reminder with this number.
    func reminder(_ number: Int64) throws(CommandError) -> UserReminder {
        guard let reminder = input.reminder(number) else { throw .noUserReminder(number) }
        return reminder
    }
}
