public import CivilTime
public import Reminders
public import Training

/// Something that can be answered: a workout, or one date of one of the user's own reminders.
public struct Answerable: Sendable {
    /// What the answer is recorded for.
    public let key: OccurrenceKey
    /// The program day's ID; empty for a reminder.
    public let dayID: String
    /// The name of the workout, or the title of the reminder.
    public let name: String
    /// The name of the program; the subject of a reminder.
    public let program: String
    /// The workout; nil for a reminder.
    public let occurrence: Occurrence?

    public init(_ occurrence: Occurrence) {
        key = occurrence.key
        dayID = occurrence.dayID
        name = occurrence.dayName
        program = occurrence.programName
        self.occurrence = occurrence
    }

    public init(_ reminder: UserReminder, on date: CivilDate) {
        key = OccurrenceKey(reminder.source, on: date)
        dayID = ""
        name = reminder.title
        program = reminder.source.subject
        occurrence = nil
    }
}

/// A workout, or a date of one of the user's own reminders, with a delivered reminder and without an answer.
public struct WaitingAnswer: Sendable {
    public let subject: Answerable
    /// Its latest reminder, without subjects that were answered since.
    public let reminder: PlannedNotification
    /// When that was delivered.
    public let deliveredAt: Instant
}

/// What a request may mean: subjects that are chosen together.
public struct AnswerCandidate: Sendable {
    /// The workouts and own reminders; empty for a reminder that is about none, such as that of a rest day.
    public let subjects: [Answerable]
    /// Their reminder: the latest delivered one, or for a snooze the pending one; nil if there is none.
    public let reminder: PlannedNotification?
}

/// What a request means.
public enum AnswerMeaning: Sendable {
    /// It is clear.
    case meant([AnswerCandidate])
    /// The user must choose one of several candidates, or all of them.
    case several([AnswerCandidate])
    /// Nothing that a request without a name is about matches; the user must confirm the only other candidate, or name one of them.
    case older([AnswerCandidate])

    /// All candidates: an answer to a notification applies to all its workouts.
    public var candidates: [AnswerCandidate] {
        switch self {
        case .meant(let all), .several(let all), .older(let all): all
        }
    }
}

/// Why nothing matches a request.
public enum AnswerError: Error, Sendable {
    /// The workout is ahead, and the request is about the past; the latest open workout of the past week, if there is one.
    case ahead(CivilDate, nearest: Answerable?)
    /// The date of the user's own reminder is ahead, and the request is about the past; its latest date, if there is one.
    case reminderAhead(UserReminder, CivilDate, latest: CivilDate?)
    /// The date is too far away.
    case outOfReach(CivilDate, ClosedRange<CivilDate>)
    case noWorkout(CivilDate)
    case dateAnswered([Answerable], CivilDate)
    /// The reminder has no open workout of an active program.
    case nothingToAnswer(NotificationID)
    /// Everything that the reminder is about is answered.
    case alreadyAnswered(NotificationID)
    /// No matching workout belongs to the program; the subjects that match otherwise.
    case notAmong(String, [Answerable])
    /// No reminder of the workout was delivered or is pending.
    case noReminder(Answerable)
    case noDate(UserReminder)
}

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
