package import CivilTime
package import Platform
package import Localization
package import Planning
package import Reminders
package import Session
import Triggers

/// The result of an action such as `done` or `move`.
package struct ActionResult: CommandResult {
    package static let kind = "action"

    /// One of the user's own reminders.
    package struct Reminder: Encodable {
        let number: Int64
        let title: String
        let notes: String?
        let at: String
        let rule: String

        private enum CodingKeys: String, CodingKey { case number, title, notes, at, rule = "repeat" }

        package init(_ reminder: UserReminder) {
            number = reminder.number
            title = reminder.title
            notes = reminder.notes
            at = reminder.at.description
            rule = reminder.rule.description
        }
    }

    /// When a notification is sent again.
    package struct Snooze: Encodable {
        let fireAt: String
        let zone: String
        let instant: String

        private enum CodingKeys: String, CodingKey { case fireAt = "fire_at", zone, instant }

        package init(_ instant: Instant, in zone: Zone) {
            fireAt = zone.civil(at: instant).description
            self.zone = zone.identifier
            self.instant = instant.description
        }
    }

    let action: String
    let subjects: [ActionSubject]
    /// The first and the last date of a pause, or the first date after it.
    package var from: String?
    package var until: String?
    package var again: Snooze?
    /// The first date of an activated program.
    package var start: String?
    /// The week with which a program begins or continues.
    package var week: Int?
    /// The programs that an activated program replaced.
    package var replaced: [ActionSubject]?
    /// The programs that repeat workouts because a result is a failure, or no longer repeat them because it is none.
    package var continued: [ActionSubject]?
    /// The date that workouts were moved from; those of the target date were moved to it.
    package var sourceDate: String?
    package var targetDate: String?
    /// The user's own reminder that was added, changed or deleted.
    package var reminder: Reminder?
    package var undone: UndoableAction?
    package var redone: UndoableAction?
    /// The entries of the training log that were added, corrected or deleted.
    package var entries: [LogEntryResult]?
    /// Further effects, as text.
    package var notes: [String] = []
    package var hint: String?
    /// Whether nothing runs antrain; nil if no reminder is planned, or a trigger runs the command.
    var triggerStopped: Bool?
    let added: [String]
    let cancelled: [String]
    let updated: [String]
    let kept: Int
    /// When reminders are due that were added or cancelled.
    fileprivate let changes: [Instant]
    fileprivate let sentence: String
    fileprivate let words: MessageCatalog
    /// The sentence with how the queue changed.
    fileprivate let withChanges: String

    private enum CodingKeys: String, CodingKey {
        case action, subjects, from, until, again, start, week, replaced, continued
        case sourceDate = "source_date", targetDate = "target_date", reminder, undone, redone, entries
        case added, cancelled, updated, kept, triggerStopped = "trigger_stopped"
    }

    package init(
        _ action: String,
        _ subjects: [ActionSubject],
        sentence: String,
        _ difference: QueueDifference,
        _ words: MessageCatalog
    ) {
        self.action = action
        self.subjects = subjects
        self.sentence = sentence
        self.words = words
        withChanges = words.text(.sentence, ["sentence": sentence, "changes": difference.inWords(words)])
        added = difference.added.map(\.id.rawValue)
        cancelled = difference.cancelled.map(\.id.rawValue)
        updated = difference.updated.map(\.id.rawValue)
        kept = difference.kept.count
        changes = difference.instants
    }

    package func text(_ style: Style, columns: Int) -> String { sentence + "\n" }
}

extension QueueDifference {
    /// The times of the reminders that were added or cancelled.
    fileprivate var instants: [Instant] { (added + cancelled).filter { !$0.isNews }.map(\.instant) }
}

extension Workspace {
    /// Shows the effect of an action, and the next reminder if it may have changed; with --verbose, also the changes of the queue.
    ///
    /// - Parameter store: where to look for a reminder beyond the horizon; nil to report none there.
    package func report(_ result: ActionResult, asJSON: Bool, _ store: Store? = nil) {
        result.notes.forEach(talk)
        guard !asJSON else {
            var result = result
            result.triggerStopped = hasStoppedTrigger(result.words)
            return context.show(result, asJSON: true)
        }
        confirm(isVerbose ? result.withChanges : result.sentence)
        if let hint = result.hint { confirm(hint) }
        reportNextReminder(after: result.changes, always: store != nil, result.words, beyond: store)
    }

    /// Whether changes at some times may have changed the next reminder.
    private func isNext(_ next: NextReminder?, among changes: [Instant]) -> Bool {
        changes.contains { change in next?.instant.map { change <= $0 } ?? true }
    }

    /// Prints the next reminder if the settings' change turned reminders on or may have changed it.
    package func reportNextReminder(_ difference: QueueDifference, isTurnedOn: Bool, _ store: Store) {
        let words = store.session.words
        reportNextReminder(after: difference.instants, always: isTurnedOn, saysNone: isTurnedOn, words, beyond: store)
    }

    /// Prints the next reminder if it may have changed, and otherwise only warns if nothing would send it.
    private func reportNextReminder(
        after changes: [Instant],
        always: Bool,
        saysNone: Bool = false,
        _ words: MessageCatalog,
        beyond store: Store?
    ) {
        let next = nextReminder(words)
        if always || isNext(next, among: changes) {
            reportNextReminder(words, saysNone: saysNone, beyond: store)
        } else if next?.isKnown ?? false {
            warnOfTrigger(words)
        }
    }

    /// Logs the effect of a button in the daemon's log.
    package func log(_ result: ActionResult) {
        context.output.talk(result.text(context.output.talkStyle, columns: context.output.columns))
    }

    /// Prints a confirmation on standard output, or on standard error if standard output is for data.
    package func confirm(_ text: String, asJSON: Bool = false) {
        if asJSON { return talk(text) }
        let output = context.output
        _ = output.data((output.isTerminal ? TextWrap.paragraphs(text, columns: output.columns) : text) + "\n")
    }

    /// - Parameters:
    ///   - saysNone: whether to report that no reminder is planned.
    ///   - store: where to look for a reminder beyond the horizon, with the settings in force; nil to report none.
    package func reportNextReminder(_ words: MessageCatalog, saysNone: Bool = false, beyond store: Store? = nil) {
        guard let text = nextReminder(words) else { return }
        let distant = text.isKnown ? nil : (try? store?.present())?.distantReminder
        if let distant {
            confirm(words.next(distant, today: store?.session.today ?? distant.date))
        } else if saysNone || text.isKnown {
            confirm(text.sentence)
        }
        if distant != nil || text.isKnown { warnOfTrigger(words) }
    }

    /// Reports a result: as a message on standard error, or as JSON on standard output.
    package func report(_ result: some CommandResult, asJSON: Bool) {
        if asJSON {
            context.show(result, asJSON: true)
        } else {
            context.output.talk(result.text(context.output.talkStyle, columns: context.output.columns))
        }
    }
}
