internal import CivilTime
internal import Training

/// When a reminder of a workout is to come: at a time of its date, perhaps some while before.
struct ReminderMoment: Hashable {
    let time: TimeOfDay
    let lead: TimeSpan?

    /// The time by the clock on the wall, quiet hours or not.
    fileprivate func fireAt(on date: CivilDate) -> CivilDateTime {
        CivilDateTime(date: date, time: time).adding(seconds: -(lead?.seconds ?? 0))
    }

    /// Whether it gives a reminder its name before another: a workout's own time before a lead, and the earlier before the later.
    fileprivate func names(before other: ReminderMoment, on date: CivilDate) -> Bool {
        func rank(_ moment: ReminderMoment) -> (Int, CivilDateTime, Int64) {
            (moment.lead == nil ? 0 : 1, moment.fireAt(on: date), moment.lead?.seconds ?? 0)
        }
        return rank(self) < rank(other)
    }
}

/// The reminders of one date that come in one minute: they are one notification.
struct ReminderGroup {
    /// The moment that it has its name of.
    var moment: ReminderMoment
    /// When it comes.
    var fireAt: CivilDateTime
    /// The places of the programs whose workouts it is about.
    var places: [Int]
}

extension PlanInput {
    /// When reminders of a date's workouts come, those together that come in one minute; what quiet hours leave out is not there.
    ///
    /// - Parameters:
    ///   - programs: those that have a workout on the date.
    ///   - date: the date.
    func groups(of programs: [ActiveProgram], on date: CivilDate) -> [ReminderGroup] {
        var minutes: [Int64] = []
        var groups: [Int64: ReminderGroup] = [:]
        for (place, active) in programs.enumerated() {
            for moment in moments(of: active) {
                guard let fireAt = heard(moment.fireAt(on: date), about: date) else { continue }
                let minute = zone.instant(of: fireAt).secondsSinceEpoch / 60
                guard var group = groups[minute] else {
                    minutes.append(minute)
                    groups[minute] = ReminderGroup(moment: moment, fireAt: fireAt, places: [place])
                    continue
                }
                if moment.names(before: group.moment, on: date) { group.moment = moment }
                group.fireAt = min(group.fireAt, fireAt)
                if group.places.last != place { group.places.append(place) }
                groups[minute] = group
            }
        }
        return minutes.compactMap { groups[$0] }
    }

    private func moments(of active: ActiveProgram) -> [ReminderMoment] {
        var times: [TimeOfDay] = []
        var leads: [TimeSpan] = []
        for reminder in active.program.reminders {
            switch reminder {
            case .at(let time): times.append(time)
            case .before(let span): leads.append(span)
            }
        }
        let base = active.time ?? times.first ?? settings.time
        if active.time != nil || active.program.reminders.isEmpty { times = [base] }
        return times.map { ReminderMoment(time: $0, lead: nil) } + leads.map { ReminderMoment(time: base, lead: $0) }
    }
}
