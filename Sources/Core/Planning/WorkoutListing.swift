internal import CivilTime
internal import Localization
internal import Progress
package import Reminders
internal import Training

/// The title and the sets of a workout reminder in a list of tasks.
package struct WorkoutListing: Hashable {
    /// A title that names the workouts; nil if the user set a title.
    package let title: String?
    /// The exercises with all planned sets, one line each.
    package let sets: String

    /// The maximum length of `sets` in bytes; the remaining lines are left out.
    private static let mostBytes = 8000

    fileprivate init(title: String?, lines: [String]) {
        var length = 0
        let fitting = lines.prefix { line in
            length += line.utf8.count + 1
            return length <= WorkoutListing.mostBytes
        }
        self.title = title
        sets = (fitting + (fitting.count < lines.count ? ["…"] : [])).joined(separator: "\n")
    }
}

extension PlanInput {
    /// The title and the sets of a reminder in a list of tasks; nil if it is not about unanswered workouts.
    package func listing(of notification: PlannedNotification) -> WorkoutListing? {
        guard [.workout, .followUp].contains(notification.category) else { return nil }
        let workouts = notification.occurrences.filter(isOpen).compactMap(occurrence)
        guard !workouts.isEmpty else { return nil }
        let blocks = workouts.map { workout in
            let lines = plannedWorkout(workout)?.items.flatMap(words.lines) ?? []
            return workouts.count == 1 ? lines : [words.name(workout)] + lines
        }
        return WorkoutListing(
            title: listTitle(of: notification, about: workouts),
            lines: Array(blocks.joined(separator: [""]))
        )
    }

    private func listTitle(of notification: PlannedNotification, about workouts: [Occurrence]) -> String? {
        let names = workouts.map(words.name)
        guard notification.category == .workout else {
            return words.text(.labeled, ["label": words.joined(names), "value": notification.title])
        }
        guard settings.texts.workoutTitle == nil || notification.title == words.text(.workoutTitle) else { return nil }
        let day = notification.fireAt.date
        return day == notification.date
            ? words.joined(names) : words.workoutBody(names, on: notification.date, seenFrom: day)
    }
}
