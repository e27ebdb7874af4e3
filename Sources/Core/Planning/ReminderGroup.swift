internal import CivilTime
internal import Reminders
public import Training

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
    var fireAt: CivilDateTime
    /// The indices of the programs whose workouts it is about.
    var places: [Int]
    /// Its channels; nil for those of the settings.
    let channels: [String]?
    let deliveredAs: NotificationID?
    /// The first program's ID, if another group has the identifier without it.
    var program: String?

    func id(on date: CivilDate) -> NotificationID { deliveredAs ?? ownID(on: date, program: program) }

    fileprivate func ownID(on date: CivilDate, program: String?) -> NotificationID {
        NotificationID(.workout, on: date, at: moment.time, lead: moment.lead, program: program)
    }
}

/// The properties shared by reminders that become one notification: the minute and the channels.
///
/// A delivered reminder stays separate; otherwise, a reminder that joins it later would count as delivered, too.
private struct ReminderGroupKey: Hashable {
    let minute: Int64
    let channels: Set<String>?
    let deliveredAs: NotificationID?
}

extension PlanInput {
    /// Groups the reminders of a date's workouts by minute and channels; reminders that quiet hours drop are omitted.
    ///
    /// - Parameter workouts: the workouts of the date, with their programs.
    func groups(of workouts: [(ActiveProgram, Occurrence)], on date: CivilDate) -> [ReminderGroup] {
        var order: [ReminderGroupKey] = []
        var groups: [ReminderGroupKey: ReminderGroup] = [:]
        var minutes: Set<Int64> = []
        let delivered = self.delivered.map(\.notification).filter {
            $0.category == .workout && $0.date == date && $0.id == $0.id.root
        }
        for (index, (active, workout)) in workouts.enumerated() {
            for moment in moments(of: active, workout) {
                guard let fireAt = applyingQuietHours(moment.fireAt(on: date), about: date) else { continue }
                let minute = zone.instant(of: fireAt).secondsSinceEpoch / 60
                let former = delivered.first {
                    $0.reminds(of: active.program.id, moment) || $0.fireAt == fireAt && $0.names(active.program.id)
                }
                let channels = active.channels.map { Set($0) }
                let key = ReminderGroupKey(minute: minute, channels: channels, deliveredAs: former?.id)
                guard var group = groups[key] else {
                    let isFirst = former != nil || minutes.insert(minute).inserted
                    order.append(key)
                    groups[key] = ReminderGroup(
                        moment: moment,
                        fireAt: fireAt,
                        places: [index],
                        channels: active.channels,
                        deliveredAs: former?.id,
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
        return order.compactMap { key in
            guard var group = groups[key], let first = group.places.first else { return nil }
            let isTaken = delivered.contains { $0.id == group.ownID(on: date, program: nil) }
            if isTaken { group.program = workouts[first].1.programID }
            return group
        }
    }

    public func isDroppedByQuietHours(_ workout: Occurrence) -> Bool {
        guard let active = program(of: workout) else { return false }
        return groups(of: [(active, workout)], on: workout.date).isEmpty
    }

    /// The time of a program's workouts on a date.
    ///
    /// The first of these applies: the time that the user chose for the program, that of the day, the program's first one, or the
    /// settings'.
    ///
    /// - Parameter day: the ID of the program day.
    func time(of active: ActiveProgram, day: String?, on date: CivilDate) -> TimeOfDay {
        active.ownTime(ofDay: day) ?? active.program.reminderTimes.first ?? usualTime(on: date)
    }

    /// The moments of the reminders of a program's workout: at its times, and before them.
    func moments(of active: ActiveProgram, _ workout: Occurrence) -> [ReminderMoment] {
        let base = time(of: active, day: workout.dayID, on: workout.date)
        let isSingle = active.ownTime(ofDay: workout.dayID) != nil || active.program.reminders.isEmpty
        return (isSingle ? [base] : active.program.reminderTimes).map { ReminderMoment(time: $0, lead: nil) }
            + active.program.leads.map { ReminderMoment(time: base, lead: $0) }
    }
}

extension PlannedNotification {
    /// Whether a program's workout is one of its subjects.
    fileprivate func names(_ program: String) -> Bool { items.contains { $0.source.programID == program } }

    fileprivate func reminds(of program: String, _ moment: ReminderMoment) -> Bool {
        guard names(program) else { return false }
        let own = [nil, program].map {
            NotificationID(.workout, on: date, at: moment.time, lead: moment.lead, program: $0)
        }
        return own.contains(id) || fireAt == moment.fireAt(on: date)
    }
}
