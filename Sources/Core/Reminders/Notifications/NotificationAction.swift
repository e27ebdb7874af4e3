public import CivilTime
public import Localization

/// An answer that the user can give to a notification: a button or a command.
public struct NotificationAction: Sendable, Hashable {
    /// Its name, the same in every language.
    public let id: String
    public let label: String
    public let command: String
}

extension PlannedNotification {
    /// The possible answers; none if there is nothing to do, and no start if it is not a workout.
    ///
    /// A workout that is ahead can be neither started nor done, and an own reminder that is ahead cannot be done.
    ///
    /// - Parameter today: the date of the answer; nil for that on which the reminder is due.
    public func actions(_ words: MessageCatalog = .plain, on today: CivilDate? = nil) -> [NotificationAction] {
        guard !items.isEmpty else { return [] }
        let isAhead = date > today ?? fireAt.date
        let labels: [(String, MessageKey)] = [
            ("start", .startAction), ("done", .doneAction), ("snooze", .snoozeAction), ("skip", .skipAction),
        ]
        let possible = labels.filter { name, _ in
            (name != "start" || !isUsersOwn) && (!isAhead || AnswerVerb(rawValue: name)?.reachesAhead ?? false)
        }
        return possible.map { name, key in
            // An answer to a notification applies to all its workouts.
            let option = items.count > 1 && name != "snooze" ? " --all" : ""
            let label = words.text(key, ["span": words.span(words.snooze.of(self).seconds)])
            return NotificationAction(id: name, label: label, command: "antrain \(name) \(id)\(option)")
        }
    }

    /// What to type to answer it, in one line: `Answer: antrain start · done · snooze`; nil if it cannot be answered on its day.
    ///
    /// Without a name, the commands are about today's workout; a user's own reminder is named by its number.
    public func callToAction(_ words: MessageCatalog) -> String? {
        let answers = actions().map(\.id).filter { $0 != AnswerVerb.skip.rawValue }
        guard answers.contains(AnswerVerb.done.rawValue) else { return nil }
        let subject = reminderNumber.map { " \($0)" } ?? ""
        let commands = answers.map { $0 + subject }.joined(separator: " · ")
        return words.text(.answerWith, ["commands": "antrain \(commands)"])
    }

    /// What to write in a reply to answer it, in one line: `Reply with: done · snooze 30m · skip`; nil if it cannot be answered.
    public func callToReply(_ words: MessageCatalog) -> String? {
        let span = words.snooze.of(self)
        let answers = actions().map { $0.id == AnswerVerb.snooze.rawValue ? "snooze \(span)" : $0.id }
        return answers.isEmpty ? nil : words.text(.replyWith, ["answers": answers.joined(separator: " · ")])
    }

    public var link: String { NotificationLink.scheme + id.rawValue }
}

extension SnoozeLengths {
    public func of(_ notification: PlannedNotification) -> TimeSpan {
        notification.isUsersOwn ? ownReminders : others
    }
}

/// Links to notifications.
public enum NotificationLink {
    public static let scheme = "antrain://"

    /// The ID in a text that is a link or an ID.
    public static func reference(_ text: String) -> String {
        text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
    }
}
