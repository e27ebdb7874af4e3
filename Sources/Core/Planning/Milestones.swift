internal import CivilTime
internal import Localization
internal import Reminders
internal import Training

extension Plan {
    /// The milestones that recently completed workouts reached.
    ///
    /// The identifier names the first date of the streak, so that a milestone is reported once in a streak, however its workouts are
    /// corrected, and again in the next streak.
    static func milestones(_ input: PlanInput) -> [PlannedNotification] {
        let wanted = input.settings.milestones
        guard !wanted.isEmpty else { return [] }
        return input.programs.indices.flatMap { index -> [PlannedNotification] in
            let program = input.programs[index].program
            let dates = Set(input.programs[index].completions.map(\.date))
            let recent = dates.compactMap { date -> (date: CivilDate, at: Instant)? in
                let answered = input.answeredAt[OccurrenceKey(.program(program.id), on: date)]
                return answered.map { (date, $0) }
            }
            guard !recent.isEmpty, let start = input.streak(ofProgram: index, on: input.today, done: dates).since else {
                return []
            }
            var done = dates.subtracting(recent.map(\.date))
            return recent.sorted { ($0.at, $0.date) < ($1.at, $1.date) }.compactMap { completion in
                let before = input.streak(ofProgram: index, on: completion.date, done: done).streak.current
                done.insert(completion.date)
                let latest = done.max() ?? completion.date
                let (streak, since) = input.streak(ofProgram: index, on: latest, done: done)
                guard since == start, let reached = wanted.last(where: { before < $0 && $0 <= streak.current }) else {
                    return nil
                }
                return input.news(
                    NotificationID(rawValue: "milestone/\(start)/\(program.id)/\(reached)"),
                    .milestone,
                    on: completion.date,
                    at: completion.at,
                    title: input.words.text(.milestoneTitle, ["count": "\(reached)"]),
                    body: program.name
                )
            }
        }
    }
}
