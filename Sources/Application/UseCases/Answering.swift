package import CivilTime
import Ledger
import Localization
package import Planning
package import Platform
import Progress
package import Reminders
package import Results
package import Session
package import Training

/// Marks workouts or reminders as done or skipped.
package struct Answering {
    private let store: Store
    private let answer: Answer
    private let meant: [Answerable]
    private let results: WorkoutResults
    private let continues: Bool

    /// - Parameters:
    ///   - store: the store that knows the workouts; see `Store.reaching`.
    ///   - results: what the user did, if not as planned.
    ///   - continues: whether it ends the workout that the command began.
    package init(
        _ store: Store,
        _ answer: Answer,
        _ meant: [Answerable],
        _ results: WorkoutResults = WorkoutResults(),
        continues: Bool = false
    ) {
        (self.store, self.answer, self.meant, self.results) = (store, answer, meant, results)
        self.continues = continues
    }

    package func run() throws(CommandError) -> ActionResult {
        let session = store.session
        let words = session.words
        let log: [LedgerEvent]
        let key: MessageKey
        switch answer {
        case .completed: (log, key) = (try store.logEvents(meant, results), .done)
        case .skipped: (log, key) = (session.planRemovals(meant), .skipped)
        }
        var present = session.facts
        let difference = try store.commit(
            meant.map { .answered($0.key, dayID: $0.dayID, week: $0.occurrence?.week.number, answer) } + log,
            continues: continues
        ) { present = $0 }
        let repetitions = session.repetitions(present)
        let names = meant.map { one in
            let remarks = [
                one.key.date == session.today ? nil : words.day(one.key.date, today: session.today),
                session.replaced(one, by: answer),
            ].compactMap(\.self)
            return one.name + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
        }
        let sentence = words.text(key, ["what": words.joined(names)])
        let entries = try entered(log)
        let deviations = entries.map { entry in
            let shown = LogEntryResult(entry, session.exerciseNames, words)
            let remark = session.replaced(by: entry).map { " (\($0))" } ?? ""
            return words.text(.labeled, ["label": shown.name, "value": shown.text + remark])
        }
        var result = ActionResult(
            answer.code,
            meant.map(ActionSubject.init),
            sentence: ([sentence] + deviations + repetitions.map(\.sentence)).joined(separator: "; "),
            difference,
            words
        )
        if !repetitions.isEmpty { result.continued = repetitions.map(\.subject) }
        if !entries.isEmpty { result.entries = entries.map { LogEntryResult($0, session.exerciseNames, words) } }
        return result
    }

    /// What the user entered, as the training log has it now.
    private func entered(_ events: [LedgerEvent]) throws(CommandError) -> [LogEntry] {
        let given = events.compactMap { event -> LogEntry? in
            switch event {
            case .logged(let entry), .relogged(let entry): entry.outcome == .planned ? nil : entry
            default: nil
            }
        }
        guard let first = given.map(\.date).min() else { return [] }
        let log = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: first) }
        return given.map { entry in
            log.last { $0.workout == entry.workout && $0.date == entry.date && $0.sets == entry.sets } ?? entry
        }
    }
}

/// Starts workouts, unless they were already started or answered.
package struct Starting {
    private let store: Store
    private let meant: [Answerable]

    package init(_ store: Store, _ meant: [Answerable]) { (self.store, self.meant) = (store, meant) }

    package func run() throws(CommandError) -> [Occurrence] {
        let facts = store.session.facts
        let workouts = meant.compactMap(\.occurrence)
        guard !workouts.isEmpty else { throw .nothingToAnswer(meant.first?.key.source.subject ?? "") }
        let known = Set(facts.started.map(\.workout))
        let new = workouts.filter { !known.contains($0.key) && facts.answers[$0.key] == nil }
        _ = try store.commit(new.map { .started($0.key, dayID: $0.dayID, week: $0.week.number) })
        return workouts
    }
}

/// Snoozes reminders: for a while from now, or from the time for which they are planned, or until a moment.
package struct Snoozing {
    private let store: Store
    private let reminders: [PlannedNotification]
    private let end: End

    /// When a snooze ends.
    package enum End {
        /// After what the settings say.
        case usual
        case after(TimeSpan)
        case at(Instant)
    }

    /// - Parameter end: when they are sent again.
    package init(_ store: Store, _ reminders: [PlannedNotification], _ end: End = .usual) {
        (self.store, self.reminders, self.end) = (store, reminders, end)
    }

    package func run() throws(CommandError) -> ActionResult {
        let session = store.session
        let (resolver, words) = (session.resolver, session.words)
        let snoozes = reminders.map { reminder -> (PlannedNotification, until: Instant) in
            let start = resolver.startOfSnooze(of: reminder)
            return switch end {
            case .usual: (reminder, until: start.adding(session.settings.snooze.of(reminder)))
            case .after(let span): (reminder, until: start.adding(span))
            case .at(let instant): (reminder, until: instant)
            }
        }
        let events = snoozes.flatMap { reminder, until -> [LedgerEvent] in
            // It may never have been planned, if its time had already passed; the snooze needs to know what it is about.
            let seen: [LedgerEvent] = reminder.id == reminder.id.root ? [.reminderSeen(reminder)] : []
            return seen + [.snoozed(id: reminder.id.root, date: reminder.date, until: until)]
        }
        let difference = try store.commit(events)
        let sentences = snoozes.map { reminder, until in
            let moment = words.onMoment(session.zone.civil(at: until), today: session.today)
            let what = reminder.summary(on: session.today, words, isDated: reminder.date >= session.today)
            return words.text(.comesAgain, ["what": what, "moment": moment])
        }
        let subjects = reminders.map { ActionSubject($0, name: $0.summary) }
        var result = ActionResult("snoozed", subjects, sentence: sentences.joined(separator: "; "), difference, words)
        result.again = snoozes.map(\.until).min().map { ActionResult.Snooze($0, in: session.zone) }
        return result
    }
}

/// The actions on a reminder, shared by commands and reported answers.
extension Session {
    /// The earlier answer that another one replaces, in words; nil if there is none.
    func replaced(_ one: Answerable, by answer: Answer) -> String? {
        guard let former = facts.answers[one.key] else { return nil }
        // The log of a guided session answers the workout before its end does.
        guard former != answer else {
            return answer == .completed && facts.evidence[one.key] == nil ? words.text(.wasDoneAlready) : nil
        }
        switch former {
        case .completed: return words.text(.wasDone)
        case .skipped: return words.text(.wasSkipped)
        }
    }

    /// What an entry replaces that was logged as planned, in words; nil if there is no such entry.
    func replaced(by entry: LogEntry) -> String? {
        guard let former = facts.log.first(where: { $0.number == entry.number }), former.outcome == .planned,
            former.sets != entry.sets
        else { return nil }
        return words.text(.replacesPlanned, ["sets": words.notation(former.sets)])
    }

    /// How much of the workout of an entry is logged, and the command that finishes it; nil if the user answered it.
    ///
    /// - Parameter present: the ledger with the entry.
    func progress(of entry: LogEntry, _ present: PlanningSnapshot) -> String? {
        guard let program = entry.workout?.program else { return nil }
        let key = OccurrenceKey(.program(program), on: entry.date)
        guard let found = present.evidence[key], let occurrence = occurrence(key) else { return nil }
        if present.answers[key] != nil { return words.text(.logCompletes, ["what": words.name(occurrence)]) }
        let command = commandTo(.done, occurrence)
        return words.text(
            .exercisesLogged,
            ["count": "\(found.logged)", "total": "\(found.exercises)", "command": command]
        )
    }

    /// The shortest command that is about exactly one workout.
    package func commandTo(_ verb: AnswerVerb, _ workout: Occurrence) -> String {
        let bare = "antrain \(verb.rawValue)"
        let date = "\(bare) --date \(workout.date)"
        let commands: [(AnswerRequest.Reference, String)] = [(.unnamed, bare), (.date(workout.date), date)]
        let fitting = commands.first { reference, _ in
            guard case .meant(let found)? = try? resolver.meaning(of: AnswerRequest(verb, reference)) else {
                return false
            }
            return found.flatMap(\.subjects).map(\.key) == [workout.key]
        }
        return fitting?.1 ?? "\(date) --program \(workout.programID)"
    }
}
