public import CivilTime
public import Localization
public import Training

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
