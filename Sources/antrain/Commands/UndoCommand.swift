import ArgumentParser
import CivilTime
import Ledger
import Progress
import Reminders
import Training

/// The command `antrain undo`.
struct UndoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract:
            "Undo the last answer, snooze, cancellation, pause, move, deletion, import, preset, log entry, measurement, max, load, choice or priority.",
        discussion: "A restored reminder is sent if its time is still ahead, and not if its time has passed."
    )

    @Flag(help: "Show the actions that can be undone, the last one first, and undo nothing.") var list = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        if list { return try show(workspace) }
        guard workspace.hasLedger,
            let action = try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.lastAction() })
        else { throw .nothingToUndo }
        let planning = try PlanningSession(workspace)
        let words = planning.words
        let names = try names(of: action, planning)
        let difference = try planning.commit([.undone(batch: action.batch)])
        let sentence = words.text(
            .takenBack,
            ["kind": words.word("action.kind", action.kind), "what": what(action, names, planning)]
        )
        let subjects = try subjects(of: action, names, planning)
        var result = ActionResult("undone", subjects, sentence: sentence, difference, words)
        result.undone = UndoableAction(action, subjects, text: text(of: action, names, planning))
        workspace.report(result, asJSON: data.json)
        return .success
    }

    /// Shows the actions that can be undone.
    private func show(_ workspace: Workspace) throws(CommandError) -> ExitStatus {
        let longest = 20
        let actions =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.undoableActions(limit: longest) }
            : []
        guard !actions.isEmpty else {
            workspace.context.show(UndoListResult([], try workspace.words()), asJSON: data.json)
            return .success
        }
        let planning = try PlanningSession(workspace)
        let entries = try actions.map { (action) throws(CommandError) in
            let names = try names(of: action, planning)
            let subjects = try subjects(of: action, names, planning)
            return UndoableAction(action, subjects, text: text(of: action, names, planning))
        }
        workspace.context.show(UndoListResult(entries, planning.words), asJSON: data.json)
        return .success
    }

    private func names(of action: JournalAction, _ planning: PlanningSession) throws(CommandError) -> [String] {
        try zip(action.subjects, action.dates).map { (subject) throws(CommandError) in
            try name(of: subject.0, on: subject.1, action, planning)
        }
    }

    /// The kinds of actions on the training log, whose subjects are exercises.
    private static let logKinds = ["logged", "relogged", "unlogged", "imported"]
    /// The kind of action whose subject is what was measured.
    private static let measured = "measured"
    /// The kind of action whose subject is a preset.
    private static let preset = "preset"
    /// The kind of action whose subject is a program and an exercise.
    private static let chosen = "chosen"

    /// The action in words.
    private func text(of action: JournalAction, _ names: [String], _ planning: PlanningSession) -> String {
        "\(planning.words.word("action.kind", action.kind)): \(what(action, names, planning))"
    }

    private func subjects(of action: JournalAction, _ names: [String], _ planning: PlanningSession)
        throws(CommandError) -> [ActionSubject]
    {
        try zip(zip(action.subjects, action.dates), names).map { (place, name) throws(CommandError) in
            let (id, date) = place
            if Self.logKinds.contains(action.kind) {
                let exercise = action.kind == "imported" ? nil : id
                return ActionSubject(exercise: exercise, name: name, date: date?.description)
            }
            if action.kind == Self.measured {
                return ActionSubject(measure: id, name: name, date: date?.description)
            }
            if action.kind == Self.preset { return ActionSubject(name: name) }
            if action.kind == Self.chosen {
                let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
                var subject = ActionSubject(exercise: parts.last, name: name, date: date?.description)
                subject.program = parts.first
                return subject
            }
            if let value = AthleteValue.Subject(kind: action.kind, subject: id) {
                var subject = ActionSubject(exercise: value.exercise, name: name, date: date?.description)
                if case .load(let program, _) = value { subject.program = program }
                return subject
            }
            let source = OccurrenceSource(subject: id)
            var subject = ActionSubject(name: name, date: date?.description)
            subject.number = source.reminderNumber
            if id == "*" || subject.number != nil { return subject }
            if ["cancelled", "snoozed"].contains(action.kind) {
                subject.notification = id
                subject.number = try notification(id, planning)?.reminderNumber
            } else {
                subject.program = id
                let workout = date.flatMap { planning.input.unpausedOccurrence(OccurrenceKey(source, on: $0)) }
                subject.day = workout?.dayID
            }
            return subject
        }
    }

    /// The names with their dates; a common date is given once, at the end.
    private func what(_ action: JournalAction, _ names: [String], _ planning: PlanningSession) -> String {
        let words = planning.words
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: planning.today) }
        return action.date.map { words.joined(names) + ", " + stated($0) }
            ?? words.joined(
                zip(names, action.dates).map { name, date in date.map { "\(name) (\(stated($0)))" } ?? name }
            )
    }

    /// The name of an action's subject: a workout's or a reminder's title, or a program's name.
    private func name(of subject: String, on date: CivilDate?, _ action: JournalAction, _ planning: PlanningSession)
        throws(CommandError) -> String
    {
        if let value = AthleteValue.Subject(kind: action.kind, subject: subject) { return value.exercise }
        if Self.logKinds.contains(action.kind) || [Self.measured, Self.preset].contains(action.kind) { return subject }
        if action.kind == Self.chosen { return String(subject.drop { $0 != "/" }.dropFirst()) }
        if subject == "*" { return planning.words.text(.allPrograms) }
        let source = OccurrenceSource(subject: subject)
        if let reminder = source.reminderNumber.flatMap(planning.input.reminder) { return reminder.title }
        if let program = planning.programs.first(where: { $0.program.id == subject })?.program {
            let isWorkout = ["started", "completed", "skipped"].contains(action.kind)
            let workout = date.flatMap { planning.input.unpausedOccurrence(OccurrenceKey(source, on: $0)) }
            return isWorkout ? workout?.dayName ?? program.name : program.name
        }
        if let number = source.reminderNumber {
            let title = try planning.workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.reminderTitle(number)
            }
            if let title { return title }
        }
        return try notification(subject, planning)?.summary(on: planning.today, planning.words, isDated: true)
            ?? subject
    }

    private func notification(_ id: String, _ planning: PlanningSession) throws(CommandError) -> PlannedNotification? {
        try planning.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.notification(id) }
    }
}

/// The actions that can be undone, the last one first.
struct UndoListResult: CommandResult {
    static let kind = "undo-list"

    let actions: [UndoableAction]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case actions }

    init(_ actions: [UndoableAction], _ words: MessageCatalog) {
        self.actions = actions
        self.words = words
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !actions.isEmpty else { return words.text(.undoNone, ["command": "'antrain done'"]) + "\n" }
        let rows = actions.enumerated().map { [style.dim("\($0.offset + 1)"), $0.element.text] }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}
