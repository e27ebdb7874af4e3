public import CivilTime
public import Reminders
public import Training

extension PlanInput {
    /// The workout that a program has on a date; nil if the program is inactive, is paused, or has none.
    public func occurrence(_ key: OccurrenceKey) -> Occurrence? {
        programs.firstIndex { $0.program.id == key.source.programID }.flatMap {
            calendars[$0].day(on: key.date).occurrence
        }
    }

    /// The program of a workout: an active one, or else the former one that was active on its date.
    public func program(of workout: Occurrence) -> ActiveProgram? {
        programs.first { $0.has(workout) }
            ?? formerPrograms(on: workout.date).last { $0.program.id == workout.programID }
    }

    /// The workouts that former programs had on a date on which they were active; of several activations of a program, the last one's.
    func formerWorkouts(on date: CivilDate) -> [Occurrence] {
        var seen: Set<String> = []
        return formerPrograms(on: date).reversed().compactMap { $0.calendar(today: today).day(on: date).occurrence }
            .filter { seen.insert($0.programID).inserted }.reversed()
    }

    /// The unanswered workouts that former programs had on past dates before they ended; of several activations of a program, the last one's.
    ///
    /// On the date of its end, the workout of the next program may be due instead.
    func missedFormerWorkouts(_ range: Range<CivilDate>) -> [Occurrence] {
        var seen: Set<OccurrenceKey> = []
        return former.reversed().flatMap { one -> [Occurrence] in
            let end = min(today, zone.civil(at: one.endedAt).date)
            guard one.active.start < end else { return [] }
            return one.active.calendar(today: today).days(range.clamped(to: one.active.start..<end))
                .compactMap(\.occurrence).filter {
                    answers[$0.key] == nil && one.active.isTrained($0) && seen.insert($0.key).inserted
                }
        }
    }

    private func formerPrograms(on date: CivilDate) -> [ActiveProgram] {
        former.filter { $0.active.start <= date && date <= zone.civil(at: $0.endedAt).date }.map(\.active)
    }

    /// The workout of a key as if no pause covered its date: it may have been answered before the pause was made.
    public func unpausedOccurrence(_ key: OccurrenceKey) -> Occurrence? {
        if let workout = occurrence(key) { return workout }
        guard let active = programs.first(where: { $0.program.id == key.source.programID }) else { return nil }
        let exceptions = active.exceptions.filter { exception in
            guard case .pause(let first, let last) = exception else { return true }
            return !(first <= key.date && key.date <= last)
        }
        let calendar = TrainingCalendar(
            program: active.program,
            start: active.start,
            trainingDays: active.trainingDays,
            completions: active.completions,
            skipped: active.skipped,
            exceptions: exceptions,
            others: active.others,
            today: today
        )
        return calendar.day(on: key.date).occurrence
    }

    /// The workout of a key; nil if its program is inactive or paused, or has no workout on that date.
    private func workout(_ key: OccurrenceKey) -> Occurrence? {
        guard let active = programs.first(where: { $0.program.id == key.source.programID }),
            let workout = occurrence(key), active.isTrained(workout)
        else { return nil }
        return workout
    }

    /// Whether a key names a date of an existing reminder of the user's own.
    private func isReminder(_ key: OccurrenceKey) -> Bool {
        guard let reminder = key.source.reminderNumber.flatMap(reminder) else { return false }
        return comes(reminder, on: key.date) && !isOver(reminder, on: key.date)
    }

    /// Whether a workout or reminder is open: it still exists and is unanswered.
    func isOpen(_ key: OccurrenceKey) -> Bool {
        answers[key] == nil && (isReminder(key) || workout(key) != nil)
    }

    /// The unanswered workouts that a reminder is about: those that were not started, or else all, so that a reminder that is no longer
    /// needed keeps its identifier.
    func due(_ workouts: [Occurrence]) -> [Occurrence] {
        let open = workouts.filter { answers[$0.key] == nil }
        let ahead = open.filter { !begun.contains($0.key) }
        return ahead.isEmpty ? open : ahead
    }

    /// Whether all workouts of a notification were started, so that it is not sent.
    func isBegun(_ notification: PlannedNotification) -> Bool {
        !notification.items.isEmpty && notification.occurrences.allSatisfy(begun.contains)
    }

    var begun: Set<OccurrenceKey> { Set(started.map(\.workout)) }

    /// The workouts that were started at a moment or later.
    func begun(since moment: Instant) -> Set<OccurrenceKey> { Set(started.filter { $0.at >= moment }.map(\.workout)) }

    /// A notification with its open items only; nil if none is left.
    ///
    /// Removes items that were answered, deleted, paused or moved away; for two swapped workouts, the result names the date's
    /// current one. Its loads follow from everything so far.
    ///
    /// - Parameters:
    ///   - moment: when it is sent again; its text then names the workouts' day relative to that.
    ///   - excluded: further workouts to remove.
    public func open(
        _ notification: PlannedNotification,
        at moment: Instant? = nil,
        without excluded: Set<OccurrenceKey> = []
    ) -> PlannedNotification? {
        let fireAt = moment.map { zone.civil(at: $0) } ?? notification.fireAt
        var workouts: [Occurrence] = []
        let items = notification.items.compactMap { item -> NotificationItem? in
            let key = OccurrenceKey(item.source, on: notification.date)
            guard answers[key] == nil, !excluded.contains(key) else { return nil }
            if isReminder(key) { return item }
            guard let workout = workout(key) else { return nil }
            workouts.append(workout)
            if case .workout(let planned) = item, planned.dayID == workout.dayID { return item }
            return .workout(WorkoutItem(workout))
        }
        if notification.category == .streakWarning { return streakWarning(notification, about: workouts) }
        let isSameText = items == notification.items && fireAt.date == notification.fireAt.date
        let isInProgress = notification.id.unfinishedProgram == nil && progress(of: workouts) != nil
        guard !isSameText || isInProgress || bodyNamesLoads(of: workouts) else { return notification }
        guard !items.isEmpty else { return notification.items.isEmpty ? notification : nil }
        guard !notification.isUsersOwn else { return notification }
        let turn = turn(of: notification.id, about: workouts.map(\.programID), on: notification.date)
        var open = notification
        // A follow-up has its own title.
        if notification.category == .workout {
            open.title = title(of: workouts, on: notification.date, fireAt: fireAt, turn: turn)
        }
        open.body = body(of: workouts, on: notification.date, fireAt: fireAt, turn: turn)
        open.items = items
        return open
    }
}

/// What became of a planned reminder so far, apart from its delivery.
public enum ReminderFate: Sendable, Hashable {
    case waiting
    /// It could not be sent in time.
    case missed
    /// No channel could send it.
    case failed
    /// It was no longer planned, because something changed; what it was about, nothing for a rest day.
    case dropped(Set<OccurrenceSource>)

    /// What a dropped reminder was about; nil for any other.
    var dropped: Set<OccurrenceSource>? { if case .dropped(let sources) = self { sources } else { nil } }
}

extension PlanInput {
    /// Whether a reminder is still to come: its time is in the future, and it was not sent before the zone changed.
    public func isAhead(_ notification: PlannedNotification) -> Bool {
        notification.instant > now && !isDelivered(notification) && fates[notification.id] != .failed
    }

    private func isDelivered(_ notification: PlannedNotification) -> Bool {
        delivered.contains { $0.notification.id == notification.id }
    }

    /// Whether a reminder is due and the next run sends it.
    ///
    /// A reminder that was missed according to an earlier run is sent if its grace period was extended since.
    public func isWaiting(_ notification: PlannedNotification) -> Bool {
        guard notification.instant <= now, isCurrent(notification), !isDelivered(notification) else { return false }
        switch fates[notification.id] {
        case .waiting, .missed: return true
        case .failed: return false
        case .dropped, nil:
            return DeliveryWindow.isOnTime(notification.instant, now: now)
                || unplannedFrom.map { notification.fireAt.date >= $0 } ?? false
        }
    }
}
