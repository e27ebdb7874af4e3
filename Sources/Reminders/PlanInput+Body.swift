internal import CivilTime
internal import Training

extension PlanInput {
    /// What a workout's reminder says: what there is to do, and on a second line what is known of it.
    ///
    /// - Parameters:
    ///   - names: the program days' names.
    ///   - date: the workouts' date.
    ///   - fireAt: when the reminder comes.
    ///   - details: what is known of each workout.
    func body(_ names: [String], on date: CivilDate, fireAt: CivilDateTime, details: () -> [WorkoutDetails]) -> String {
        let daysAhead = fireAt.date.days(until: date)
        let first = words.workoutBody(
            names,
            daysAhead: daysAhead,
            date: daysAhead > 1 ? words.format.statedDate(date, today: fireAt.date) : ""
        )
        guard settings.showsDetails, let all = WorkoutDetails(details()) else { return first }
        let second = words.details(all)
        return second.isEmpty ? first : "\(first)\n\(second)"
    }

    /// A notification without the workouts that were answered; nil when it was about some and none is left.
    func open(_ notification: PlannedNotification) -> PlannedNotification? {
        notification.leaving(answers) { items in
            body(items.map(\.dayName), on: notification.date, fireAt: notification.fireAt) {
                let known = items.compactMap { item in
                    programs.first { $0.program.id == item.programID }.flatMap { WorkoutDetails(item, of: $0.program) }
                }
                // A sum that leaves one out would be wrong.
                return known.count == items.count ? known : []
            }
        }
    }
}
