import CivilTime

/// The morning reminder of each date as Manual/schedule.md promises it, computed from when the daemon ran, with which clock and in which zone.
///
/// It knows nothing about antrain's queue: a reminder is delivered as soon as something runs between its time and the end of the grace
/// period; otherwise it is missed. If the clock is set back, a reminder whose time is then more than ten minutes ahead is due again once
/// the queue reaches it; if that repetition is missed, the early delivery counts. If the queue never reaches it because the clock is set
/// forward again, the delivery was in time.
struct ExpectedMornings {
    enum Fate: Equatable, CustomStringConvertible {
        case delivered(Instant)
        case missed

        var description: String {
            switch self {
            case .delivered(let instant): "delivered at \(instant)"
            case .missed: "missed"
            }
        }
    }

    private let time: TimeOfDay
    private let grace = TimeSpan.hours(4)
    private let first: CivilDate
    private(set) var fates: [CivilDate: Fate] = [:]
    private var early: [CivilDate: Instant] = [:]
    /// The deliveries on dates that the queue has not reached since the clock was set back.
    private var ahead: [CivilDate: Instant] = [:]
    /// The number of days that the queue covers, today included.
    private let horizon = 7
    private let tolerance = TimeSpan.minutes(10)
    private var answered: Set<CivilDate> = []
    /// The number of expected deliveries, including repeated ones.
    private(set) var deliveries = 0

    /// - Parameter first: the first date with a reminder.
    init(time: TimeOfDay, first: CivilDate) {
        self.time = time
        self.first = first
    }

    /// antrain runs during this time, by its clock; what was due before and is too late now is missed.
    mutating func runs(from begin: Instant, through end: Instant, in zone: Zone) {
        let today = zone.civil(at: begin).date
        for (date, instant) in ahead where date < today.adding(days: horizon) {
            ahead[date] = nil
            if due(date, in: zone) > begin.adding(tolerance) {
                early[date] = instant
            } else {
                fates[date] = .delivered(instant)
            }
        }
        // Everything since the last decision: antrain may have been off for weeks.
        var date = first
        while case .delivered = fates[date] { date = date.adding(days: 1) }
        let last = zone.civil(at: end).date.adding(days: 1)
        while date <= last {
            defer { date = date.adding(days: 1) }
            if case .delivered = fates[date] { continue }
            if answered.contains(date) { continue }
            let due = due(date, in: zone)
            let latest = due.adding(grace)
            if begin > latest {
                fates[date] = early[date].map(Fate.delivered) ?? .missed
            } else if end >= due {
                fates[date] = .delivered(max(begin, due))
                deliveries += 1
            }
        }
    }

    /// The user answers the workout of a date whose reminder was due: it is not sent again.
    mutating func answered(_ date: CivilDate) { answered.insert(date) }

    /// The clock is set back to this time.
    mutating func wasSetBack(to now: Instant, in zone: Zone) {
        for (date, fate) in fates where !answered.contains(date) && due(date, in: zone) > now.adding(tolerance) {
            if case .delivered(let instant) = fate { ahead[date] = instant }
            fates[date] = nil
        }
    }

    private func due(_ date: CivilDate, in zone: Zone) -> Instant {
        zone.instant(of: CivilDateTime(date: date, time: time))
    }
}
