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
        discussion: """
            A delivered or snoozed reminder is snoozed from now, a pending one from its own time. 'snooze 20m' and 'snooze until 7pm' \
            snooze what 'snooze' would.
            """
    )

    @OptionGroup var answer: AnswerOptions
    @Argument(
        help: "Length of the snooze, such as 20m, or its end, such as until 7pm.",
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
        let (answer, end) = try parsed(store.session)
        let meant = try AnswerQuestion.meant(by: try answer.request(.snooze, store), store)
        workspace.report(try Snoozing(store, meant.compactMap(\.reminder), end).run(), asJSON: data.json)
        return .success
    }

    /// What is snoozed, and until when: a length or a time alone is no reminder.
    private func parsed(_ session: Session) throws(CommandError) -> (AnswerOptions, Snoozing.End) {
        var answer = answer
        var words = span
        if let id = answer.id, Self.isEnd([id] + words, session) {
            words.insert(id, at: 0)
            answer.id = nil
        }
        guard !words.isEmpty else {
            return (answer, try OptionValue.span(length, "--for", in: Self.range).map(Snoozing.End.after) ?? .usual)
        }
        guard length == nil else { throw .misused("the length is given twice; omit --for") }
        let isUntil = words.first?.lowercased() == "until"
        let text = words.dropFirst(isUntil ? 1 : 0).joined(separator: " ")
        let moment = try? TypedMoment(parsing: text, now: session.now, in: session.zone)
        if case .at(let time)? = moment { return (answer, .at(try Self.checked(time, text, session))) }
        guard !isUntil else {
            throw .badOption(name: "until", value: text, reason: "expected a time such as 7pm, 19:30 or 'tomorrow 7am'")
        }
        return (answer, try OptionValue.span(text, "length", in: Self.range).map(Snoozing.End.after) ?? .usual)
    }

    /// Whether words are a length or an end, even one that is out of range.
    private static func isEnd(_ words: [String], _ session: Session) -> Bool {
        if words.first?.lowercased() == "until" { return true }
        let text = words.joined(separator: " ")
        do throws(CivilTimeError) {
            if case .date = try TypedMoment(parsing: text, now: session.now, in: session.zone) { return false }
            return true
        } catch {
            if case .spanTooLong = error { return true }
            return false
        }
    }

    private static func checked(_ time: CivilDateTime, _ text: String, _ session: Session) throws(CommandError)
        -> Instant
    {
        let instant = session.zone.instant(of: time)
        guard instant > session.now, instant <= session.now.adding(range.upperBound) else {
            throw .badOption(name: "until", value: text, reason: "expected a time within the next 24 hours")
        }
        return instant
    }
}
