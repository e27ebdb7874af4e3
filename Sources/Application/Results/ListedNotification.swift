import CivilTime
import Reminders

/// A notification as it appears in the JSON of every command.
struct ListedNotification: Encodable {
    let id: String
    /// The number of the user's own reminder; nil for workouts.
    let number: Int64?
    let category: String
    let date: String
    let weekday: String
    let fireAt: String
    let zone: String
    let instant: String
    let title: String
    let body: String

    private enum CodingKeys: String, CodingKey {
        case id, number, category, date, weekday, fireAt = "fire_at", zone, instant, title, body
    }

    init(_ notification: PlannedNotification) {
        id = notification.id.rawValue
        number = notification.reminderNumber
        category = notification.category.rawValue
        date = notification.date.description
        weekday = notification.date.weekday.name
        fireAt = notification.fireAt.description
        zone = notification.zone
        instant = notification.instant.description
        title = notification.title
        body = notification.body
    }
}
