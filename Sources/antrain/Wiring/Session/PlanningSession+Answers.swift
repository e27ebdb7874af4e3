import CivilTime
import Ledger
import Reminders
import Training
import YAMLSource

/// Something that can be answered: a workout, or one date of one of the user's own reminders.
struct Answerable {
    let key: OccurrenceKey
    let dayID: String
    let name: String
    let program: String
    /// The workout; nil for a reminder.
    let occurrence: Occurrence?

    init(_ occurrence: Occurrence) {
        key = OccurrenceKey(.program(occurrence.programID), on: occurrence.date)
        dayID = occurrence.dayID
        name = occurrence.dayName
        program = occurrence.programName
        self.occurrence = occurrence
    }

    init(_ reminder: UserReminder, on date: CivilDate) {
        key = OccurrenceKey(reminder.source, on: date)
        dayID = ""
        name = reminder.title
        program = reminder.source.subject
        occurrence = nil
    }
}

/// The workouts that an action applies to, as the user specified them.
struct AnswerChoice {
    /// The command's name, such as `done`; messages suggest commands with it.
    let verb: String
    /// A reminder's id, link or number.
    var reference: String?
    var date: CivilDate?
    /// A program's id, to choose among several workouts.
    var program: String?
    /// Whether to choose all matching workouts.
    var all = false
    /// Whether to ignore the user's own reminders.
    var onlyWorkouts = false

    /// The answer that the command records; nil for commands such as `snooze`.
    var answer: Answer? {
        switch verb {
        case "done": .completed
        case "skip": .skipped
        default: nil
        }
    }

    /// The command for each of several workouts, and the command for all of them.
    func commands(_ workouts: [Answerable]) -> [String] {
        let meant = ["antrain \(verb)", reference, date.map { "--date \($0)" }].compactMap { $0 }.joined(separator: " ")
        return workouts.map { "\(meant) --program \($0.key.source.subject)" } + ["\(meant) --all"]
    }

    /// Whether something unanswered matches the options.
    func admits(_ one: Answerable) -> Bool {
        (program ?? one.key.source.subject) == one.key.source.subject && !(onlyWorkouts && one.occurrence == nil)
    }
}

/// A workout, or a date of one of the user's own reminders, with a delivered reminder and without an answer.
struct WaitingAnswer {
    let subject: Answerable
    /// Its latest reminder, without subjects that were answered since.
    let reminder: PlannedNotification
    let deliveredAt: Instant
}

extension PlanningSession {
    /// The workouts that the user means; see `meantToday` for commands without a name or date.
    func chosen(_ choice: AnswerChoice) throws(CommandError) -> [Answerable] {
        if let reference = choice.reference {
            let reminder = try named(reference)
            let open = reminder.leaving(facts.answers) ?? reminder
            return try narrowed(open.occurrences.compactMap(answerable), choice)
        }
        if let date = choice.date {
            let open = unanswered(on: date).map { Answerable($0) }
            // Giving the same answer again is allowed.
            return try narrowed(open.contains(where: choice.admits) ? open : all(on: date), choice, date)
        }
        return try meantToday(choice)
    }

    /// The workouts that the user means without naming any.
    ///
    /// They are those of today's latest workout reminder, or else today's workouts, or else today's latest user reminder. Older
    /// ones must be named; on a terminal antrain asks.
    private func meantToday(_ choice: AnswerChoice) throws(CommandError) -> [Answerable] {
        let waiting = waitingAnswers.filter { choice.admits($0.subject) }
        let ahead = unanswered(on: today).map { Answerable($0) }.filter(choice.admits)
        if choice.all {
            let delivered = waiting.map(\.subject)
            let all = delivered + ahead.filter { one in !delivered.contains { $0.key == one.key } }
            if !all.isEmpty { return all }
        }
        let workouts = waiting.filter { $0.subject.occurrence != nil }
        if let latest = workouts.first(where: { $0.subject.key.date == today }) {
            let root = latest.reminder.id.root
            let group = workouts.filter { $0.reminder.id.root == root && $0.subject.key.date == today }
            return try narrowed(group.map(\.subject), choice)
        }
        // Shortly after midnight the latest reminder may be about the day before.
        let late = workouts.filter { zone.civil(at: $0.deliveredAt).date == today }.map(\.subject)
        if !late.isEmpty { return ahead.isEmpty ? try narrowed(late, choice) : try asked(late + ahead, choice) }
        if !ahead.isEmpty { return try narrowed(ahead, choice, today) }
        if let own = waiting.first(where: { $0.subject.occurrence == nil && $0.subject.key.date == today }) {
            return [own.subject]
        }
        let answered = all(on: today).filter(choice.admits)
        if !answered.isEmpty, let answer = choice.answer {
            // Giving the same answer again is allowed.
            let same = answered.filter { facts.answers[$0.key] == answer }
            return same.isEmpty ? try narrowed(answered, choice, today) : same
        }
        if !waiting.isEmpty { return try asked(waiting.map(\.subject), choice) }
        try checkUnanswered(on: today)
        return try narrowed(unanswered(on: today).map { Answerable($0) }, choice, today)
    }

    /// Asks which day's workouts are meant; without a terminal the user must name them.
    func asked(_ open: [Answerable], _ choice: AnswerChoice) throws(CommandError) -> [Answerable] {
        guard workspace.context.ask != nil else {
            throw .mustBeNamed(
                open.map { "\($0.name) (\(words.day($0.key.date, today: today))): \(command(choice.verb, $0))" }
            )
        }
        return try narrowed(open, choice, asks: true)
    }

    /// The command that answers one workout.
    private func command(_ verb: String, _ one: Answerable) -> String {
        if let waiting = waitingAnswers.first(where: { $0.subject.key == one.key }) {
            let option =
                waiting.reminder.items.count > 1 && verb != "snooze" ? " --program \(one.key.source.subject)" : ""
            return "antrain \(verb) \(waiting.reminder.id.root)\(option)"
        }
        return "antrain \(verb) --date \(one.key.date) --program \(one.key.source.subject)"
    }

    /// The workouts of a date, answered or not.
    private func all(on date: CivilDate) -> [Answerable] {
        programs.compactMap { occurrence(OccurrenceKey(.program($0.program.id), on: date)) }.map { Answerable($0) }
    }

    /// Fails if the date has workouts and all are answered.
    func checkUnanswered(on date: CivilDate) throws(CommandError) {
        let all = all(on: date)
        guard !all.isEmpty, unanswered(on: date).isEmpty else { return }
        throw .dateAnswered(words.joined(all.map(\.name)), date)
    }

    private func answerable(_ key: OccurrenceKey) -> Answerable? {
        switch key.source {
        case .reminder(let number): input.reminder(number).map { Answerable($0, on: key.date) }
        case .program: occurrence(key).map { Answerable($0) }
        }
    }

    /// The reminder with an id or link, or with the number of one of the user's own.
    func named(_ text: String) throws(CommandError) -> PlannedNotification {
        let reference = NotificationLink.reference(text)
        if let number = Int64(reference) { return try ownNotification(try reminder(number)) }
        let notification = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.notification(reference)
        }
        guard let notification else {
            if let date = NotificationID(rawValue: reference).date,
                let limit = try workspace.compactedBefore(in: zone), date < limit
            {
                throw .compactedReminder(text, before: limit)
            }
            throw .noReminder(text)
        }
        return notification
    }

    /// The notification that the number of one of the user's own reminders refers to: the latest unanswered one, or else the
    /// next.
    private func ownNotification(_ reminder: UserReminder) throws(CommandError) -> PlannedNotification {
        if let waiting = waitingAnswers.first(where: { $0.subject.key.source == reminder.source }) {
            return waiting.reminder
        }
        let date = try meantDate(of: reminder)
        guard let notification = input.notification(of: reminder, on: date) else { throw .noDate(reminder.number) }
        return notification
    }

    /// All delivered and unanswered reminders, each workout once, latest first.
    var waitingAnswers: [WaitingAnswer] {
        var seen: Set<OccurrenceKey> = []
        let latestFirst = facts.delivered.filter { !$0.isPremature(at: now) }.sorted {
            ($0.deliveredAt, $0.notification.id) > ($1.deliveredAt, $1.notification.id)
        }
        return latestFirst.filter { !$0.notification.items.isEmpty }.flatMap { delivered -> [WaitingAnswer] in
            guard let reminder = open(delivered.notification) else { return [] }
            return reminder.occurrences.filter { seen.insert($0).inserted }.compactMap(answerable).map {
                WaitingAnswer(subject: $0, reminder: reminder, deliveredAt: delivered.deliveredAt)
            }
        }
    }

    /// The delivered reminders that are unanswered, each once, latest first.
    var waitingForAnswer: [PlannedNotification] {
        var seen: Set<NotificationID> = []
        return waitingAnswers.map(\.reminder).filter { seen.insert($0.id.root).inserted }
    }

    /// The unanswered workouts of the active programs on a date.
    func unanswered(on date: CivilDate) -> [Occurrence] {
        programs.compactMap { active in
            let key = OccurrenceKey(.program(active.program.id), on: date)
            return facts.answers[key] == nil ? occurrence(key) : nil
        }
    }

    func occurrence(_ workout: OccurrenceKey) -> Occurrence? {
        input.occurrence(workout)
    }

    private func narrowed(
        _ workouts: [Answerable],
        _ choice: AnswerChoice,
        _ date: CivilDate? = nil,
        asks: Bool = false
    ) throws(CommandError) -> [Answerable] {
        guard !workouts.isEmpty else {
            if let date { throw .noWorkout(date) }
            throw .nothingToAnswer(choice.reference ?? "")
        }
        if let program = choice.program {
            let matching = workouts.filter { $0.key.source.subject == program }
            guard !matching.isEmpty else { throw .notAmong(program, workouts.map(\.key.source.subject)) }
            if !asks { return matching }
        }
        guard asks || workouts.count > 1, !choice.all else { return workouts }
        guard let ask = workspace.context.ask else { throw .ambiguous(choice.commands(workouts)) }
        let list = workouts.enumerated().map { place, one in
            let day = one.key.date == today ? "" : ", " + words.day(one.key.date, today: today)
            return "  \(place + 1)  \(one.name) (\(one.program)\(day))\n"
        }.joined()
        let answer = ask("\(words.text(.whichOne))\n\(list)  a  \(words.text(.allOfThem))\n> ") ?? ""
        if answer == "a" || answer == "all" { return workouts }
        guard let number = Int(answer), workouts.indices.contains(number - 1) else {
            throw .ambiguous(choice.commands(workouts))
        }
        return [workouts[number - 1]]
    }

    /// Fails if a program is given and is not active.
    func checkActive(_ id: String?) throws(CommandError) {
        guard let id, !programs.contains(where: { $0.program.id == id }) else { return }
        throw .notActive(id, near: Suggestion.nearest(to: id, among: programs.map(\.program.id)))
    }
}
