public import CivilTime
internal import Localization
internal import Reminders
internal import Training

/// A workout, a rest day or one of the user's own reminders, as an entry of a calendar.
///
/// Unlike a notification, it stays the same when its time passes, when it is delivered, and when it is snoozed.
public struct PlannedEvent: Sendable, Hashable {
    /// What takes place.
    public enum Kind: Sendable, Hashable {
        /// A workout of the program with an ID.
        case workout(program: String)
        /// The user's own reminder with a number.
        case reminder(Int64)
        case restDay
    }

    public let kind: Kind
    public let date: CivilDate
    /// When it begins; nil if it takes the whole day.
    public let start: CivilDateTime?
    /// The expected duration, if the program states it.
    public let duration: TimeSpan?
    public let title: String
    /// The text of the reminder; may have several lines.
    public let body: String
    /// When its reminders are sent, relative to its start, or to the start of the day; negative before it.
    public let alarms: [TimeSpan]
    public let isDone: Bool

    public init(
        kind: Kind,
        date: CivilDate,
        start: CivilDateTime?,
        duration: TimeSpan? = nil,
        title: String,
        body: String = "",
        alarms: [TimeSpan] = [],
        isDone: Bool = false
    ) {
        self.kind = kind
        self.date = date
        self.start = start
        self.duration = duration
        self.title = title
        self.body = body
        self.alarms = alarms
        self.isDone = isDone
    }
}

extension PlanInput {
    /// The events of a range of dates from today on, by date; whether reminders are on makes no difference.
    ///
    /// A workout begins at its time, even if its reminders are sent earlier or wait until the quiet hours end. Skipped
    /// workouts, and cancelled occurrences of the user's own reminders, are not events; rest days are if they have reminders.
    public func events(_ range: Range<CivilDate>) -> [PlannedEvent] {
        let range = range.clamped(to: today..<CivilDate.latest)
        let days = calendars.map { $0.days(range) }
        var result: [PlannedEvent] = []
        for (index, date) in range.enumerated() where zone.has(date) {
            let planned = days.map { $0[index] }
            let workouts = zip(programs, planned).compactMap { active, day in day.occurrence.map { (active, $0) } }
            let trained = workouts.filter { $0.isTrained($1) }
            result += events(of: trained, on: date)
            if workouts.isEmpty, settings.restDays, planned.contains(where: { $0.kind == .rest }) {
                result.append(restDay(on: date))
            }
            result += reminders.compactMap { event(of: $0, on: date) }
        }
        return result
    }

    /// What the user skipped or moved away today.
    public var calledOff: [PlannedEvent.Kind] {
        func isSkipped(_ source: OccurrenceSource) -> Bool { answers[OccurrenceKey(source, on: today)] == .skipped }
        return programs.filter { active in
            let isMoved = active.exceptions.contains { if case .move(today, to: _) = $0 { true } else { false } }
            return isMoved || isSkipped(.program(active.program.id))
        }.map { .workout(program: $0.program.id) }
            + reminders.filter { isSkipped($0.source) }.map { .reminder($0.number) }
    }

    private func events(of trained: [(ActiveProgram, Occurrence)], on date: CivilDate) -> [PlannedEvent] {
        let groups = groups(of: trained, on: date).filter { !cancelled.contains($0.id(on: date)) }
        return trained.enumerated().compactMap { place, workout in
            let (active, occurrence) = workout
            let answer = answers[occurrence.key]
            guard answer != .skipped else { return nil }
            let asked = CivilDateTime(date: date, time: time(of: active, day: occurrence.dayID, on: date))
            let start = zone.shown(asked)
            // A title that is the same for all workouts would not distinguish them in a calendar.
            let turn = turn(about: [active.program.id], on: date)
            let title = ownTitle(of: [occurrence], on: date, fireAt: start, turn: turn)
            return PlannedEvent(
                kind: .workout(program: active.program.id),
                date: date,
                start: start,
                duration: occurrence.duration,
                title: title ?? words.name(occurrence),
                body: noted(body(of: [occurrence], on: date, fireAt: start, turn: turn), asked: asked, fireAt: start),
                alarms: alarms(groups.filter { $0.places.contains(place) }.map(\.fireAt), from: start),
                isDone: answer == .completed
            )
        }
    }

    private func restDay(on date: CivilDate) -> PlannedEvent {
        let time = usualTime(on: date)
        let fireAt = CivilDateTime(date: date, time: time)
        let (title, body) = restTexts(on: date, fireAt: fireAt)
        let isCancelled = cancelled.contains(NotificationID(.restDay, on: date, at: time))
        let alarm = isCancelled ? nil : applyingQuietHours(fireAt, about: date)
        return PlannedEvent(
            kind: .restDay,
            date: date,
            start: nil,
            title: title,
            body: body,
            alarms: alarms([alarm].compactMap { $0 }, from: CivilDateTime(date: date, time: .midnight))
        )
    }

    private func event(of reminder: UserReminder, on date: CivilDate) -> PlannedEvent? {
        guard let asked = moment(of: reminder, on: date), let id = notificationID(of: reminder, on: date),
            !cancelled.contains(id)
        else { return nil }
        let answer = answers[OccurrenceKey(reminder.source, on: date)]
        guard answer != .skipped else { return nil }
        let start = zone.shown(asked)
        return PlannedEvent(
            kind: .reminder(reminder.number),
            date: date,
            start: start,
            title: reminder.title,
            body: noted(reminder.notes ?? "", asked: asked, fireAt: start),
            alarms: alarms([applyingQuietHours(asked, about: date)].compactMap { $0 }, from: start),
            isDone: answer == .completed
        )
    }

    /// The times of reminders relative to the start of an event, ascending and without duplicates.
    private func alarms(_ times: [CivilDateTime], from start: CivilDateTime) -> [TimeSpan] {
        let origin = zone.instant(of: start)
        return Set(times.map { origin.span(until: zone.instant(of: $0)) }).sorted()
    }
}
