import CivilTime
import Ledger
package import Planning
package import Progress
import Reminders
package import Session
package import Training

/// How many of the coming workouts are shown.
package enum ComingLength {
    case workouts(Int)
    case weeks(Int)
}

extension Session {
    /// The coming workouts without an answer, in the order of their dates.
    ///
    /// - Parameters:
    ///   - programID: nil for all active programs.
    ///   - assumption: how the workouts before each of them go.
    package func comingWorkouts(of programID: String?, _ length: ComingLength, assuming assumption: OutcomeAssumption)
        -> [(program: Program, workout: ComingWorkout)]
    {
        let (days, limit) =
            switch length {
            case .weeks(let weeks): (weeks * 7, Int.max)
            // Programs with rare workouts, such as one each week, still show several.
            case .workouts(let count): (400, count)
            }
        let active = programs.filter { programID == nil || $0.program.id == programID }
        let coming = active.flatMap { active in
            active.comingWorkouts(
                athlete,
                today: today,
                before: today.adding(days: days),
                atMost: limit,
                assuming: assumption
            ) { facts.answers[OccurrenceKey(.program($0.programID), on: $0.date)] != nil }
            .map { (program: active.program, workout: $0) }
        }
        let sorted = coming.sorted { ($0.1.occurrence.date, $0.0.id) < ($1.1.occurrence.date, $1.0.id) }
        return Array(sorted.prefix(limit))
    }
}
