package import CivilTime
import Ledger
package import Planning
package import Progress
import Reminders
package import Training

/// Finds the planned workouts that imported entries of the training log belong to, by their exercises and dates.
///
/// The workouts of a date can depend on whether those before it were done, so the dates are matched in their order.
package struct LogMatching {
    /// A workout that was planned for a day before or after that on which its exercises were logged.
    package struct Proposal: Sendable, Hashable {
        package let workout: Occurrence
        package let loggedOn: CivilDate
    }

    /// The entries in their order, with the workouts that they belong to.
    package let entries: [LogEntry]
    /// The matched workouts, oldest first.
    package let workouts: [Occurrence]
    package let proposals: [Proposal]

    /// - Parameter session: the programs that were active since the first entry.
    package init(_ entries: [LogEntry], _ session: Session) {
        var session = session
        var matched = entries
        var workouts: [Occurrence] = []
        let own = entries.indices.filter { entries[$0].workout == nil && entries[$0].outcome == .performed }
        let dates = Dictionary(grouping: own) { entries[$0].date }
        for (date, places) in dates.sorted(by: { $0.key < $1.key }) where date <= session.today {
            for (workout, planned) in session.openWorkouts(on: date, with: Set(places.map { entries[$0].exercise })) {
                let mine = places.filter { matched[$0].workout == nil }
                let found = mine.compactMap { place in
                    planned.first { $0.exercise == entries[place].exercise }.map { (place, $0) }
                }
                guard !found.isEmpty else { continue }
                for (place, exercise) in found { matched[place].attach(exercise) }
                workouts.append(workout)
                session = session.assuming(found.map { matched[$0.0] }, of: workout, planned)
            }
        }
        self.entries = matched
        self.workouts = workouts
        proposals = dates.sorted { $0.key < $1.key }.flatMap { date, places -> [Proposal] in
            let rest = Set(places.filter { matched[$0].workout == nil }.map { entries[$0].exercise })
            return [-1, 1].map { date.adding(days: $0) }.filter { $0 <= session.today }.flatMap { day in
                session.openWorkouts(on: day, with: rest).filter { workout, planned in
                    let required = planned.filter { !$0.item.exercise.isOptional }
                    return session.facts.evidence[workout.key] == nil && !required.isEmpty
                        && required.allSatisfy { rest.contains($0.exercise) }
                }.map { Proposal(workout: $0.0, loggedOn: date) }
            }
        }
    }
}

extension LogEntry {
    fileprivate mutating func attach(_ planned: PlannedExercise) {
        workout = planned.workout
        prescription = planned.prescription
        edition = planned.edition
    }
}

extension Session {
    /// The workouts of a date that the user did not answer, with their exercises.
    package func openWorkouts(on date: CivilDate) -> [(workout: Occurrence, planned: [PlannedExercise])] {
        programs.compactMap { active in
            let key = OccurrenceKey(.program(active.program.id), on: date)
            guard facts.answers[key] == nil || facts.evidence[key] != nil, let workout = occurrence(key) else {
                return nil
            }
            return plannedExercises(workout).map { (workout, $0) }
        }
    }

    /// The open workouts that contain at least one of the exercises, those with the most first.
    fileprivate func openWorkouts(on date: CivilDate, with exercises: Set<String>)
        -> [(workout: Occurrence, planned: [PlannedExercise])]
    {
        let all = openWorkouts(on: date).map { one in
            (one, count: one.planned.count { exercises.contains($0.exercise) })
        }
        return all.filter { $0.count > 0 }.sorted { $0.count > $1.count }.map(\.0)
    }

    /// The session as if entries were logged, and as if their workout were done if they have all of its required exercises.
    fileprivate func assuming(_ entries: [LogEntry], of workout: Occurrence, _ planned: [PlannedExercise]) -> Session {
        let logged = Set(entries.compactMap(\.workout) + self.entries(of: workout).compactMap(\.workout))
        let isDone = planned.allSatisfy { $0.item.exercise.isOptional || logged.contains($0.workout) }
        return with(
            facts.assuming(entries, isDone ? workout.key : nil, dayID: workout.dayID, week: workout.week.number)
        )
    }

    private func entries(of workout: Occurrence) -> [LogEntry] {
        facts.log.filter { $0.date == workout.date && $0.workout?.program == workout.programID }
    }
}
