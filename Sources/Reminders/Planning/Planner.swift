internal import CivilTime
public import Training

extension Plan {
    /// Plans the reminders of the coming days; a pure function of its input.
    ///
    /// - Parameters:
    ///   - input: programs, settings, zone and current time.
    ///   - days: the number of days, today included; nil for the settings' horizon.
    public init(_ input: PlanInput, days count: Int? = nil) {
        let first = input.today
        let length = count ?? input.settings.horizon
        let range = first..<first.adding(days: length)
        // A reminder with a long lead may be due within the range although its workout is not.
        let reach = input.programs.map { $0.program.longestLead }.max() ?? 0
        // Yesterday's reminders may still be delivered for an hour after midnight.
        let current = input.firstCurrentDate
        let within = current..<range.upperBound.adding(days: reach)
        let calendars = input.calendars.map { $0.days(within) }
        let snoozed = input.settings.isEnabled ? Plan.snoozes(input) : []
        let followUps = Plan.followUps(input, snoozed: snoozed)
        let putOff = Set(input.snoozes.map(\.original.id.root))
        let missed = [Plan.missedSummary(input)].compactMap { $0 }
        let achievements = (Plan.achievements(input, range) + missed).filter {
            !input.cancelled.contains($0.id) && !putOff.contains($0.id)
        }
        // A snooze is an explicit wish of the user, so quiet hours do not apply to it.
        var all =
            snoozed
            + (followUps.current + Plan.unfinished(input)).compactMap { input.applyingQuietHours($0) }
            + Plan.reminders(input, current..<range.upperBound, putOff: putOff)
            + achievements
        var outlooks: [DayPlan] = []
        outlooks.reserveCapacity(length)
        for (index, date) in within.enumerated() {
            let outlook = DayPlanner(input: input, putOff: putOff, date: date, programs: calendars.map { $0[index] })
                .outlook()
            all += outlook.notifications.filter { $0.fireAt.date < range.upperBound }
            if range.contains(date) { outlooks.append(outlook) }
        }
        notifications = all.sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
        // antrain learns of records and milestones only when they are due, and of an end perhaps later.
        let late = achievements.filter { $0.isNews && ($0.category != .summary || $0.id.endedProgram != nil) }
        overdue = followUps.overdue.union(late.map(\.id))
            .union(missed.map(\.id))
        lapsed = followUps.lapsed
        self.days = outlooks
    }
}

extension PlanInput {
    /// Applies quiet hours to a notification; nil if they drop it.
    func applyingQuietHours(_ notification: PlannedNotification) -> PlannedNotification? {
        guard let quiet = settings.quietHours else { return notification }
        return quiet.applied(to: notification, in: zone)
    }

    /// Applies quiet hours to the time of a reminder; nil if they drop it.
    ///
    /// A time that the clocks skip is resolved first, because the resulting time may be inside or outside the quiet hours.
    func applyingQuietHours(_ fireAt: CivilDateTime, about date: CivilDate) -> CivilDateTime? {
        let shown = zone.shown(fireAt)
        guard let quiet = settings.quietHours else { return shown }
        return quiet.applied(to: shown, about: date).map(zone.shown)
    }

    /// Adds a line that explains the time of a reminder, if the clocks skip the time that was asked for.
    func noted(_ body: String, asked: CivilDateTime, fireAt: CivilDateTime) -> String {
        guard fireAt != asked, zone.shown(asked) == fireAt else { return body }
        let note = words.text(
            .skippedTime,
            ["time": words.format.time(asked.time), "shown": words.format.time(fireAt.time)]
        )
        return body.isEmpty ? note : "\(body)\n\(note)"
    }
}

extension Program {
    /// The most days that a reminder may be due before its workout.
    var longestLead: Int {
        let seconds = reminders.map { reminder -> Int64 in
            if case .before(let span) = reminder { span.seconds } else { 0 }
        }
        return Int(((seconds.max() ?? 0) + 86_399) / 86_400)
    }
}

extension Occurrence {
    /// The key of its answers.
    public var key: OccurrenceKey { OccurrenceKey(.program(programID), on: date) }
}

extension PlannedNotification {
    /// Whether another reminder, perhaps at another time, is about any of the same workouts, or both are about none.
    fileprivate func isAboutSame(as other: PlannedNotification) -> Bool {
        guard date == other.date, !items.isEmpty else { return id == other.id }
        return items.contains { item in other.items.contains { item.isSame(as: $0) } }
    }
}

extension NotificationItem {
    fileprivate func isSame(as other: NotificationItem) -> Bool {
        guard case .workout(let own) = self, case .workout(let workout) = other else { return source == other.source }
        return source == other.source && own.dayID == workout.dayID
    }
}

/// Plans one date.
private struct DayPlanner {
    let input: PlanInput
    /// The snoozed reminders, which the day no longer plans itself.
    let putOff: Set<NotificationID>
    let date: CivilDate
    let programs: [ScheduledDay]

    func outlook() -> DayPlan {
        let (candidates, absence, workouts) = candidates()
        let wanted = candidates.filter { !input.cancelled.contains($0.id) && !putOff.contains($0.id) }
        // A reminder whose time has just passed may be in the queue and due: it stays planned during the grace period.
        let current = wanted.filter { input.isCurrent($0.instant) && !input.isBegun($0) }
        var reason = absence
        if reason == nil {
            let isPutOff = candidates.contains { putOff.contains($0.id) }
            reason =
                wanted.isEmpty
                ? isPutOff ? .snoozed : .cancelled
                : wanted.contains { input.isAhead($0) && !input.isBegun($0) } ? nil : gone(wanted)
            // Each of several workouts has its own answer, or none.
            if reason != nil, workouts.contains(where: { input.answers[$0.key] != nil }) {
                reason = .mixed(input.answered(workouts))
            }
        }
        return DayPlan(date: date, programs: programs, notifications: current, absence: reason)
    }

    /// Why the reminders of the day are no longer ahead.
    private func gone(_ wanted: [PlannedNotification]) -> ReminderAbsence {
        if wanted.contains(where: { input.isWaiting($0) && !input.isBegun($0) }) { return .due }
        let came = input.delivered.filter { delivered in
            wanted.contains { $0.isAboutSame(as: delivered.notification) }
        }.map(\.deliveredAt).max()
        guard let time = came.map({ input.zone.civil(at: $0).time }) else {
            let fates = wanted.compactMap { input.fates[$0.id] }
            // It is too late for a pending one, which the next run records as missed.
            if fates.contains(where: { $0 != .dropped }) { return fates.contains(.failed) ? .failed : .missed }
            if wanted.contains(where: input.isBegun) { return .started }
            return isDropped ? .dropped : .past
        }
        return wanted.contains { !$0.items.isEmpty } ? .delivered(time) : .came(time)
    }

    /// Whether a reminder of the day was planned at another time, before something changed.
    private var isDropped: Bool {
        let categories = [NotificationCategory.workout, .restDay].map { $0.rawValue + "/" }
        return input.fates.contains { id, fate in
            // A follow-up is dropped with the reminder that it follows, which was sent.
            fate == .dropped && id == id.root && id.date == date
                && categories.contains(where: id.rawValue.hasPrefix)
        }
    }

    /// The day's reminders, or why there is none, and the workouts that the user trains.
    private func candidates() -> ([PlannedNotification], ReminderAbsence?, [Occurrence]) {
        let settings = input.settings
        let workouts = zip(input.programs, programs).compactMap { active, day in
            day.occurrence.map { (active, $0) }
        }
        let isResting = programs.contains { $0.kind == .rest }
        guard !workouts.isEmpty || isResting else {
            if let pause = pause() { return ([], pause, []) }
            let hasEnded = !programs.isEmpty && programs.allSatisfy { $0.kind == .ended }
            return ([], hasEnded ? .ended : programs.absence, [])
        }
        guard settings.isEnabled else { return ([], .off, []) }
        guard input.zone.has(date) else { return ([], .noSuchDay, []) }
        guard !workouts.isEmpty else {
            guard settings.restDays else { return ([], .restDay, []) }
            return restDay().map { ([$0], nil, []) } ?? ([], .quiet, [])
        }
        let trained = workouts.filter { $0.isTrained($1) }
        guard !trained.isEmpty else { return ([], .weekdayOff(date.weekday), []) }
        let answers = trained.compactMap { input.answers[$0.1.key] }
        if answers.count == trained.count, let first = answers.first {
            let isOne = answers.allSatisfy { $0 == first }
            return ([], isOne ? .answered(first) : .mixed(input.answered(trained.map(\.1))), trained.map(\.1))
        }
        // Answered workouts take part in the grouping, so that identifiers do not change with an answer.
        let groups = input.groups(of: trained.map(\.0), on: date)
        let move = input.announcedMove(on: date)
        let notifications = groups.compactMap { group in
            workout(
                group,
                input.due(group.places.map { trained[$0].1 }),
                move: group.places.contains { trained[$0].0.followsSettings } ? move : nil
            )
        }
        return (notifications, notifications.isEmpty ? .quiet : nil, trained.map(\.1))
    }

    /// Reports that programs are paused, and how to end the pause.
    private func pause() -> ReminderAbsence? {
        let paused = zip(input.programs, programs).filter { $1.kind == .paused }.map(\.0)
        guard !paused.isEmpty else { return nil }
        return paused.allSatisfy { $0.isPausedByFile(on: date) } ? .pausedByProgram : .paused
    }

    /// - Parameter move: the move of its time that it reports.
    private func workout(_ group: ReminderGroup, _ workouts: [Occurrence], move: TimeMove?) -> PlannedNotification? {
        guard !workouts.isEmpty else { return nil }
        // A notification that is delivered after midnight names the day relative to the new date.
        let isLate = input.zone.instant(of: group.fireAt) <= input.now
        let seen = isLate ? max(group.fireAt, input.zone.civil(at: input.now)) : group.fireAt
        let id = group.id(on: date)
        let turn = input.turn(of: id, about: workouts.map(\.programID), on: date)
        let body = input.noted(
            input.body(of: workouts, on: date, fireAt: seen, turn: turn),
            asked: group.moment.fireAt(on: date),
            fireAt: group.fireAt
        )
        let lines = [body, move.map(input.words.note) ?? ""]
        return notification(
            id,
            .workout,
            group.fireAt,
            input.title(of: workouts, on: date, fireAt: seen, turn: turn),
            lines.filter { !$0.isEmpty }.joined(separator: "\n"),
            workouts.map { .workout(WorkoutItem($0)) }
        )
    }

    private func restDay() -> PlannedNotification? {
        let time = input.usualTime(on: date)
        let asked = CivilDateTime(date: date, time: time)
        guard let fireAt = input.applyingQuietHours(asked, about: date) else { return nil }
        let (title, body) = input.restTexts(on: date, fireAt: fireAt)
        return notification(
            NotificationID(.restDay, on: date, at: time),
            .restDay,
            fireAt,
            title,
            input.noted(body, asked: asked, fireAt: fireAt),
            []
        )
    }

    private func notification(
        _ id: NotificationID,
        _ category: NotificationCategory,
        _ fireAt: CivilDateTime,
        _ title: String,
        _ body: String,
        _ items: [NotificationItem]
    ) -> PlannedNotification {
        PlannedNotification(
            id: id,
            category: category,
            date: date,
            fireAt: fireAt,
            zone: input.zone.identifier,
            instant: input.zone.instant(of: fireAt),
            title: title,
            body: body,
            items: items
        )
    }
}
