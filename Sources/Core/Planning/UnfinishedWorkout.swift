public import CivilTime
internal import Localization
public import Reminders
internal import Training

/// A workout that was started.
public struct StartedWorkout: Sendable, Hashable {
    public let workout: OccurrenceKey
    public let dayID: String
    /// When it was last started.
    public let at: Instant

    public init(workout: OccurrenceKey, dayID: String, at: Instant) {
        (self.workout, self.dayID, self.at) = (workout, dayID, at)
    }
}

extension Plan {
    /// One reminder for each started and unanswered workout, after the time in the settings.
    static func unfinished(_ input: PlanInput) -> [PlannedNotification] {
        guard input.settings.isEnabled, let span = input.settings.unfinished else { return [] }
        return input.started.compactMap { started in
            let instant = input.afterSets(started.at.adding(span), of: [started.workout])
            guard
                let program = input.programs.first(where: { $0.program.id == started.workout.source.programID })?
                    .program,
                let day = program.days.first(where: { $0.id == started.dayID }), input.isOpen(started.workout),
                let occurrence = input.occurrence(started.workout), input.isCurrent(instant)
            else { return nil }
            let item = WorkoutItem(
                programID: program.id,
                programName: program.name,
                dayID: day.id,
                dayName: day.name,
                week: occurrence.week.shown
            )
            let notification = PlannedNotification(
                id: .unfinished(program.id, on: started.workout.date),
                category: .followUp,
                date: started.workout.date,
                fireAt: input.zone.civil(at: instant),
                zone: input.zone.identifier,
                instant: instant,
                title: input.words.text(.unfinishedTitle),
                body: [day.name, input.progress(of: [occurrence])].compactMap(\.self).joined(separator: "\n"),
                items: [.workout(item)]
            )
            return input.cancelled.contains(notification.id) ? nil : notification
        }
    }
}

extension NotificationID {
    private static let unfinishedStart = "unfinished"

    /// The ID of the reminder of a started workout.
    fileprivate static func unfinished(_ program: String, on date: CivilDate) -> NotificationID {
        NotificationID(rawValue: "\(unfinishedStart)/\(date)/\(program)")
    }

    /// The program of the started workout that it is a reminder of; nil for every other notification.
    public var unfinishedProgram: String? {
        let parts = root.rawValue.split(separator: "/", maxSplits: 2)
        return parts.count == 3 && parts[0] == NotificationID.unfinishedStart ? String(parts[2]) : nil
    }
}
