package import CivilTime
package import Platform
import Ledger
import Localization
package import Planning
import Progress
package import Reminders
package import Results
package import Session
package import Training

/// The actions on a reminder, shared by commands and buttons.
extension Store {
    /// Records an answer.
    package func record(_ answer: Answer, _ meant: [Answerable], _ results: WorkoutResults = WorkoutResults())
        throws(CommandError) -> ActionResult
    {
        let log = answer == .completed ? try logEvents(meant, results) : session.planRemovals(meant)
        let difference = try commit(
            meant.map { .answered($0.key, dayID: $0.dayID, week: $0.occurrence?.week.number, answer) } + log
        )
        let word = answer == .completed ? "done" : "skipped"
        let names = meant.map { one in
            let remarks = [
                one.key.date == session.today ? nil : session.words.day(one.key.date, today: session.today),
                session.replaced(one, by: answer),
            ].compactMap(\.self)
            return one.name + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
        }
        let sentence = session.words.text(
            answer == .completed ? .done : .skipped,
            ["what": session.words.joined(names)]
        )
        let replacements = log.compactMap { event -> String? in
            guard case .relogged(let entry) = event, let remark = session.replaced(by: entry) else { return nil }
            let name = session.exerciseNames.name(entry.name, of: entry.exercise)
            return session.words.text(.labeled, ["label": name, "value": remark])
        }
        let whole = ([sentence] + replacements).joined(separator: "; ")
        return ActionResult(word, meant.map(ActionSubject.init), sentence: whole, difference, session.words)
    }

    /// Records that workouts were started, unless they were already started or answered.
    package func begin(_ meant: [Answerable]) throws(CommandError) -> [Occurrence] {
        let workouts = meant.compactMap(\.occurrence)
        guard !workouts.isEmpty else { throw .nothingToAnswer(meant.first?.key.source.subject ?? "") }
        let known = Set(session.facts.started.map(\.workout))
        let new = workouts.filter { !known.contains($0.key) && session.facts.answers[$0.key] == nil }
        _ = try commit(new.map { .started($0.key, dayID: $0.dayID, week: $0.week.number) })
        return workouts
    }

    /// Snoozes reminders: from now, or from the time at which they are pending.
    package func snooze(_ reminders: [PlannedNotification], for span: TimeSpan?) throws(CommandError) -> ActionResult {
        let (resolver, settings) = (session.resolver, session.settings)
        let snoozes = reminders.map { reminder in
            (reminder, until: resolver.startOfSnooze(of: reminder).adding(span ?? settings.snooze.of(reminder)))
        }
        let events = snoozes.flatMap { reminder, until -> [LedgerEvent] in
            // It may never have been planned, if its time had already passed; the snooze needs to know what it is about.
            let seen: [LedgerEvent] = reminder.id == reminder.id.root ? [.reminderSeen(reminder)] : []
            return seen + [.snoozed(id: reminder.id.root, date: reminder.date, until: until)]
        }
        let difference = try commit(events)
        let sentences = snoozes.map { reminder, until in
            let moment = session.words.onMoment(session.zone.civil(at: until), today: session.today)
            let what = reminder.summary(on: session.today, session.words, isDated: reminder.date >= session.today)
            return session.words.text(.comesAgain, ["what": what, "moment": moment])
        }
        let subjects = reminders.map { ActionSubject($0, name: $0.summary) }
        let sentence = sentences.joined(separator: "; ")
        var result = ActionResult("snoozed", subjects, sentence: sentence, difference, session.words)
        result.again = snoozes.map(\.until).min().map { ActionResult.Snooze($0, in: session.zone) }
        return result
    }

    /// Performs the action of a notification's button.
    ///
    /// - Parameters:
    ///   - action: the action's id.
    ///   - id: the notification's id.
    func perform(_ action: String, on id: String) throws(CommandError) {
        guard let verb = AnswerVerb(rawValue: action) else { throw .unknownAction(action) }
        // A notification's button applies to all its workouts.
        let request = AnswerRequest(verb, try reference(id), all: true)
        let reached = try reaching(request)
        let meant = try reached.chosen(request)
        let subjects = meant.flatMap(\.subjects)
        switch verb {
        case .start: workspace.talk(session.words.joined(try begin(subjects).map(\.dayName)))
        case .done: workspace.log(try reached.record(.completed, subjects))
        case .skip: workspace.log(try reached.record(.skipped, subjects))
        case .snooze: workspace.log(try snooze(meant.compactMap(\.reminder), for: nil))
        case .move: throw .unknownAction(action)
        }
    }
}
