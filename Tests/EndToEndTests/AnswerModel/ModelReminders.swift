/// A reminder of the workouts that are due in the same minute.
struct ModelReminder: Hashable {
    /// Since `snooze`, it has another number and instant.
    struct Snooze: Hashable {
        let number: Int
        let instant: Int
    }

    let day: ModelDay
    let minute: Int
    var snooze: Snooze?

    var id: String {
        "workout/\(day)/" + clockText(minute).filter { $0 != ":" } + (snooze.map { "/snooze-\($0.number)" } ?? "")
    }

    /// The reminder as the program plans it.
    var planned: ModelReminder { ModelReminder(day: day, minute: minute) }
}

/// What became of a reminder.
enum ModelOutcome: String {
    case delivered, missed
}
