/// What the user can answer to a notification: for channels with buttons, and for people who type.
public struct NotificationAction: Sendable, Hashable {
    /// Its name, which stays the same in every language.
    public let id: String
    /// The words on a button.
    public let label: String
    /// The shell command that does it.
    public let command: String
}

extension PlannedNotification {
    /// What the user can answer; nothing where there is nothing to do, and no begin where it is no workout.
    ///
    /// - Parameter words: the words for the buttons.
    public func actions(_ words: Catalogue = .plain) -> [NotificationAction] {
        guard !items.isEmpty else { return [] }
        let labels: [(String, CatalogueKey)] = [
            ("start", .startAction), ("done", .doneAction), ("snooze", .snoozeAction), ("skip", .skipAction),
        ]
        return labels.filter { !isUsersOwn || $0.0 != "start" }.map { name, key in
            // An answer to a notification applies to all its workouts.
            let option = items.count > 1 && name != "snooze" ? " --all" : ""
            return NotificationAction(id: name, label: words.text(key), command: "antrain \(name) \(id)\(option)")
        }
    }

    /// The link that opens it.
    public var link: String { NotificationLink.scheme + id.rawValue }
}

/// Links to notifications.
public enum NotificationLink {
    /// What a link begins with.
    public static let scheme = "antrain://"

    /// The id that a text names, be it a link or an id.
    public static func reference(_ text: String) -> String {
        text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
    }
}
