public import CivilTime
public import Localization
public import Reminders
public import Training

/// When a notification can no longer be delivered, and why it was not.
package enum Missed {
    package static func applies(to notification: PlannedNotification, now: Instant, grace: TimeSpan, zone: Zone) -> Bool
    {
        DeliveryWindow.hasEnded(notification, now: now, grace: grace, in: zone)
    }

    /// The beginning of the reason for a notification that was never attempted.
    package static let notRun = "antrain did not run"

    /// The reason for a notification that was never attempted.
    package static func reason(_ notification: PlannedNotification, grace: TimeSpan, zone: Zone) -> String {
        "\(notRun) \(window(notification, grace, zone))"
    }

    /// The end of `lostReason`.
    ///
    /// It must not change: `DeliveryRecord.isLost` finds it in stored reasons.
    package static let isUnknown = "whether this was sent is unknown"

    /// The reason for a notification that was never attempted, and may have been sent before the ledger was repaired or replaced by a
    /// copy.
    package static let lostReason = "the ledger was repaired or restored; \(isUnknown)"

    /// The reason for a notification whose attempts all failed.
    package static func failedReason(_ notification: PlannedNotification, grace: TimeSpan, zone: Zone) -> String {
        "it could not be delivered \(window(notification, grace, zone))"
    }

    private static func window(_ notification: PlannedNotification, _ grace: TimeSpan, _ zone: Zone) -> String {
        if let span = notification.id.lastingNews { return "within \(span) of its time" }
        return DeliveryWindow.endsAfterMidnight(notification.instant, grace: grace, in: zone)
            ? "between its time and an hour after midnight" : "within \(grace) of its time"
    }

    /// The reason for a notification that is in the past because of a changed time zone.
    package static func reason(in zone: Zone, grace: TimeSpan) -> String {
        "the time zone changed to \(zone.identifier), where it was more than \(grace) overdue"
    }

    /// Whether the plugin that scheduled it could not be queried for so long that antrain gives up.
    package static func isForgotten(_ notification: PlannedNotification, now: Instant) -> Bool {
        notification.instant.adding(.days(1)) < now
    }

    package static let unknownReason = "the plugin scheduled it, but could not report whether it was delivered"

    /// - Parameter machine: the name of the machine that sends the reminders.
    package static func unknownReason(_ machine: String) -> String {
        "\(machine) sends the reminders, but has not reported that it sent this one"
    }
}

/// A reminder that was not sent because antrain did not run from its time until it was too late.
public struct MissedReminder: Sendable, Hashable {
    public let notification: PlannedNotification
    /// When the next run noticed that.
    public let noticedAt: Instant

    public init(notification: PlannedNotification, noticedAt: Instant) {
        self.notification = notification
        self.noticedAt = noticedAt
    }
}

extension NotificationID {
    private static let missedMark = "/missed-since-"

    /// The ID of the summary of the reminders that were missed from one date to another.
    static func missed(from first: CivilDate, through last: CivilDate) -> NotificationID {
        NotificationID(rawValue: "\(NotificationCategory.summary.rawValue)/\(last)\(missedMark)\(first)")
    }

    /// The dates of the reminders that a summary of missed ones is about; nil for every other notification.
    public var missedDates: ClosedRange<CivilDate>? {
        let category = NotificationCategory.summary.rawValue + "/"
        guard rawValue.hasPrefix(category), let mark = rawValue.firstRange(of: NotificationID.missedMark),
            let last = try? CivilDate(parsing: String(rawValue[..<mark.lowerBound].dropFirst(category.count))),
            let first = try? CivilDate(parsing: String(rawValue[mark.upperBound...])), first <= last
        else { return nil }
        return first...last
    }
}

/// A missed workout, and how the program's policy handles it.
public struct MissedDay: Sendable, Hashable {
    public let missed: Occurrence
    public let policy: Schedule.MissedPolicy
    /// The program's next workout, today's included; nil if there is none within two weeks.
    public let next: Occurrence?
}

extension PlanInput {
    /// For how many days a missed workout is reported.
    private static let memory = 7

    /// The last missed workout of each program; before a program's first answer, no workout counts as missed.
    public var missedDays: [MissedDay] {
        zip(programs, calendars).compactMap { active, calendar in
            guard let followedFrom = calendar.followedFrom else { return nil }
            let first = max(active.start, today.adding(days: -PlanInput.memory))
            guard first < today else { return nil }
            let workouts = calendar.days(first..<today.adding(days: 14)).compactMap(\.occurrence).filter { occurrence in
                active.isTrained(occurrence)
            }
            let done = Set(active.completions.map(\.date))
            let last = workouts.last { $0.date < today && (!$0.isOptional || done.contains($0.date)) }
            guard let last, last.date >= followedFrom, !active.skipped.contains(last.date), !done.contains(last.date)
            else { return nil }
            let next = workouts.first { $0.date >= today }
            return MissedDay(missed: last, policy: active.program.schedule.onMissed, next: next)
        }
    }
}

extension MessageCatalog {
    /// How a missed workout was handled, as a sentence.
    public func missed(_ day: MissedDay, today: CivilDate) -> String {
        let key: MessageKey =
            switch day.policy {
            case .skip: .missedSkip
            case .shift: .missedShift
            case .repeat: .missedRepeat
            }
        let next = day.next
        guard let next else { return text(.missedLast, ["workout": day.missed.dayName]) }
        return text(
            key,
            [
                "workout": day.missed.dayName, "date": self.day(day.missed.date, today: today), "next": next.dayName,
                "when": onDay(next.date, today: today),
            ]
        )
    }
}

extension Plan {
    /// The largest number of missed workouts and reminders that are listed.
    fileprivate static let mostListed = 7

    /// The notification about the reminders that were missed because antrain did not run and that none has reported yet.
    ///
    /// Its identifier is made of the dates, and its time is that of the last command that noticed a missed reminder, so every later
    /// plan has the same notification. A missed reminder that is noticed before it is sent becomes part of it.
    static func missedSummary(_ input: PlanInput) -> PlannedNotification? {
        guard input.settings.isEnabled else { return nil }
        let reminders = input.missed.filter {
            let delay = $0.notification.date.days(until: input.zone.civil(at: $0.noticedAt).date)
            return !$0.notification.isNews && !ClockStep.isAhead($0.noticedAt, of: input.now) && delay <= longestSilence
        }
        let missed = reminders.map(\.notification).sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
        guard missed.contains(where: { !$0.items.isEmpty }), let noticedAt = reminders.map(\.noticedAt).max(),
            let from = missed.map(\.date).min(), let through = missed.map(\.date).max()
        else { return nil }
        return input.news(
            .missed(from: from, through: through),
            .summary,
            on: through,
            at: noticedAt,
            title: input.words.text(missed.count, one: .missedTitleOne, other: .missedTitle),
            body: input.body(of: missed, from, through, noticedAt)
        )
    }
}

extension PlanInput {
    fileprivate func body(
        of missed: [PlannedNotification],
        _ from: CivilDate,
        _ through: CivilDate,
        _ noticedAt: Instant
    ) -> String {
        let today = zone.civil(at: noticedAt).date
        func shown(_ date: CivilDate) -> String { words.format.date(date, today: today) }
        var seen: Set<String> = []
        // A rest day has nothing to list, and a follow-up would list the same workout again.
        let named = missed.filter { !$0.items.isEmpty }.map { one in
            "\(words.joined(one.items.map(\.name))) (\(shown(one.date)))"
        }.filter { seen.insert($0).inserted }
        let list = named.prefix(Plan.mostListed).joined(separator: ", ") + (named.count > Plan.mostListed ? ", …" : "")
        let values = ["from": shown(from), "until": shown(through), "list": list]
        let what = words.text(from == through ? .missedBodyOne : .missedBody, values)
        guard let first = missed.first(where: { !$0.items.isEmpty }) else { return what }
        let commands = ["history": "antrain history --state missed", "open": "antrain open \(first.id)"]
        return what + "\n" + words.text(.missedCommands, commands)
    }
}
