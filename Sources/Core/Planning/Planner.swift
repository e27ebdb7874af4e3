internal import CivilTime
internal import Localization
public import Reminders
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
            snoozed + (followUps.current + Plan.unfinished(input)).compactMap { input.applyingQuietHours($0) }
            + Plan.reminders(input, current..<range.upperBound, putOff: putOff) + achievements
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
        overdue = followUps.overdue.union(late.map(\.id)).union(missed.map(\.id))
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
        Int(((leads.map(\.seconds).max() ?? 0) + 86_399) / 86_400)
    }

    /// The times of its reminders.
    var reminderTimes: [TimeOfDay] {
        reminders.compactMap { if case .at(let time) = $0 { time } else { nil } }
    }

    /// The times from its reminders to the workout.
    var leads: [TimeSpan] {
        reminders.compactMap { if case .before(let span) = $0 { span } else { nil } }
    }
}

extension Occurrence {
    public var key: OccurrenceKey { OccurrenceKey(.program(programID), on: date) }
}

extension PlannedNotification {
    /// Whether it is a reminder of a workout, and not of another one that the program had on the date before.
    fileprivate func isAbout(_ workout: Occurrence) -> Bool {
        date == workout.date && [.workout, .followUp].contains(category)
            && items.contains { item in
                guard case .workout(let own) = item else { return false }
                return own.programID == workout.programID && own.dayID == workout.dayID
            }
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
        let workouts = zip(input.programs, programs).compactMap { active, day in
            day.occurrence.map { (active, $0) }
        }
        let (reminders, reason) = workouts.isEmpty ? withoutWorkout() : ([], nil)
        let groups = silence == nil ? groups(of: workouts.filter { $0.isTrained($1) }) : []
        let outlooks = workouts.map { active, workout in
            let own = groups.filter { $0.workouts.contains(workout) }.map(\.reminder)
            return WorkoutOutlook(workout: workout, absence: absence(of: workout, active, own))
        }
        // A reminder whose time has just passed may be in the queue and due: it stays planned during the grace period.
        let current = (groups.map(\.reminder) + reminders).filter {
            isWanted($0) && input.isCurrent($0.instant) && !input.isBegun($0)
        }
        return DayPlan(
            date: date,
            programs: programs,
            notifications: current,
            outlooks: outlooks,
            withoutWorkout: reason
        )
    }

    /// Why nothing is sent on the date; nil if something may be.
    private var silence: ReminderAbsence? {
        guard input.settings.isEnabled else { return .off }
        return input.zone.has(date) ? nil : .noSuchDay
    }

    private func isWanted(_ reminder: PlannedNotification) -> Bool {
        !input.cancelled.contains(reminder.id) && !putOff.contains(reminder.id)
    }

    /// A reminder, and the workouts that it is for, answered or not.
    private struct Group {
        let reminder: PlannedNotification
        let workouts: [Occurrence]
    }

    /// The reminders of the workouts that the user trains.
    private func groups(of trained: [(ActiveProgram, Occurrence)]) -> [Group] {
        guard trained.contains(where: { input.answers[$0.1.key] == nil }) else { return [] }
        let move = input.announcedMove(on: date)
        // Answered workouts take part in the grouping, so that identifiers do not change with an answer.
        return input.groups(of: trained, on: date).compactMap { group in
            let workouts = group.places.map { trained[$0].1 }
            let isAnnouncing = group.places.contains { place in
                let (active, workout) = trained[place]
                return active.followsSettings(onDay: workout.dayID)
            }
            return workout(group, input.due(workouts), move: isAnnouncing ? move : nil).map {
                Group(reminder: $0, workouts: workouts)
            }
        }
    }

    // MARK: Absence

    /// Why a workout has no reminder ahead; nil if it has one.
    ///
    /// - Parameter own: its reminders, whether they are wanted or not.
    private func absence(of workout: Occurrence, _ active: ActiveProgram, _ own: [PlannedNotification])
        -> ReminderAbsence?
    {
        if let answer = input.answers[workout.key] { return .answered(answer) }
        if let silence { return silence }
        guard active.isTrained(workout) else { return .weekdayOff(date.weekday) }
        guard !own.isEmpty else { return .quiet }
        let came = input.delivered.filter { $0.notification.isAbout(workout) }
        return absence(of: own, came, about: [workout.key.source], isBegun: input.begun.contains(workout.key)) {
            .delivered($0)
        }
    }

    /// What became of reminders for the same thing; nil if one is ahead.
    ///
    /// - Parameters:
    ///   - own: the reminders, whether they are wanted or not.
    ///   - came: those that were delivered, perhaps at other times, with their snoozes and follow-ups.
    ///   - sources: what they are about; nothing for a rest day.
    ///   - isBegun: whether their workout was started.
    ///   - delivered: what it means that one came at a time.
    private func absence(
        of own: [PlannedNotification],
        _ came: [DeliveredReminder],
        about sources: Set<OccurrenceSource> = [],
        isBegun: Bool,
        _ delivered: (TimeOfDay) -> ReminderAbsence
    ) -> ReminderAbsence? {
        let wanted = own.filter(isWanted)
        if !isBegun {
            if wanted.contains(where: input.isAhead) { return nil }
            if wanted.contains(where: input.isWaiting) { return .due }
        }
        func snooze(_ one: PlannedNotification) -> Snooze? {
            input.snoozes.filter { $0.original.id.root == one.id }.max { $0.ordinal < $1.ordinal }
        }
        func isCancelled(_ one: PlannedNotification) -> Bool {
            [one.id, snooze(one)?.id].contains { id in id.map(input.cancelled.contains) ?? false }
        }
        let left = own.filter { !isCancelled($0) }.compactMap(snooze)
        if left.contains(where: { $0.until > input.now }) { return .snoozed }
        func latest(isEarly: Bool) -> ReminderAbsence? {
            let times = came.filter { $0.notification.id.hasLead == isEarly }.map(\.deliveredAt)
            return times.max().map { delivered(input.zone.civil(at: $0).time) }
        }
        if let late = latest(isEarly: false) { return late }
        // What the user cancelled is the reminder at the time of the workout, whatever became of one before it.
        let main = own.filter { !$0.id.hasLead }
        if (main.isEmpty ? own : main).allSatisfy(isCancelled) { return .cancelled }
        if let early = latest(isEarly: true) { return early }
        if !left.isEmpty { return .snoozed }
        // It is too late for a pending one, which the next run records as missed.
        let fates = wanted.compactMap { input.fates[$0.id] }.filter { $0.dropped == nil }
        if !fates.isEmpty { return fates.contains(.failed) ? .failed : .missed }
        return isBegun ? .started : isDropped(about: sources) ? .dropped : .past
    }

    /// Whether a reminder of the day, about the same, was planned at another time, before something changed.
    private func isDropped(about sources: Set<OccurrenceSource>) -> Bool {
        let categories = [NotificationCategory.workout, .restDay].map { $0.rawValue + "/" }
        return input.fates.contains { id, fate in
            // A follow-up is dropped with the reminder that it follows, which was sent.
            guard let dropped = fate.dropped, id == id.root, id.date == date else { return false }
            return dropped.isSuperset(of: sources) && categories.contains(where: id.rawValue.hasPrefix)
        }
    }

    /// The reminder of a date without a workout, or why there is none ahead.
    private func withoutWorkout() -> ([PlannedNotification], ReminderAbsence?) {
        guard programs.contains(where: { $0.kind == .rest }) else {
            if let pause = pause() { return ([], pause) }
            let hasEnded = !programs.isEmpty && programs.allSatisfy { $0.kind == .ended }
            return ([], hasEnded ? .ended : programs.absence)
        }
        if let silence { return ([], silence) }
        guard input.settings.restDays else { return ([], .restDay) }
        guard let reminder = restDay() else { return ([], .quiet) }
        let came = input.delivered.filter { $0.notification.id.root == reminder.id }
        return ([reminder], absence(of: [reminder], came, isBegun: false) { .came($0) })
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

/// The planned notifications from today to the horizon.
public struct Plan: Sendable {
    /// The notifications, soonest first.
    public let notifications: [PlannedNotification]
    /// The days from today on.
    public let days: [DayPlan]
    /// The notifications that could not be planned in time: new records, milestones, and follow-ups of deliveries that antrain learned of
    /// later.
    public let overdue: Set<NotificationID>
    /// The follow-ups whose grace period ended before antrain learned of the delivery; they are recorded as missed.
    public let lapsed: [PlannedNotification]
}
