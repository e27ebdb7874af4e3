package import CivilTime
import Ledger
package import Localization
package import Planning
package import Platform
import Reminders
package import Training

extension Session {
    /// The active programs with the weekdays chosen for them.
    ///
    /// - Parameter days: the weekdays of the settings, if they are about to change: then only the programs that follow them.
    package func daysChoices(settings days: WeekdaySet? = nil) -> [DaysChoice] {
        let own = Set(facts.activations.filter { $0.days != nil }.map(\.programID))
        return programs.filter { days == nil || !own.contains($0.program.id) }.map {
            DaysChoice(program: $0.program, days: days ?? $0.trainingDays.current)
        }
    }

    /// The state of a workout as a stable code.
    package func state(of workout: Occurrence) -> String {
        let key = OccurrenceKey(.program(workout.programID), on: workout.date)
        if let answer = facts.answers[key] { return answer.code }
        if let active = programs.first(where: { $0.program.id == workout.programID }), !active.isTrained(workout) {
            return "weekday-off"
        }
        if workout.date < today { return workout.isOptional ? "not-done" : "missed" }
        return facts.started.contains { $0.workout == key } ? "started" : "open"
    }

    /// The workouts that were started lately and are unanswered, apart from those of delivered reminders.
    package func startedWorkouts(besides reminded: [WaitingAnswer]) -> [Answerable] {
        let known = Set(reminded.map(\.subject.key))
        return facts.started.filter { !known.contains($0.workout) && facts.answers[$0.workout] == nil }
            .compactMap { occurrence($0.workout) }.map { Answerable($0) }
    }
}

/// A program, and the weekdays that the user chose for it.
package struct DaysChoice {
    package let program: Program
    package let days: WeekdaySet

    package init(program: Program, days: WeekdaySet) {
        self.program = program
        self.days = days
    }

    package var conflict: DaysConflict? { program.schedule.conflict(with: days) }

    package func inWords(_ conflict: DaysConflict, _ words: MessageCatalog) -> String {
        words.conflict(conflict, of: program, chosen: days)
    }
}

extension PlanningSnapshot {
    /// - Parameter former: the days of the settings before them, if the ledger has recorded no change yet.
    func trainingDays(_ settings: Settings, former: WeekdaySet?, now: Instant, today: CivilDate) -> TrainingDays {
        guard let known = days ?? former.map(TrainingDays.init) else { return TrainingDays(settings.days) }
        // A change that was recorded while the clock was ahead applies, too.
        let choices = known.choices.map { TrainingDays.Choice($0.days, from: min($0.from, today), at: $0.at) }
        guard known.current != settings.days else { return TrainingDays(choices) }
        return TrainingDays(choices + [TrainingDays.Choice(settings.days, from: today, at: now)])
    }
}

extension Store {
    /// Reports programs whose workouts are not on the chosen weekdays.
    package func warnOfDays(_ programs: [DaysChoice]) {
        for one in programs { one.conflict.map { workspace.warn(one.inWords($0, session.words), session.words) } }
    }
}

/// Checks that a move or resume changes something, so that antrain never reports a change that had no effect.
extension Session {
    /// The workouts that can be moved to a date, and the reasons why the others cannot.
    package func movable(_ workouts: [Occurrence], to target: CivilDate) -> (moved: [Occurrence], obstacles: [String]) {
        var result: (moved: [Occurrence], obstacles: [String]) = ([], [])
        for workout in workouts {
            guard let active = programs.first(where: { $0.program.id == workout.programID }) else { continue }
            if let answer = facts.answers[OccurrenceKey(.program(workout.programID), on: target)] {
                // The answer would then be that of the other workout.
                result.obstacles.append("the workout of \(workout.programID) on \(target) is already \(answer.code)")
                continue
            }
            // A program has no workouts before its start.
            if target >= active.start, active.moves(workout, to: target, today: today) {
                result.moved.append(workout)
            } else {
                result.obstacles.append(obstacle(workout, active, target))
            }
        }
        return result
    }

    private func obstacle(_ workout: Occurrence, _ active: ActiveProgram, _ target: CivilDate) -> String {
        guard target != workout.date else { return "it is the same date" }
        let name = workout.programID
        if input.taken(workout, on: target) != nil {
            return "another program has a workout on \(target), and 'one-a-day' is on"
        }
        return switch active.calendar(today: today).day(on: target).kind {
        case .paused: "\(name) is paused on \(target); 'antrain resume' ends your own pauses"
        case .notStarted: "\(name) does not start until \(active.start)"
        case .ended: "\(name) has ended by \(target)"
        case .rest, .taken, .workout: "\(name) has \(workout.dayName) on both dates"
        }
    }

    /// - Parameters:
    ///   - id: the program; nil for all.
    ///   - date: the first date to train on again.
    package func checkPaused(_ id: String?, on date: CivilDate) throws(CommandError) {
        let after = facts.exceptions.resumed(id, on: date)
        let isChanged = after != facts.exceptions
        let meant = programs.filter { active in
            let name = active.program.id
            return isChanged ? after.of(name) != facts.exceptions.of(name) : id == nil || id == name
        }
        let resting = meant.filter { $0.rests(from: date, even: after.of($0.program.id), today: today) }
        // A pause of all programs can be ended even if no program is active.
        if isChanged, meant.isEmpty || resting.count < meant.count { return }
        guard let first = resting.first?.program.id,
            let path = facts.activations.first(where: { $0.programID == first })?.path
        else { throw .nothingToResume(date) }
        throw .pausedByFile(program: first, path: paths.shown(path))
    }
}
