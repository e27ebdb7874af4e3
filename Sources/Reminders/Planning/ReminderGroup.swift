internal import CivilTime
internal import Training

/// When a workout's reminder is due: at a time of its date, or with a lead before that time.
struct ReminderMoment: Hashable {
    let time: TimeOfDay
    let lead: TimeSpan?

    /// The civil time at which it is due, without quiet hours.
    func fireAt(on date: CivilDate) -> CivilDateTime {
        CivilDateTime(date: date, time: time).adding(seconds: -(lead?.seconds ?? 0))
    }

    /// Whether it takes precedence for the identifier: a workout's own time before a lead, and the earlier before the later.
    fileprivate func names(before other: ReminderMoment, on date: CivilDate) -> Bool {
        func rank(_ moment: ReminderMoment) -> (Int, CivilDateTime, Int64) {
            (moment.lead == nil ? 0 : 1, moment.fireAt(on: date), moment.lead?.seconds ?? 0)
        }
        return rank(self) < rank(other)
    }
}

/// The reminders of one date that are due in the same minute on the same channels; they become one notification.
struct ReminderGroup {
    /// The moment from which its identifier is derived.
    var moment: ReminderMoment
    /// When it is due.
    var fireAt: CivilDateTime
    /// The indices of the programs whose workouts it is about.
    var places: [Int]
    /// Its channels; nil for those of the settings.
    let channels: [String]?
    /// The first program's id, if another group of the same minute precedes it; it makes the identifier unique.
    let program: String?
}

/// The properties shared by reminders that become one notification: the minute and the channels.
private struct ReminderGroupKey: Hashable {
    let minute: Int64
    let channels: Set<String>?
}

extension PlanInput {
    /// Groups the reminders of a date's workouts by minute and channels; reminders that quiet hours drop are omitted.
    ///
    /// - Parameters:
    ///   - programs: the programs that have a workout on the date.
    ///   - date: the date.
    func groups(of programs: [ActiveProgram], on date: CivilDate) -> [ReminderGroup] {
        var order: [ReminderGroupKey] = []
        var groups: [ReminderGroupKey: ReminderGroup] = [:]
        var channelsOfMinutes: [Int64: Int] = [:]
        for (index, active) in programs.enumerated() {
            for moment in moments(of: active) {
                guard let fireAt = applyingQuietHours(moment.fireAt(on: date), about: date) else { continue }
                let minute = zone.instant(of: fireAt).secondsSinceEpoch / 60
                let key = ReminderGroupKey(minute: minute, channels: active.channels.map { Set($0) })
                guard var group = groups[key] else {
                    let isFirst = channelsOfMinutes.updateValue(1, forKey: minute) == nil
                    order.append(key)
                    groups[key] = ReminderGroup(
                        moment: moment,
                        fireAt: fireAt,
                        places: [index],
                        channels: active.channels,
                        program: isFirst ? nil : active.program.id
                    )
                    continue
                }
                if moment.names(before: group.moment, on: date) { group.moment = moment }
                group.fireAt = min(group.fireAt, fireAt)
                if group.places.last != index { group.places.append(index) }
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
