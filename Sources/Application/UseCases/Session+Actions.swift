import CivilTime
import History
package import Ledger
import Localization
import Planning
package import Platform
import Progress
import Reminders
package import Results
package import Session
import Training
import YAMLSource

/// The user's actions in words, as `undo` and `redo` show them.
extension Session {
    /// The names with their dates; a common date is given once, at the end.
    func what(_ action: JournalAction, _ names: [String]) -> String {
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: today) }
        return action.date.map { words.joined(names) + ", " + stated($0) }
            ?? words.joined(
                zip(names, action.dates).map { name, date in date.map { "\(name) (\(stated($0)))" } ?? name }
            )
    }
}

extension JournalAction {
    /// What the subjects of an action are.
    enum SubjectKind {
        /// A program, one of the user's own reminders, or all programs.
        case occurrence
        case notification, exercise, measure
        /// A program and an exercise.
        case choice
        /// A lift, or a program and an exercise.
        case value
        /// Something that has only a name.
        case name
    }

    var subjectKind: SubjectKind {
        switch kind {
        case .logged, .relogged, .unlogged: .exercise
        case .imported, .preset, .settings: .name
        case .measured: .measure
        case .chosen: .choice
        case .oneRepMax, .trainingMax, .load: .value
        case .cancelled, .snoozed: .notification
        default: .occurrence
        }
    }
}

/// The user's actions in words, as `undo` and `redo` show them.
extension Store {
    package func described(_ action: JournalAction) throws(CommandError) -> UndoableAction {
        let places = Array(zip(action.subjects, action.dates))
        let names = try places.map { (place) throws(CommandError) in try name(of: place.0, on: place.1, action) }
        let subjects = try zip(places, names).map { (place, name) throws(CommandError) in
            try subject(place.0, on: place.1, named: name, action)
        }
        let date = session.zone.civil(at: action.at).date
        return UndoableAction(
            action,
            subjects,
            kind: session.words.word("action.kind", action.kind.rawValue),
            what: session.what(action, names),
            session.words,
            day: date == session.today ? nil : session.words.day(date, today: session.today)
        )
    }

    private func subject(_ id: String, on date: CivilDate?, named name: String, _ action: JournalAction)
        throws(CommandError) -> ActionSubject
    {
        var subject = ActionSubject(name: name, date: date?.description)
        switch action.subjectKind {
        case .exercise: subject.exercise = id
        case .measure: subject.measure = id
        case .name: break
        case .choice:
            let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
            (subject.program, subject.exercise) = (parts.first, parts.last)
        case .value:
            let value = AthleteValue.Subject(kind: action.kind.rawValue, subject: id)
            subject.exercise = value?.exercise
            if case .load(let program, _)? = value { subject.program = program }
        case .notification:
            subject.notification = id
            subject.number = try notification(id)?.reminderNumber
        case .occurrence:
            let source = OccurrenceSource(subject: id)
            subject.number = source.reminderNumber
            guard id != "*", let program = source.programID else { break }
            subject.program = program
            subject.day = date.flatMap { session.input.unpausedOccurrence(OccurrenceKey(source, on: $0)) }?.dayID
        }
        return subject
    }

    /// The name of an action's subject: a workout's or a reminder's title, or a program's name.
    private func name(of subject: String, on date: CivilDate?, _ action: JournalAction) throws(CommandError) -> String {
        switch action.subjectKind {
        case .exercise: return session.exerciseNames.name(subject, of: subject)
        case .measure: return session.words.word("measure", subject)
        case .name: return session.words.joined(subject.split(separator: ",").map(String.init))
        case .choice:
            let id = String(subject.drop { $0 != "/" }.dropFirst())
            return session.exerciseNames.name(id, of: id)
        case .value:
            return AthleteValue.Subject(kind: action.kind.rawValue, subject: subject).map(session.title(of:)) ?? subject
        case .notification:
            return try notification(subject)?.summary(on: session.today, session.words, isDated: true) ?? subject
        case .occurrence:
            if subject == "*" { return session.words.text(.allPrograms) }
            let source = OccurrenceSource(subject: subject)
            guard let number = source.reminderNumber else { return try programName(subject, on: date, action) }
            if let reminder = session.input.reminder(number) { return reminder.title }
            return try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.reminderTitle(number) }
                ?? subject
        }
    }

    /// The name of a workout, or of its program at that time.
    private func programName(_ id: String, on date: CivilDate?, _ action: JournalAction) throws(CommandError) -> String
    {
        let isWorkout = [JournalKind.started, .completed, .skipped].contains(action.kind)
        let key = date.map { OccurrenceKey(.program(id), on: $0) }
        if isWorkout, let workout = key.flatMap(session.input.unpausedOccurrence) { return workout.dayName }
        let source = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.programSource(id, in: action)
        }
        return source.flatMap { ProgramReader.read(SourceText(path: id, bytes: $0)).program?.name } ?? id
    }

    private func notification(_ id: String) throws(CommandError) -> PlannedNotification? {
        try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.notification(id) }
    }
}
