internal import CivilTime
internal import Training

/// When a reminder of a workout is to come: at a time of its date, perhaps some while before.
struct ReminderMoment: Hashable {
    let time: TimeOfDay
    let lead: TimeSpan?

    /// The time by the clock on the wall, quiet hours or not.
    func fireAt(on date: CivilDate) -> CivilDateTime {
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

/// The reminders of one date that come in one minute and to the same channels: they are one notification.
struct ReminderGroup {
    /// The moment that it has its name of.
    var moment: ReminderMoment
    /// When it comes.
    var fireAt: CivilDateTime
    /// The places of the programs whose workouts it is about.
    var places: [Int]
    /// The channels that it goes to; nil for those of the settings.
    let channels: [String]?
    /// What distinguishes its name from another group of the same minute: the first program, if a group precedes it.
    let program: String?
}

/// Reminders that are one notification: they come in one minute, and to the same channels.
private struct ReminderGroupKey: Hashable {
    let minute: Int64
    let channels: Set<String>?
}

extension PlanInput {
    /// When reminders of a date's workouts come, those together that come in one minute to the same channels; what quiet hours leave
    /// out is not there.
    ///
    /// - Parameters:
    ///   - programs: those that have a workout on the date.
    ///   - date: the date.
    func groups(of programs: [ActiveProgram], on date: CivilDate) -> [ReminderGroup] {
        var order: [ReminderGroupKey] = []
        var groups: [ReminderGroupKey: ReminderGroup] = [:]
        var channelsOfMinutes: [Int64: Int] = [:]
        for (place, active) in programs.enumerated() {
            for moment in moments(of: active) {
                guard let fireAt = heard(moment.fireAt(on: date), about: date) else { continue }
                let minute = zone.instant(of: fireAt).secondsSinceEpoch / 60
                let key = ReminderGroupKey(minute: minute, channels: active.channels.map { Set($0) })
                guard var group = groups[key] else {
                    let isFirst = channelsOfMinutes.updateValue(1, forKey: minute) == nil
                    order.append(key)
                    groups[key] = ReminderGroup(
                        moment: moment,
                        fireAt: fireAt,
                        places: [place],
                        channels: active.channels,
                        program: isFirst ? nil : active.program.id
                    )
                    continue
                }
                if moment.names(before: group.moment, on: date) { group.moment = moment }
                group.fireAt = min(group.fireAt, fireAt)
                if group.places.last != place { group.places.append(place) }
                groups[key] = group
            }
        }
        return order.compactMap { groups[$0] }
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
