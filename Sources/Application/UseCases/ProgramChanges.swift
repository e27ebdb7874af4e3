package import CivilTime
package import Ledger
import Localization
package import Planning
package import Platform
import Progress
import Reminders
package import Results
package import Session
package import Training

/// Deactivates a program; its history is kept.
package struct Deactivating {
    private let store: Store
    private let program: String

    package init(_ store: Store, _ program: String) { (self.store, self.program) = (store, program) }

    package func run() throws(CommandError) -> ActionResult {
        let session = store.session
        let difference = try store.commit([.deactivated(programID: program)])
        let sentence = session.words.text(.deactivated, ["program": program])
        let subject = ActionSubject(program: program, session)
        return ActionResult("deactivated", [subject], sentence: sentence, difference, session.words)
    }
}

/// Changes the priority of an active program.
package struct Prioritizing {
    private let store: Store
    private let program: String
    private let priority: Int

    package init(_ store: Store, _ program: String, _ priority: Int) {
        (self.store, self.program, self.priority) = (store, program, priority)
    }

    package func run() throws(CommandError) -> ActionResult {
        let session = store.session
        try session.checkActive(program)
        let known = session.programs.first { $0.program.id == program }
        let isChanged = known?.priority != priority
        let difference = try store.commit(isChanged ? [.prioritized(programID: program, priority)] : [])
        let values = ["program": known?.program.name ?? program, "priority": "\(priority)"]
        let sentence = session.words.text(.prioritized, values)
        let subject = ActionSubject(program: program, session)
        return ActionResult("prioritized", [subject], sentence: sentence, difference, session.words)
    }
}

/// Continues an active program at another place.
package struct Jumping {
    private let store: Store
    private let active: ActiveProgram
    private let place: ProgramPlace
    private let day: ProgramDay?
    private let date: CivilDate

    /// - Parameters:
    ///   - week: the week; nil for that of the latest workout, which is then repeated.
    ///   - day: the program day; nil for the first one of the week.
    ///   - date: the first date of the new place; nil for the earliest possible date.
    /// - Throws: an error if there is no such place, no week to repeat, or no workout of the week from then on.
    package init(_ store: Store, _ active: ActiveProgram, to week: Int?, _ day: ProgramDay? = nil, on date: CivilDate?)
        throws(CommandError)
    {
        let (session, id) = (store.session, active.program.id)
        let today = OccurrenceKey(.program(id), on: session.today)
        let isAnswered =
            session.facts.answers[today] != nil || session.facts.started.contains { $0.workout == today }
        let earliest = max(isAnswered ? session.today.adding(days: 1) : session.today, active.start)
        let calendar = active.calendar(today: session.today)
        (self.store, self.active, self.day) = (store, active, day)
        if let week {
            try active.program.checkWeek(week, "week")
            let place = day.map { calendar.place(of: $0.id, in: week) } ?? ProgramPlace(week: week)
            guard let place else {
                throw .badOption(
                    name: "day",
                    value: day?.id ?? "",
                    reason: "week \(week) of '\(id)' does not have this day"
                )
            }
            self.place = place
            self.date = date ?? earliest
        } else if let last = calendar.repeatedWeek(isAnswered: isAnswered) {
            self.place = last.place
            self.date = date ?? max(last.date, earliest)
        } else {
            throw .misused(
                "'\(id)' has not had a workout yet, so there is no week to repeat; to choose a week: antrain program go-to WEEK"
            )
        }
        guard self.date >= earliest else {
            let cause = isAnswered && self.date == session.today ? "today's workout was answered or started; " : ""
            throw .badOption(
                name: "--date",
                value: self.date.description,
                reason: "\(cause)expected \(earliest) or a later date"
            )
        }
        try check(calendar)
    }

    /// Checks that the program continues with a workout of the place.
    private func check(_ calendar: TrainingCalendar) throws(CommandError) {
        let id = active.program.id
        // A workout that was moved says nothing about the place.
        let exceptions = active.exceptions.jumping(.jump(on: date, to: place)).filter { exception in
            if case .move = exception { false } else { true }
        }
        var search = WorkoutSearch(active.with(exceptions: exceptions).calendar(today: store.session.today))
        let end = date.adding(days: Jumping.longest)
        var next = search.next(before: end)
        while let workout = next, workout.date < date { next = search.next(before: end) }
        guard let next, next.week.shown == place.week else {
            let block = active.start.adding(days: (active.start.days(until: date) / 7 + 1) * 7)
            throw .badOption(
                name: "week",
                value: "\(place.week)",
                reason: calendar.isDated
                    ? "'\(id)' has no workout from \(date) to \(block.adding(days: -1)); to begin the week on the next possible date: --date \(block)"
                    : "'\(id)' would have no workout of this week from \(date) on; to see why: antrain why \(date)"
            )
        }
        guard let day, next.dayID != day.id else { return }
        throw .badOption(
            name: "day",
            value: day.id,
            reason: "the weekdays of '\(id)' decide its days; to train on another date: antrain move"
        )
    }

    /// How many days are searched for the next workout: a pause may come first.
    fileprivate static let longest = 732

    package func run() throws(CommandError) -> ActionResult {
        let (session, words, program) = (store.session, store.session.words, active.program)
        let difference = try store.commit([.jumped(programID: program.id, to: place, on: date)])
        let sentence = session.continuation(of: program, in: place.week, with: day?.name, on: date)
        var subject = ActionSubject(program: program.id, name: program.name)
        subject.day = day?.id
        var result = ActionResult("jumped", [subject], sentence: sentence, difference, words)
        result.week = place.week
        result.from = date.description
        return result
    }
}

extension Session {
    /// Where a program continues, in words.
    ///
    /// - Parameter workout: the name of the workout with which it continues; nil for the first one of the week.
    func continuation(of program: Program, in week: Int, with workout: String?, on date: CivilDate) -> String {
        var values = ["program": program.name, "week": "\(week)", "day": words.onDay(date, today: today)]
        values["workout"] = workout
        return words.text(workout == nil ? .jumped : .jumpedToDay, values)
    }

    /// Where programs continue because results changed, as a result and in words.
    ///
    /// - Parameter present: the ledger with the results.
    package func repetitions(_ present: PlanningSnapshot) -> [(subject: ActionSubject, sentence: String)] {
        guard present.exceptions != facts.exceptions else { return [] }
        return with(present).programs.compactMap { active in
            let program = active.program
            let (before, after) = (facts.exceptions.of(program.id), present.exceptions.of(program.id))
            guard before != after else { return nil }
            var subject = ActionSubject(program: program.id, name: program.name)
            guard case .jump(let date, _)? = after.first(where: { !before.contains($0) }) else {
                return (subject, words.text(.repetitionWithdrawn, ["program": program.name]))
            }
            var search = WorkoutSearch(active.calendar(today: today))
            var next = search.next(before: date.adding(days: Jumping.longest))
            while let workout = next, workout.date < date || !active.isTrained(workout) {
                next = search.next(before: date.adding(days: Jumping.longest))
            }
            guard let next else { return nil }
            (subject.day, subject.week, subject.date) = (next.dayID, next.week.shown, next.date.description)
            let sentence = continuation(of: program, in: next.week.shown, with: next.dayName, on: next.date)
            return (subject, words.text(.repeatedAfterFailure, ["what": sentence]))
        }
    }
}

extension Program {
    /// Checks that the program does not end before a week.
    ///
    /// - Parameter name: the option or argument.
    package func checkWeek(_ week: Int, _ name: String) throws(CommandError) {
        guard let count = schedule.countOfWeeks, week > count else { return }
        throw .badOption(name: name, value: "\(week)", reason: "'\(id)' has \(count) week\(count == 1 ? "" : "s")")
    }
}

/// Chooses an alternative to an exercise of an active program, from today on, on one date or in one workout.
package struct ChoosingAlternative {
    private let store: Store
    private let program: String
    private let exercises: (own: Exercise, chosen: Exercise)
    private let day: CivilDate?
    private var change: ExerciseSwitch?

    /// - Parameters:
    ///   - chosen: the alternative; the program's own exercise to go back to it.
    ///   - day: the only date; nil from today on.
    package init(_ store: Store, _ chosen: Exercise, insteadOf own: Exercise, in program: String, on day: CivilDate?) {
        (self.store, self.program, self.day) = (store, program, day)
        exercises = (own, chosen)
    }

    /// Chooses an alternative in a workout that the user is doing.
    package init(_ store: Store, _ chosen: Exercise, insteadOf planned: PlannedExercise, in workout: Occurrence) {
        self.init(store, chosen, insteadOf: planned.item.own, in: workout.programID, on: workout.date)
        change = store.session.change(planned, to: chosen, in: workout)
    }

    package func run() throws(CommandError) -> ActionResult {
        let (session, words) = (store.session, store.session.words)
        let (own, chosen) = exercises
        // The result of today's workout decides what follows in a rotation, unless the choice comes after it.
        let today = OccurrenceKey(.program(program), on: session.today)
        let isOver = !own.rotation.isEmpty && session.facts.answers[today] != nil
        let first = isOver ? session.today.adding(days: 1) : session.today
        let choice = ExerciseChoice(
            exercise: own.id,
            alternative: chosen.id,
            on: day ?? first,
            isForOneDay: day != nil
        )
        let difference = try store.commit(change?.events ?? [.chosen(programID: program, choice)])
        let when =
            day.map { words.text(.choiceOn, ["date": words.format.statedDate($0, today: session.today)]) }
            ?? words.text(.choiceFromNow)
        let sentence = words.choice(of: chosen.title, insteadOf: chosen.id == own.id ? nil : own.title, when)
        var subject = ActionSubject(exercise: own.id, name: chosen.title, date: choice.date.description)
        (subject.program, subject.alternative) = (program, chosen.id)
        return ActionResult("chosen", [subject], sentence: sentence, difference, words)
    }
}
