import CivilTime
package import Localization
package import Planning
package import Progress
package import Reminders
package import Session
package import Training

/// What an action is about: a workout, a date of the user's own reminder, a notification or a program.
package struct ActionSubject: Encodable {
    /// The program's id; nil for the user's own reminders, and for an action on all programs.
    package var program: String?
    /// The program day's id, for a workout.
    package var day: String?
    package var number: Int64?
    /// The notification's id, for an action on one notification.
    package var notification: String?
    /// The lift or exercise, for a max or a load.
    package var exercise: String?
    /// The exercise that was chosen in place of `exercise`.
    package var alternative: String?
    /// What was measured, for a measurement.
    package var measure: String?
    package let name: String
    package var date: String?
    /// The week with which a program continues.
    package var week: Int?

    package init(
        program: String? = nil,
        day: String? = nil,
        number: Int64? = nil,
        notification: String? = nil,
        exercise: String? = nil,
        alternative: String? = nil,
        measure: String? = nil,
        name: String,
        date: String? = nil
    ) {
        self.program = program
        self.day = day
        self.number = number
        self.notification = notification
        self.exercise = exercise
        self.alternative = alternative
        self.measure = measure
        self.name = name
        self.date = date
    }
}

extension ActionSubject {
    package init(_ answerable: Answerable) {
        switch answerable.key.source {
        case .reminder(let number): self.number = number
        case .program(let id): (program, day) = (id, answerable.dayID)
        }
        name = answerable.name
        date = answerable.key.date.description
    }

    package init(_ workout: Occurrence) {
        (program, day) = (workout.programID, workout.dayID)
        name = workout.dayName
        date = workout.date.description
    }

    package init(_ notification: PlannedNotification, name: String) {
        number = notification.reminderNumber
        self.notification = notification.id.rawValue
        self.name = name
        date = notification.date.description
    }

    package init(_ reminder: UserReminder) {
        number = reminder.number
        name = reminder.title
    }

    package init(_ value: AthleteValue, _ title: String, _ words: MessageCatalog) {
        if case .load(let id, _) = value.subject { program = id }
        exercise = value.subject.exercise
        name = "\(title) \(words.weight(value.weight, value.unit))"
        date = value.date.description
    }

    package init(_ measurement: BodyMeasurement, _ words: MessageCatalog) {
        measure = measurement.kind.rawValue
        name = words.word("measure", measurement.kind.rawValue) + " " + words.format.numbers("\(measurement)")
        date = measurement.date.description
    }

    /// - Parameter id: the program's id; nil for all programs.
    package init(program id: String?, _ session: Session) {
        program = id
        name =
            id.map { id in session.programs.first { $0.program.id == id }?.program.name ?? id }
            ?? session.words.text(.allPrograms)
    }
}
