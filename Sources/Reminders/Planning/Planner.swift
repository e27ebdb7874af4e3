internal import CivilTime
internal import Training

extension Plan {
    /// Plans the reminders of the coming days: a pure function of its input.
    ///
    /// - Parameters:
    ///   - input: programs, settings, zone and the present.
    ///   - days: for how many days, today included; nil takes the settings' horizon.
    public init(_ input: PlanInput, days count: Int? = nil) {
        let first = input.today
        let length = count ?? input.settings.horizon
        let range = first..<first.adding(days: length)
        // What comes long before its workout may come within the range while the workout does not.
        let reach = input.programs.map { $0.program.longestLead }.max() ?? 0
        // For an hour after midnight yesterday's reminders may still be delivered.
        let current = input.firstCurrentDate
        let within = current..<range.upperBound.adding(days: reach)
        let calendars = input.programs.map { active in
            active.calendar(input.settings, today: first).days(within)
        }
        let snoozed = input.settings.isEnabled ? Plan.snoozes(input) : []
        let followUps = Plan.followUps(input, snoozed: snoozed)
        let putOff = Set(input.snoozes.map(\.original.id.root))
        // A snooze is the user's own word, quiet hours or not.
        var all =
            snoozed
            + (followUps.current + Plan.unfinished(input)
            + Plan.reminders(input, current..<range.upperBound, putOff: putOff)).compactMap {
                input.heard($0)
            }
        var outlooks: [DayOutlook] = []
        outlooks.reserveCapacity(length)
        for (place, date) in within.enumerated() {
            let outlook = DayPlanner(input: input, putOff: putOff, date: date, programs: calendars.map { $0[place] })
                .outlook()
            all += outlook.notifications.filter { $0.fireAt.date < range.upperBound }
            if range.contains(date) { outlooks.append(outlook) }
        }
        notifications = all.sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
        overdue = followUps.overdue
        lapsed = followUps.lapsed
        self.days = outlooks
    }
}

extension PlanInput {
    /// A notification as quiet hours leave it.
    fileprivate func heard(_ notification: PlannedNotification) -> PlannedNotification? {
        guard let quiet = settings.quietHours else { return notification }
        return quiet.applied(to: notification, in: zone)
    }

    /// When something comes that would come at some time; nil where quiet hours leave it out.
    func heard(_ fireAt: CivilDateTime, about date: CivilDate) -> CivilDateTime? {
        guard let quiet = settings.quietHours else { return fireAt }
        return quiet.applied(to: fireAt, about: date)
    }
}

extension Program {
    /// How many days before its workout a reminder may come.
    fileprivate var longestLead: Int {
        let seconds = reminders.map { reminder -> Int64 in
            if case .before(let span) = reminder { span.seconds } else { 0 }
        }
        return Int(((seconds.max() ?? 0) + 86_399) / 86_400)
    }
}

extension Occurrence {
    /// The name that answers have for it.
    fileprivate var key: WorkoutKey { WorkoutKey(programID: programID, date: date) }
}

/// Plans one date.
private struct DayPlanner {
    let input: PlanInput
    /// The reminders that were snoozed: what comes of them is no longer the day's.
    let putOff: Set<NotificationID>
    let date: CivilDate
    let programs: [CalendarDay]

    func outlook() -> DayOutlook {
        let (candidates, absence) = candidates()
        let wanted = candidates.filter { !input.cancelled.contains($0.id) && !putOff.contains($0.id) }
        // A reminder whose time has just passed may be in the queue and due: it stays wanted for the length of the grace.
        let current = wanted.filter { input.isCurrent($0.instant) }
        var reason = absence
        if reason == nil {
            let isPutOff = candidates.contains { putOff.contains($0.id) }
            reason =
                wanted.isEmpty
                ? isPutOff ? .snoozed : .cancelled : wanted.contains { $0.instant > input.now } ? nil : gone(wanted)
        }
        return DayOutlook(date: date, programs: programs, notifications: current, absence: reason)
    }

    /// Why what was to come does not come any more.
    private func gone(_ wanted: [PlannedNotification]) -> ReminderAbsence {
        let ids = Set(wanted.map(\.id))
        let came = input.delivered.filter { ids.contains($0.notification.id) }.map(\.deliveredAt).max()
        guard let time = came.map({ input.zone.civil(at: $0).time }) else { return .past }
        return wanted.contains { !$0.items.isEmpty } ? .delivered(time) : .came(time)
    }

    private func candidates() -> ([PlannedNotification], ReminderAbsence?) {
        let settings = input.settings
        let workouts = zip(input.programs, programs).compactMap { active, day in
            day.occurrence.map { (active, $0) }
        }
        let isResting = programs.contains { $0.kind == .rest }
        guard !workouts.isEmpty || isResting else {
            if programs.contains(where: { $0.kind == .paused }) { return ([], .paused) }
            let isOver = !programs.isEmpty && programs.allSatisfy { $0.kind == .ended }
            return ([], isOver ? .ended : .nothingPlanned)
        }
        guard settings.isEnabled else { return ([], .off) }
        guard input.zone.has(date) else { return ([], .noSuchDay) }
        guard !workouts.isEmpty else {
            guard settings.restDays else { return ([], .restDay) }
            return restDay().map { ([$0], nil) } ?? ([], .quiet)
        }
        let trained = workouts.filter { active, _ in active.isTrained(on: date, settings) }
        guard !trained.isEmpty else { return ([], .weekdayOff(date.weekday)) }
        let answers = trained.compactMap { input.answers[$0.1.key] }
        if answers.count == trained.count, let first = answers.first {
            let isOne = answers.allSatisfy { $0 == first }
            return ([], isOne ? .answered(first) : .mixed(input.answered(trained.map(\.1))))
        }
        // Who was answered has a part in the names: they stay when an answer comes.
        let groups = input.groups(of: trained.map(\.0), on: date)
        let notifications = groups.compactMap { group in
            workout(group, group.places.map { trained[$0].1 }.filter { input.answers[$0.key] == nil })
        }
        return (notifications, notifications.isEmpty ? .quiet : nil)
    }

    private func workout(_ group: ReminderGroup, _ workouts: [Occurrence]) -> PlannedNotification? {
        guard !workouts.isEmpty else { return nil }
        return notification(
            NotificationID(.workout, on: date, at: group.moment.time, lead: group.moment.lead),
            .workout,
            group.fireAt,
            input.title(of: workouts, on: date, fireAt: group.fireAt),
            input.body(of: workouts, on: date, fireAt: group.fireAt),
            workouts.map { NotificationItem($0) }
        )
    }

    private func restDay() -> PlannedNotification? {
        let time = input.settings.time
        guard let fireAt = input.heard(CivilDateTime(date: date, time: time), about: date) else { return nil }
        let values = input.settings.texts == UserTexts() ? [:] : input.values(of: [], on: date, fireAt: fireAt)
        return notification(
            NotificationID(.restDay, on: date, at: time),
            .restDay,
            fireAt,
            input.settings.texts.restTitle?.filled(values) ?? input.words.text(.restTitle),
            input.settings.texts.restBody?.filled(values) ?? input.words.text(.restBody),
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
