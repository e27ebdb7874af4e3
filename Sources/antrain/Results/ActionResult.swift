import CivilTime
import Reminders
import Training

/// What an action did.
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

    let action: String
    let workouts: [Workout]
    let until: String?
    let added: [String]
    let cancelled: [String]
    let updated: [String]
    let kept: Int
    private let sentence: String

    private enum CodingKeys: String, CodingKey {
        case action, workouts, until, added, cancelled, updated, kept
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
    /// Tells what an action did: to people on standard error, to programs as data.
    func tell(_ result: ActionResult, asJSON: Bool) {
        if asJSON {
            context.show(result, asJSON: true)
        } else {
            context.output.talk(
                result.text(Style(isColored: context.output.talkIsColored), columns: context.output.columns)
            )
        }
    }
}
