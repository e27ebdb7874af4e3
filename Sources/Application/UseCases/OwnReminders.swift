import CalendarSyntax
import Calendars
import CivilTime
import Files
import Ledger
import Localization
import Planning
package import Platform
package import Reminders
package import Results
package import Session

/// Adds a reminder of the user's own.
package struct AddingReminder {
    private let store: Store
    private let reminder: UserReminder

    package init(_ store: Store, _ reminder: UserReminder) { (self.store, self.reminder) = (store, reminder) }

    /// - Returns: the reminder with its number, and the result.
    package func run() throws(CommandError) -> (added: UserReminder, result: ActionResult) {
        try store.session.requireReminders()
        let difference = try store.commit([.reminderAdded(reminder)])
        let added = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.reminders().last }
        guard let added else { throw .noReminder(reminder.title) }
        let sentence = added.sentence(store.session)
        return (added, ActionResult("reminder-added", added, sentence, difference, store.session))
    }
}

/// Changes one of the user's own reminders.
package struct EditingReminder {
    private let store: Store
    private let reminder: UserReminder

    package init(_ store: Store, _ reminder: UserReminder) { (self.store, self.reminder) = (store, reminder) }

    package func run() throws(CommandError) -> ActionResult {
        let difference = try store.commit([.reminderEdited(reminder)])
        let sentence = reminder.sentence(store.session)
        return ActionResult("reminder-edited", reminder, sentence, difference, store.session)
    }
}

/// Deletes one of the user's own reminders.
package struct DeletingReminder {
    private let store: Store
    private let reminder: UserReminder

    package init(_ store: Store, _ reminder: UserReminder) { (self.store, self.reminder) = (store, reminder) }

    package func run() throws(CommandError) -> ActionResult {
        let difference = try store.commit([.reminderDeleted(number: reminder.number)])
        let values = ["number": "\(reminder.number)", "title": reminder.title]
        let sentence = store.session.words.text(.reminderDeleted, values)
        return ActionResult("reminder-deleted", reminder, sentence, difference, store.session)
    }
}

/// Marks one of the user's own reminders, or its latest occurrence, as done or as not done.
package struct MarkingReminder {
    private let store: Store
    private let reminder: UserReminder
    private let isDone: Bool

    package init(_ store: Store, _ reminder: UserReminder, isDone: Bool) {
        (self.store, self.reminder, self.isDone) = (store, reminder, isDone)
    }

    package func run() throws(CommandError) -> ActionResult {
        let (session, words) = (store.session, store.session.words)
        let date = try meantDate
        let meant = Answerable(reminder, on: date)
        guard isDone || session.facts.answers[meant.key] != nil else { throw .notAnswered(reminder.title) }
        let difference = try store.commit([
            isDone ? .answered(meant.key, dayID: "", .completed) : .unanswered(meant.key)
        ])
        let what = "\(reminder.title) (\(words.day(date, today: session.today)))"
        let sentence =
            isDone ? words.text(.done, ["what": what]) : words.text(.reminderNotDone, ["title": reminder.title])
        let action = isDone ? "done" : "reminder-undone"
        return ActionResult(action, [ActionSubject(meant)], sentence: sentence, difference, words)
    }

    /// The date to mark: today's or the latest before it, or the only date of a reminder that does not repeat.
    private var meantDate: CivilDate {
        get throws(CommandError) {
            do throws(AnswerError) { return try store.session.resolver.date(of: reminder) } catch {
                throw .noDate(reminder.number)
            }
        }
    }
}

/// Adds the reminders of a preset.
package struct AddingPreset {
    private let store: Store
    private let name: String
    private let reminders: [UserReminder]

    package init(_ store: Store, _ name: String, _ reminders: [UserReminder]) {
        (self.store, self.name, self.reminders) = (store, name, reminders)
    }

    /// - Returns: the reminders with their numbers, and the result.
    package func run() throws(CommandError) -> (added: [UserReminder], result: ActionResult) {
        let words = store.session.words
        let difference = try store.commit([.presetAdded(name: name, reminders)])
        let numbers = Set(try store.addedPresets()[name] ?? [])
        let added = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.reminders() }.filter {
            numbers.contains($0.number)
        }
        let count = words.text(added.count, one: .planReminder, other: .planReminders)
        let sentence = words.text(.presetAdded, ["name": name, "count": count])
        let subjects = added.map { ActionSubject($0) }
        return (added, ActionResult("preset-added", subjects, sentence: sentence, difference, words))
    }
}

/// Adds the events and tasks of a calendar file that no earlier import added, as the user's own reminders.
package struct ImportingCalendar {
    private let store: Store
    private let file: String
    private let isDryRun: Bool

    package init(_ store: Store, _ file: String, isDryRun: Bool) {
        (self.store, self.file, self.isDryRun) = (store, file, isDryRun)
    }

    package func run() throws(CommandError) -> CalendarImportResult {
        let found = try read()
        let known = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.importedUIDs() }
        let new = found.entries.filter { !known.contains($0.uid) }
        if !isDryRun, !new.isEmpty {
            try store.session.requireReminders()
            _ = try store.commit(new.map { .reminderImported($0.reminder, uid: $0.uid) })
        }
        return CalendarImportResult(found, new, isDryRun: isDryRun, store.session)
    }

    private func read() throws(CommandError) -> CalendarImport {
        let (context, session) = (store.workspace.context, store.session)
        let bytes: [UInt8]
        let path = Paths.absolute(file, context)
        do throws(FileProblem) { bytes = try context.files.readWhole(path).get() } catch { throw .file(error) }
        let calendars: [CalendarComponent]
        do throws(CalendarSyntaxError) { calendars = try CalendarReader.calendars(bytes) } catch {
            throw .unreadableImport(path: file, reason: error.description)
        }
        let zones = ZoneDatabase.system(environment: context.environment)
        return CalendarImport(
            calendars,
            in: session.zone,
            now: session.now,
            wholeDays: session.input.usualTime(on: session.today),
            zoneNamed: zones.knownZone
        )
    }
}

extension Session {
    /// Refuses to add a reminder while reminders are off: it would not be sent.
    package func requireReminders() throws(CommandError) { if !settings.isEnabled { throw .remindersOff } }
}

extension ActionResult {
    fileprivate init(
        _ action: String,
        _ reminder: UserReminder,
        _ sentence: String,
        _ difference: QueueDifference,
        _ session: Session
    ) {
        self.init(action, [ActionSubject(reminder)], sentence: sentence, difference, session.words)
        self.reminder = Reminder(reminder)
    }
}
