public import CivilTime
public import Reminders
public import Training

/// What the ledger knows that a plan depends on.
public struct PlanningFacts: Sendable {
    /// The active programs in the order of their activation.
    public let activations: [Activation]
    /// The completed workouts by program id.
    public let completions: [String: [Completion]]
    /// What was cancelled by hand.
    public let cancelled: Set<NotificationID>
    /// What was answered.
    public let answers: [WorkoutKey: Answer]
    /// What the user wants to hear of again.
    public let snoozes: [Snooze]
    /// What was delivered of late.
    public let delivered: [DeliveredReminder]
    /// The workouts that were begun of late.
    public let started: [StartedWorkout]
    /// The user's own reminders.
    public let reminders: [UserReminder]
    /// The user's pauses and moved dates.
    public let exceptions: UserExceptions
    /// The zone of the last planning, if there was one.
    public let plannedZone: String?
    /// The locale's language when it was last known: cron has no locale.
    public let language: Language?
    /// The locale's territory when it was last known.
    public let territory: Territory?
    /// The channels of which the user was told that they cover few days.
    public let shortChannels: [String]
    /// Whether the user was asked if reminders are wanted.
    public let wasAsked: Bool
    /// What the ledger remembers of the settings file.
    public let settings: RememberedSettings

    /// The dates of a program's workouts that are left out.
    public func skipped(_ programID: String) -> Set<CivilDate> {
        Set(answers.filter { $0.key.programID == programID && $0.value == .skipped }.map(\.key.date))
    }
}

/// Pauses and moved dates that the user asked for: those of one program, and those of all.
public struct UserExceptions: Sendable, Hashable {
    private struct Entry: Hashable {
        let programID: String?
        var exception: ScheduleException
        /// The programs that go on while the others rest, each with its first date.
        var resumed: [String: CivilDate] = [:]

        func exception(of id: String) -> ScheduleException? {
            guard programID == nil || programID == id else { return nil }
            return resumed[id].map { exception.ending(before: $0) } ?? exception
        }
    }

    private var entries: [Entry] = []

    /// The exceptions of a program.
    public func of(_ programID: String) -> [ScheduleException] {
        entries.compactMap { $0.exception(of: programID) }
    }

    mutating func add(_ exception: ScheduleException, to programID: String?) {
        // Of two pauses without an end the later one counts: who says now until when means the pause that is there.
        if case .pause(let from, _) = exception {
            entries = entries.compactMap { entry in
                guard entry.programID == programID, case .pause(_, .latest) = entry.exception else { return entry }
                guard let left = entry.exception.ending(before: from) else { return nil }
                return Entry(programID: programID, exception: left, resumed: entry.resumed)
            }
        }
        entries.append(Entry(programID: programID, exception: exception))
    }

    /// What is left when the pauses end that a date lies in or that come after it: those of a program, or without one those of all.
    public func resumed(_ programID: String?, on date: CivilDate) -> UserExceptions {
        var result = self
        result.entries = entries.compactMap { entry in
            var entry = entry
            guard let programID, entry.programID == nil else {
                guard programID == nil || entry.programID == programID else { return entry }
                guard let left = entry.exception.ending(before: date) else { return nil }
                entry.exception = left
                return entry
            }
            // The others rest on.
            if let own = entry.exception(of: programID), own.ending(before: date) != own {
                entry.resumed[programID] = date
            }
            return entry
        }
        return result
    }
}

extension ScheduleException {
    /// What is left of a pause when it ends before a date; a move stays.
    fileprivate func ending(before date: CivilDate) -> ScheduleException? {
        guard case .pause(let from, let through) = self, through >= date else { return self }
        return from < date ? .pause(from: from, through: date.adding(days: -1)) : nil
    }
}
