package import CivilTime
import Ledger
import Localization
package import Planning
package import Platform
import Progress
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
        let choice = ExerciseChoice(
            exercise: own.id,
            alternative: chosen.id,
            on: day ?? session.today,
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
