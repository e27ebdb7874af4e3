import CivilTime
import Ledger
import Reminders
import Training
import YAMLSource

/// Something that can be answered: a workout, or one date of a reminder of the user's own.
struct Answerable {
    let key: WorkoutKey
    let dayID: String
    let name: String
    let program: String
    /// The workout; nil for a reminder.
    let occurrence: Occurrence?

    init(_ occurrence: Occurrence) {
        key = WorkoutKey(programID: occurrence.programID, date: occurrence.date)
        dayID = occurrence.dayID
        name = occurrence.dayName
        program = occurrence.programName
        self.occurrence = occurrence
    }

    init(_ reminder: UserReminder, on date: CivilDate) {
        key = WorkoutKey(programID: reminder.subject, date: date)
        dayID = ""
        name = reminder.title
        program = reminder.subject
        occurrence = nil
    }
}

/// Which workouts an action is about, as the user named them.
struct AnswerChoice {
    /// A reminder's id, short number or link.
    var reference: String?
    /// The workouts' date.
    var date: CivilDate?
    /// The program's id, where there are several.
    var program: String?
    /// Whether all are meant, where there are several.
    var all = false
    /// Whether reminders of the user's own are left out.
    var onlyWorkouts = false

    /// Whether something that waits for an answer can be meant.
    func admits(_ one: Answerable) -> Bool {
        (program ?? one.key.programID) == one.key.programID && !(onlyWorkouts && one.occurrence == nil)
    }
}

extension Planning {
    /// What is meant.
    ///
    /// With no name it is the latest reminder that was delivered and has no answer, of those that can be meant; else today's workouts.
    func chosen(_ choice: AnswerChoice) throws(CommandError) -> [Answerable] {
        if let reference = choice.reference {
            let reminder = try named(reference)
            let open = reminder.leaving(facts.answers) ?? reminder
            return try narrowed(open.workouts.compactMap(answerable), choice)
        }
        if let date = choice.date { return try narrowed(open(on: date), choice, date) }
        let waiting = waitingForAnswer.lazy.map { open in
            open.workouts.compactMap(answerable).filter(choice.admits)
        }
        if let meant = waiting.first(where: { !$0.isEmpty }) { return try narrowed(meant, choice) }
        return try narrowed(open(on: today), choice, today)
    }

    /// What a date has that has no answer; where all has one, that is said.
    private func open(on date: CivilDate) throws(CommandError) -> [Answerable] {
        try checkUnanswered(on: date)
        return unanswered(on: date).map { Answerable($0) }
    }

    /// Refuses a date all of whose workouts have their answers.
    func checkUnanswered(on date: CivilDate) throws(CommandError) {
        let all = programs.compactMap { occurrence(WorkoutKey(programID: $0.program.id, date: date)) }
        guard let answered = all.first, unanswered(on: date).isEmpty else { return }
        throw .dateAnswered(answered.dayName, date)
    }

    private func answerable(_ key: WorkoutKey) -> Answerable? {
        if let reminder = facts.reminders.first(where: { $0.subject == key.programID }) {
            return Answerable(reminder, on: key.date)
        }
        return occurrence(key).map { Answerable($0) }
    }

    /// The reminder of an id, a short number or a link.
    func named(_ text: String) throws(CommandError) -> PlannedNotification {
        let reference = NotificationLink.reference(text)
        let found = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.notification(reference) }
        guard let found else { throw .noReminder(text) }
        return found
    }

    /// The delivered reminders that wait for an answer, each once and as it stands now, the latest first.
    var waitingForAnswer: [PlannedNotification] {
        var seen: Set<NotificationID> = []
        let latestFirst = facts.delivered.sorted {
            ($0.deliveredAt, $0.notification.id) > ($1.deliveredAt, $1.notification.id)
        }
        return latestFirst.map(\.notification).filter { !$0.items.isEmpty }.compactMap(open).filter {
            seen.insert($0.id.root).inserted
        }
    }

    /// The workouts that the active programs have on a date and that have no answer.
    func unanswered(on date: CivilDate) -> [Occurrence] {
        programs.compactMap { active in
            let key = WorkoutKey(programID: active.program.id, date: date)
            return facts.answers[key] == nil ? occurrence(key) : nil
        }
    }

    /// The workout that a program has on a date.
    func occurrence(_ workout: WorkoutKey) -> Occurrence? {
        programs.first { $0.program.id == workout.programID }?.calendar(settings, today: today).day(on: workout.date)
            .occurrence
    }

    private func narrowed(_ workouts: [Answerable], _ choice: AnswerChoice, _ date: CivilDate? = nil)
        throws(CommandError) -> [Answerable]
    {
        guard !workouts.isEmpty else {
            if let date { throw .noWorkout(date) }
            throw .nothingToAnswer(choice.reference ?? "")
        }
        if let program = choice.program {
            let matching = workouts.filter { $0.key.programID == program }
            guard !matching.isEmpty else { throw .notAmong(program, workouts.map(\.key.programID)) }
            return matching
        }
        guard workouts.count > 1, !choice.all else { return workouts }
        guard let ask = workspace.context.ask else { throw .ambiguous(workouts.map(\.key.programID)) }
        let list = workouts.enumerated().map { "  \($0 + 1)  \($1.name) (\($1.program))\n" }.joined()
        let answer = ask("\(words.text(.whichOne))\n\(list)  a  \(words.text(.allOfThem))\n> ") ?? ""
        if answer == "a" || answer == "all" { return workouts }
        guard let number = Int(answer), workouts.indices.contains(number - 1) else {
            throw .ambiguous(workouts.map(\.key.programID))
        }
        return [workouts[number - 1]]
    }

    /// A program that an option names must be active.
    func checkActive(_ id: String?) throws(CommandError) {
        guard let id, !programs.contains(where: { $0.program.id == id }) else { return }
        throw .notActive(id, near: Suggestion.nearest(to: id, among: programs.map(\.program.id)))
    }
}
