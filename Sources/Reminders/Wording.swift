/// The words of notifications, by their keys in the catalogue.
enum Wording {
    /// The key `notification.workout.title`.
    static let workoutTitle = "Workout Time!"
    /// The key `notification.follow-up.title`.
    static let followUpTitle = "Still to do"
    /// The key `notification.action.start`.
    static let startAction = "Start"
    /// The key `notification.action.done`.
    static let doneAction = "Done"
    /// The key `notification.action.snooze`.
    static let snoozeAction = "Snooze"
    /// The key `notification.action.skip`.
    static let skipAction = "Skip"
    /// The key `notification.rest.title`.
    static let restTitle = "Rest Day"
    /// The key `notification.rest.body`.
    static let restBody = "Recovery is progress. Take it easy today!"

    /// The key `notification.workout.body`.
    ///
    /// - Parameters:
    ///   - names: the program days' names.
    ///   - daysAhead: how many days before the workout the notification comes.
    ///   - date: the workout's date, for leads of several days.
    static func workoutBody(_ names: [String], daysAhead: Int, date: String) -> String {
        let when =
            switch daysAhead {
            case 0: "Today"
            case 1: "Tomorrow"
            default: date
            }
        return "\(when): \(joined(names))"
    }

    /// Names as a sentence has them: `A`, `A and B`, `A, B and C`.
    static func joined(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
