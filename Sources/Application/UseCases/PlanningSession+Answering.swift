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
extension PlanningSession {
    /// Records an answer.
    package func record(_ answer: Answer, _ meant: [Answerable], _ results: WorkoutResults = WorkoutResults())
        throws(CommandError) -> ActionResult
    {
        let log = answer == .completed ? try logEvents(meant, results) : planRemovals(meant)
        let difference = try commit(
            meant.map { .answered($0.key, dayID: $0.dayID, week: $0.occurrence?.week.number, answer) } + log
        )
        let word = answer == .completed ? "done" : "skipped"
        let names = meant.map { one in
            let remarks = [
                one.key.date == today ? nil : words.day(one.key.date, today: today), replaced(one, by: answer),
            ].compactMap(\.self)
            return one.name + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
        }
        let sentence = words.text(answer == .completed ? .done : .skipped, ["what": words.joined(names)])
        let replacements = log.compactMap { event -> String? in
            guard case .relogged(let entry) = event, let remark = replaced(by: entry) else { return nil }
            let name = exerciseNames.name(entry.name, of: entry.exercise)
            return words.text(.labeled, ["label": name, "value": remark])
        }
        let whole = ([sentence] + replacements).joined(separator: "; ")
        return ActionResult(word, meant.map(ActionSubject.init), sentence: whole, difference, words)
    }

    /// The earlier answer that another one replaces, in words; nil if there is none.
    private func replaced(_ one: Answerable, by answer: Answer) -> String? {
        guard let former = facts.answers[one.key], former != answer else { return nil }
        return words.text(former == .completed ? .wasDone : .wasSkipped)
    }

    /// What an entry replaces that was logged as planned, in words; nil if there is no such entry.
    func replaced(by entry: LogEntry) -> String? {
        guard let former = facts.log.first(where: { $0.number == entry.number }), former.outcome == .planned,
            former.sets != entry.sets
        else { return nil }
        return words.text(.replacesPlanned, ["sets": words.notation(former.sets)])
    }

    /// How much of a workout is logged, and the command that finishes it; nil if it is answered or has no exercises.
    ///
    /// - Parameter entry: an entry that is not yet among the known ones.
    func progress(of entry: LogEntry) -> String? {
        guard let key = entry.workout.map({ OccurrenceKey(.program($0.program), on: entry.date) }),
            facts.answers[key] == nil, let occurrence = occurrence(key), occurrence.dayID == entry.workout?.day,
            let exercises = plannedExercises(occurrence)?.filter({ !$0.item.exercise.isOptional }), !exercises.isEmpty
        else { return nil }
        let logged = exercises.count { one in
            (entries(of: one.workout, on: entry.date) + [entry]).contains { known in
                known.workout == one.workout && known.sets.contains { $0.kind == .work }
            }
        }
        let values = [
            "count": "\(logged)", "total": "\(exercises.count)", "command": commandTo(.done, occurrence),
        ]
        return words.text(.exercisesLogged, values)
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

    /// Records that workouts were started, unless they were already started or answered.
    package func begin(_ meant: [Answerable]) throws(CommandError) -> [Occurrence] {
        let workouts = meant.compactMap(\.occurrence)
        guard !workouts.isEmpty else { throw .nothingToAnswer(meant.first?.key.source.subject ?? "") }
        let known = Set(facts.started.map(\.workout))
        let new = workouts.filter { !known.contains($0.key) && facts.answers[$0.key] == nil }
        _ = try commit(new.map { .started($0.key, dayID: $0.dayID, week: $0.week.number) })
        return workouts
    }

    /// Snoozes reminders: from now, or from the time at which they are pending.
    package func snooze(_ reminders: [PlannedNotification], for span: TimeSpan?) throws(CommandError) -> ActionResult {
        let (resolver, settings) = (resolver, settings)
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
            let moment = words.onMoment(zone.civil(at: until), today: today)
            let what = reminder.summary(on: today, words, isDated: reminder.date >= today)
            return words.text(.comesAgain, ["what": what, "moment": moment])
        }
        let subjects = reminders.map { ActionSubject($0, name: $0.summary) }
        let sentence = sentences.joined(separator: "; ")
        var result = ActionResult("snoozed", subjects, sentence: sentence, difference, words)
        result.again = snoozes.map(\.until).min().map { ActionResult.Snooze($0, in: zone) }
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
        let planning = try session(for: request)
        let meant = try planning.chosen(request)
        let subjects = meant.flatMap(\.subjects)
        switch verb {
        case .start: workspace.talk(words.joined(try begin(subjects).map(\.dayName)))
        case .done: workspace.log(try planning.record(.completed, subjects))
        case .skip: workspace.log(try planning.record(.skipped, subjects))
        case .snooze: workspace.log(try snooze(meant.compactMap(\.reminder), for: nil))
        case .move: throw .unknownAction(action)
        }
    }
}
