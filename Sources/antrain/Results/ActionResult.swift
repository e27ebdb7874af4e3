import CivilTime
import Reminders
import Training

/// The result of an action such as `done` or `move`.
struct ActionResult: CommandResult {
    static let kind = "action"

    /// A workout or reminder that the action was about.
    struct Workout: Encodable {
        let program: String
        let day: String
        let name: String
        let date: String

        init(_ answerable: Answerable) {
            program = answerable.key.programID
            day = answerable.dayID
            name = answerable.name
            date = answerable.key.date.description
        }
    }

    /// One of the user's own reminders.
    struct Reminder: Encodable {
        let number: Int64
        let title: String
        let notes: String?
        let at: String
        let rule: String

        private enum CodingKeys: String, CodingKey {
            case number, title, notes, at, rule = "repeat"
        }

        init(_ reminder: UserReminder) {
            number = reminder.number
            title = reminder.title
            notes = reminder.notes
            at = reminder.at.description
            rule = reminder.rule.description
        }
    }

    /// An action that was undone.
    struct Undone: Encodable {
        let action: String
        let subjects: [String]
        let names: [String]
        let date: String?
    }

    let action: String
    let workouts: [Workout]
    let until: String?
    /// The id of the program that was activated or deactivated.
    var program: String?
    /// The date of its first week.
    var start: String?
    /// The date that workouts were moved from; those of the target date were moved to it.
    var sourceDate: String?
    /// The date that workouts were moved to.
    var targetDate: String?
    /// The user's own reminder that was added or changed.
    var reminder: Reminder?
    var undone: Undone?
    let added: [String]
    let cancelled: [String]
    let updated: [String]
    let kept: Int
    private let sentence: String

    private enum CodingKeys: String, CodingKey {
        case action, workouts, until, program, start, sourceDate = "source_date", targetDate = "target_date", reminder,
            undone
        case added, cancelled, updated, kept
    }

    init(
        _ action: String,
        _ workouts: [Answerable] = [],
        until: String? = nil,
        sentence: String,
        _ difference: QueueDifference,
        _ words: Catalogue
    ) {
        self.action = action
        self.workouts = workouts.map(Workout.init)
        self.until = until
        self.sentence = words.text(.sentence, ["sentence": sentence, "changes": difference.inWords(words)])
        added = difference.added.map(\.id.rawValue)
        cancelled = difference.cancelled.map(\.id.rawValue)
        updated = difference.updated.map(\.id.rawValue)
        kept = difference.kept.count
    }

    func text(_ style: Style, columns: Int) -> String { sentence + "\n" }
}

extension Workspace {
    /// Reports a result: as a message on standard error, or as JSON on standard output.
    func tell(_ result: some CommandResult, asJSON: Bool) {
        if asJSON {
            context.show(result, asJSON: true)
        } else {
            context.output.talk(
                result.text(Style(isColored: context.output.talkIsColored), columns: context.output.columns)
            )
        }
    }
}
