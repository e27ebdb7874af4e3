package import CivilTime
package import Platform
import Ledger
import Planning
import Reminders
package import Training

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
