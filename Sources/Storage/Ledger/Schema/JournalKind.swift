internal import Reminders

/// The kinds of entries of the journal, by their stored codes.
///
/// The order counts: the first kind among the entries of an action names the action.
public enum JournalKind: String, Sendable, Hashable, CaseIterable {
    case activated, completed, skipped
    /// An answer was withdrawn.
    case unanswered
    case started, snoozed, cancelled, paused, resumed, moved
    case logged
    /// An entry of the training log was corrected.
    case relogged
    /// An entry of the training log was deleted.
    case unlogged
    /// Entries of another training log were imported.
    case imported
    /// A program continues at another place, perhaps because of a logged result.
    case jumped
    case measured
    case reminderAdded = "reminder-added"
    case reminderEdited = "reminder-edited"
    case deleted
    /// A reminder came from a calendar.
    case reminderImported = "reminder-imported"
    /// A reminder that was just added was withdrawn, without a trace.
    case withdrawn
    case preset, deactivated
    /// A command changed the settings file.
    case settings
    case oneRepMax = "one-rep-max"
    case trainingMax = "training-max"
    case load
    /// A program got a priority.
    case prioritized
    case chosen
    /// A decision about a channel, which cannot be undone.
    case decided
    case undone, redone
    /// The rule for the time of reminders changed: earlier moves no longer apply.
    case timeRuled = "time-ruled"
    case timeMoved = "time-moved"
    case daysChanged = "days-changed"
    /// The load of the next sets of a guided workout was set.
    case sessionLoad = "session-load"
    case edited
    /// The training log is not to answer a workout.
    case declined
    /// A channel's plugin reported an answer, which the other entries of the action record.
    case reported
    /// A channel's plugin reported an answer, which was refused.
    case refused
    /// A setting that all machines of a person share was changed.
    case setting
    /// A machine was named to send the reminders.
    case deliverer
    /// An entry of another machine that concerns only that machine.
    case elsewhere

    /// The kinds of entries that are actions of the user; entries of other kinds are parts of them, or belong to none.
    static let actions = allCases.filter(\.isAction)
    package static let answers = Answer.allCases.map(\.kind)
    /// The kinds of entries that fix what a workout was: answers and starts.
    static let given = answers + [.started]

    private var isAction: Bool {
        switch self {
        case .activated, .completed, .skipped, .unanswered, .started, .snoozed, .cancelled, .paused, .resumed, .moved,
            .jumped,
            .logged, .relogged, .unlogged, .imported, .measured, .reminderAdded, .reminderEdited, .deleted,
            .reminderImported, .preset, .deactivated, .settings, .oneRepMax, .trainingMax, .load, .prioritized, .chosen:
            true
        case .decided, .undone, .redone, .timeRuled, .timeMoved, .daysChanged, .sessionLoad, .edited, .declined,
            .withdrawn, .reported, .refused, .setting, .deliverer, .elsewhere:
            false
        }
    }

    /// The answer that the entry records; nil for other entries.
    var answer: Answer? { Answer.allCases.first { $0.kind == self } }
}

extension Answer {
    var kind: JournalKind {
        switch self {
        case .completed: .completed
        case .skipped: .skipped
        }
    }

    /// Whether it counts as training.
    var isDone: Bool {
        switch self {
        case .completed: true
        case .skipped: false
        }
    }
}
