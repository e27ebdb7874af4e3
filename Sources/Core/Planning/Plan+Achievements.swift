internal import CivilTime
internal import Reminders

extension Plan {
    /// The notifications about the athlete's progress, as far as the settings ask for them.
    static func achievements(_ input: PlanInput, _ range: Range<CivilDate>) -> [PlannedNotification] {
        guard input.settings.isEnabled else { return [] }
        return milestones(input) + streakWarnings(input, range) + newRecords(input) + summaries(input, range)
            + endings(input, range)
    }
}

extension PlanInput {
    /// A notification without subjects, moved by quiet hours; nil if they drop it, or if it is too late for it.
    func news(
        _ id: NotificationID,
        _ category: NotificationCategory,
        on date: CivilDate,
        at instant: Instant,
        title: String,
        body: String
    ) -> PlannedNotification? {
        let notification = PlannedNotification(
            id: id,
            category: category,
            date: date,
            fireAt: zone.civil(at: instant),
            zone: zone.identifier,
            instant: instant,
            title: title,
            body: body,
            items: []
        )
        guard let sent = applyingQuietHours(notification), isCurrent(sent) else { return nil }
        return sent
    }
}
