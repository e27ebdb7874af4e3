public import CivilTime
public import Reminders

/// A request as the user made it: by a command, a button or a link.
public struct AnswerRequest: Sendable {
    /// How the user names what the request is about.
    public enum Reference: Sendable {
        /// The request names nothing.
        case unnamed
        /// By a date.
        case date(CivilDate)
        case notification(PlannedNotification)
        case own(UserReminder)
    }

    public let verb: AnswerVerb
    public let reference: Reference
    /// A program's ID, to choose among several workouts.
    public let program: String?
    /// Whether to choose all matching workouts.
    public let isAboutAll: Bool

    public init(_ verb: AnswerVerb, _ reference: Reference = .unnamed, program: String? = nil, all: Bool = false) {
        self.verb = verb
        self.reference = reference
        self.program = program
        isAboutAll = all
    }
}
