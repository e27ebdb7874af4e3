import CivilTime
import Ledger
import Reminders
import Training

/// The actions on a reminder, shared by commands and buttons.
extension PlanningSession {
    /// Records an answer.
    func record(_ answer: Answer, _ meant: [Answerable], _ results: WorkoutResults = WorkoutResults())
        throws(CommandError) -> ActionResult
    {
        let log = answer == .completed ? try logEvents(meant, results) : planRemovals(meant)
        let difference = try commit(meant.map { .answered($0.key, dayID: $0.dayID, answer) } + log)
        let word = answer == .completed ? "done" : "skipped"
        let names = meant.map { one in
            one.name + (one.key.date == today ? "" : " (\(words.day(one.key.date, today: today)))")
        }
        let sentence = words.text(answer == .completed ? .done : .skipped, ["what": words.joined(names)])
        return ActionResult(word, meant.map(ActionSubject.init), sentence: sentence, difference, words)
    }

    /// Records that workouts were started.
    func begin(_ meant: [Answerable]) throws(CommandError) -> [Occurrence] {
        let workouts = meant.compactMap(\.occurrence)
        guard !workouts.isEmpty else { throw .nothingToAnswer(meant.first?.key.source.subject ?? "") }
        _ = try commit(
            workouts.map { .started(OccurrenceKey(.program($0.programID), on: $0.date), dayID: $0.dayID) }
        )
        return workouts
    }

    /// The reminder with an id, number or link, which must still have an unanswered subject.
    func unanswered(_ reference: String) throws(CommandError) -> PlannedNotification {
        let reminder = try named(reference)
        guard reminder.leaving(facts.answers) != nil else { throw .alreadyAnswered(reminder.id.rawValue) }
        guard open(reminder) != nil else { throw .nothingToAnswer(reminder.id.rawValue) }
        return reminder
    }

    /// Snoozes a reminder: from now, or from its own time if that is in the future.
    func snooze(_ reminder: PlannedNotification, for span: TimeSpan) throws(CommandError) -> ActionResult {
        let until = max(now, reminder.instant).adding(span)
        // It may never have been planned, if its time had already passed; the snooze needs to know what it is about.
        let seen: [LedgerEvent] = reminder.id == reminder.id.root ? [.reminderSeen(reminder)] : []
        let difference = try commit(seen + [.snoozed(id: reminder.id.root, date: reminder.date, until: until)])
        let moment = words.onMoment(zone.civil(at: until), today: today)
        let what = reminder.summary(on: today, words, isDated: true)
        let sentence = words.text(.comesAgain, ["what": what, "moment": moment])
        let subject = ActionSubject(reminder, name: reminder.summary)
        var result = ActionResult("snoozed", [subject], sentence: sentence, difference, words)
        result.again = ActionResult.Snooze(until, in: zone)
        return result
    }

    /// Performs the action of a notification's button.
    ///
    /// - Parameters:
    ///   - action: the action's id.
    ///   - id: the notification's id.
    func perform(_ action: String, on id: String) throws(CommandError) {
        // A notification's button applies to all its workouts.
        let choice = AnswerChoice(verb: action, reference: id, all: true)
        switch action {
        case "start":
            let begun = try begin(try chosen(choice))
            workspace.talk(words.joined(begun.map(\.dayName)))
        case "done": workspace.log(try record(.completed, try chosen(choice)))
        case "skip": workspace.log(try record(.skipped, try chosen(choice)))
        case "snooze": workspace.log(try snooze(try unanswered(id), for: settings.snooze))
        default: throw .unknownAction(action)
        }
    }
}
