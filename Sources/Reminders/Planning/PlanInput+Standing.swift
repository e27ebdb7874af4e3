public import CivilTime
internal import Training

extension PlanInput {
    /// The workout that a name stands for; nil where its program is no longer followed, is paused, or has none on that date.
    private func workout(_ key: WorkoutKey) -> Occurrence? {
        guard let active = programs.first(where: { $0.program.id == key.programID }),
            let workout = active.calendar(settings, today: today).day(on: key.date).occurrence
        else { return nil }
        return active.isTrained(workout, settings) ? workout : nil
    }

    /// Whether a date of a reminder of the user's own is meant, and the user still has it.
    private func isReminder(_ key: WorkoutKey) -> Bool {
        reminder(key.programID)?.comes(on: key.date) ?? false
    }

    /// Whether what a name stands for is still to be done: it is there as ever, and has no answer.
    func isOpen(_ key: WorkoutKey) -> Bool {
        answers[key] == nil && (isReminder(key) || workout(key) != nil)
    }

    /// The workouts that were begun at a moment or later.
    func begun(since moment: Instant) -> Set<WorkoutKey> { Set(started.filter { $0.at >= moment }.map(\.workout)) }

    /// A notification as it stands now; nil when nothing is left of what it was about.
    ///
    /// What was answered, deleted, paused or moved away is left out; of two workouts that changed places the date's own is named.
    ///
    /// - Parameters:
    ///   - notification: the notification as it was planned.
    ///   - moment: when it comes again; its text then names the workouts' day as seen from there.
    ///   - excluded: workouts to leave out, too.
    public func open(
        _ notification: PlannedNotification,
        at moment: Instant? = nil,
        without excluded: Set<WorkoutKey> = []
    ) -> PlannedNotification? {
        let fireAt = moment.map { zone.civil(at: $0) } ?? notification.fireAt
        var workouts: [Occurrence] = []
        let items = notification.items.compactMap { item -> NotificationItem? in
            let key = WorkoutKey(programID: item.programID, date: notification.date)
            guard answers[key] == nil, !excluded.contains(key) else { return nil }
            if isReminder(key) { return item }
            guard let workout = workout(key) else { return nil }
            workouts.append(workout)
            return workout.dayID == item.dayID ? item : NotificationItem(workout)
        }
        let isSameDay = fireAt.date == notification.fireAt.date
        guard items != notification.items || !isSameDay else { return notification }
        guard !items.isEmpty else { return notification.items.isEmpty ? notification : nil }
        guard !notification.isUsersOwn else { return notification }
        // A follow-up has a headline of its own.
        let hasOwnTitle = notification.category != .workout
        return notification.with(
            title: hasOwnTitle ? nil : title(of: workouts, on: notification.date, fireAt: fireAt),
            body: body(of: workouts, on: notification.date, fireAt: fireAt),
            items: items
        )
    }
}
