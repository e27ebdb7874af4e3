internal import CivilTime
internal import Localization
internal import Reminders
internal import RunnerProtocol

extension WireNotification {
    /// A notification for a plugin.
    ///
    /// - Parameters:
    ///   - notification: what to deliver.
    ///   - key: the same for each attempt on a channel.
    ///   - lateSeconds: how late it is.
    ///   - utcOffset: the UTC offset of its clock in seconds.
    ///   - words: the texts for its actions, date and lateness.
    init(_ notification: PlannedNotification, key: String, lateSeconds: Int64, utcOffset: Int, words: MessageCatalog) {
        self.init()
        self.key = key
        self.lateSeconds = lateSeconds
        id = notification.id.rawValue
        category = notification.category.rawValue
        title = notification.title
        body = notification.body
        date = notification.date.description
        weekday = notification.date.weekday.name
        fireAt = notification.fireAt.description
        zone = notification.zone
        link = notification.link
        flags = notification.isUrgent ? WireNotification.urgent : 0
        actions = notification.actions(words).map { Action(id: $0.id, label: $0.label, command: $0.command) }
        instant = notification.instant.secondsSinceEpoch
        utcOffsetSeconds = Int64(utcOffset)
        attributes = [
            WirePair(key: "language", value: words.language.rawValue),
            WirePair(key: "when", value: words.when(notification)),
        ]
        if let answer = notification.callToAction(words) { attributes.append(WirePair(key: "answer", value: answer)) }
        if lateSeconds >= 60 {
            attributes += [
                WirePair(key: "late", value: words.late(lateSeconds)),
                WirePair(key: "late-note", value: words.lateNote(lateSeconds)),
            ]
        }
        items = notification.items.map { item in
            switch item {
            case .workout(let workout):
                Item(
                    programID: workout.programID,
                    programName: workout.programName,
                    dayID: workout.dayID,
                    dayName: workout.dayName,
                    week: Int64(workout.week)
                )
            case .reminder(_, let title):
                Item(programID: item.source.subject, programName: title, dayID: "", dayName: title, week: 0)
            }
        }
    }
}
