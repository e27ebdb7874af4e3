import ArgumentParser
import Completion
import CivilTime
import Platform
import Planning
import Reminders
import Results
import Session
import UseCases

/// The command `antrain snooze`.
struct SnoozeCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Snooze a reminder.",
        discussion:
            "A delivered reminder is snoozed from now, a pending one from its own time; repeat as often as you like."
    )

    @OptionGroup var answer: AnswerOptions
    @Argument(
        help: "Length of the snooze, such as 20m; may be the only argument.",
        completion: .values(.span)
    )
    var span: [String] = []
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Length of the snooze, such as 20m (default: from settings, or 1h; 15m for your own reminders).",
            valueName: "span"
        ),
        completion: .values(.span)
    ) var length: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    private static let range = TimeSpan.minutes(1)...TimeSpan.days(1)

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let (answer, span) = try parsed()
        let meant = try AnswerQuestion.meant(by: try answer.request(.snooze, store), store)
        workspace.report(try Snoozing(store, meant.compactMap(\.reminder), for: span).run(), asJSON: data.json)
        return .success
    }

    /// The reminder and the length of the snooze; a length alone does not name a reminder.
    private func parsed() throws(CommandError) -> (AnswerOptions, TimeSpan?) {
        var answer = answer
        var words = span
        if let id = answer.id, let length = try? TimeSpan(typed: ([id] + words).joined(separator: " ")),
            Self.range.contains(length)
        {
            words.insert(id, at: 0)
            answer.id = nil
        }
        guard !words.isEmpty else { return (answer, try OptionValue.span(length, "--for", in: Self.range)) }
        guard length == nil else { throw .misused("the length is given twice; omit --for") }
        return (answer, try OptionValue.span(words.joined(separator: " "), "length", in: Self.range))
    }
}
