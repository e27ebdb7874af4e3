import CivilTime
import Progress
import Reminders
import Training

/// What an action is about: a workout, a date of the user's own reminder, a notification or a program.
struct ActionSubject: Encodable {
    /// The program's id; nil for the user's own reminders, and for an action on all programs.
    var program: String?
    /// The program day's id, for a workout.
    var day: String?
    /// The number of the user's own reminder.
    var number: Int64?
    /// The notification's id, for an action on one notification.
    var notification: String?
    /// The lift or exercise, for a max or a load.
    var exercise: String?
    /// The exercise that was chosen in place of `exercise`.
    var alternative: String?
    /// What was measured, for a measurement.
    var measure: String?
    let name: String
    var date: String?
}

extension ActionSubject {
    init(_ answerable: Answerable) {
        switch answerable.key.source {
        case .reminder(let number): self.number = number
        case .program(let id): (program, day) = (id, answerable.dayID)
        }
        name = answerable.name
        date = answerable.key.date.description
    }

    init(_ notification: PlannedNotification, name: String) {
        number = notification.reminderNumber
        self.notification = notification.id.rawValue
        self.name = name
        date = notification.date.description
    }

    init(_ reminder: UserReminder) {
        number = reminder.number
        name = reminder.title
    }

    init(_ value: AthleteValue, _ title: String, _ words: MessageCatalog) {
        if case .load(let id, _) = value.subject { program = id }
        exercise = value.subject.exercise
        name = "\(title) \(words.weight(value.weight, value.unit))"
        date = value.date.description
    }

    init(_ measurement: BodyMeasurement, _ words: MessageCatalog) {
        measure = measurement.kind.rawValue
        name = words.word("measure", measurement.kind.rawValue) + " " + words.format.numbers("\(measurement)")
        date = measurement.date.description
    }

    /// - Parameter id: the program's id; nil for all programs.
    init(program id: String?, _ planning: PlanningSession) {
        program = id
        name =
            id.map { id in planning.programs.first { $0.program.id == id }?.program.name ?? id }
            ?? planning.words.text(.allPrograms)
    }
}
