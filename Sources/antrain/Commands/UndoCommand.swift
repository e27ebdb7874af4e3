import ArgumentParser
import CivilTime
import Ledger
import Reminders
import Training

/// The command `antrain undo`.
struct UndoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last answer, snooze, cancellation, pause, move, or deletion of a reminder.",
        discussion: "A reminder comes back if its time is still ahead; one whose time has passed is not sent."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        guard workspace.hasLedger,
            let action = try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.lastAction() })
        else { throw .nothingToUndo }
        let planning = try Planning(workspace)
        let words = planning.words
        let named = try zip(action.subjects, action.dates).map { (subject) throws(CommandError) in
            try name(of: subject.0, on: subject.1, action, planning)
        }
        let difference = try planning.commit([.undone(batch: action.batch)])
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: planning.today) }
        // What is of one date has it once, at the end.
        let listed =
            action.date.map { words.joined(named) + ", " + stated($0) }
            ?? words.joined(
                zip(named, action.dates).map { name, date in date.map { "\(name) (\(stated($0)))" } ?? name }
            )
        let sentence = words.text(.takenBack, ["kind": words.word("action.kind", action.kind), "what": listed])
        let names = named
        var result = ActionResult("undone", sentence: sentence, difference, words)
        result.undone = ActionResult.Undone(
            action: action.kind,
            subjects: action.subjects,
            names: names,
            date: action.date?.description
        )
        workspace.tell(result, asJSON: data.json)
        return .success
    }

    /// What an action concerned, as people call it: a workout's or a reminder's title, or a program's name.
    private func name(of subject: String, on date: CivilDate?, _ action: JournalAction, _ planning: Planning)
        throws(CommandError) -> String
    {
        if subject == "*" { return planning.words.text(.allPrograms) }
        if let reminder = planning.input.reminder(subject) { return reminder.title }
        if let program = planning.programs.first(where: { $0.program.id == subject })?.program {
            let isWorkout = ["started", "completed", "skipped"].contains(action.kind)
            let workout = date.flatMap { planning.occurrence(WorkoutKey(programID: subject, date: $0)) }
            return isWorkout ? workout?.dayName ?? program.name : program.name
        }
        if let number = UserReminder.number(ofSubject: subject) {
            let title = try planning.workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.reminderTitle(number)
            }
            if let title { return title }
        }
        let notification = try planning.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.notification(subject)
        }
        return notification?.summary(on: planning.today, planning.words, isDated: true) ?? subject
    }
}
