public import CivilTime

/// The user's answer to a workout.
public enum Answer: String, Sendable, Hashable, CaseIterable {
    case completed, skipped

    /// The code in JSON: the answer's state, not the code that the ledger stores.
    public var code: String {
        switch self {
        case .completed: "done"
        case .skipped: "skipped"
        }
    }
}

/// What the user wants to do with a workout or a reminder.
public enum AnswerVerb: String, Sendable, CaseIterable {
    case start, done, skip, snooze, move

    /// The answer that it records; nil if it records none.
    public var answer: Answer? {
        switch self {
        case .done: .completed
        case .skip: .skipped
        case .start, .snooze, .move: nil
        }
    }

    /// Whether it accepts later dates; otherwise it accepts only today and the past.
    public var reachesAhead: Bool {
        switch self {
        case .start, .done: false
        case .skip, .snooze, .move: true
        }
    }

    /// The first of the seven dates that a weekday alone may mean: today if later dates are accepted, otherwise six days ago.
    public func firstOfWeek(_ today: CivilDate) -> CivilDate { reachesAhead ? today : today.adding(days: -6) }

    /// The accepted dates.
    package func dates(_ today: CivilDate) -> ClosedRange<CivilDate> {
        switch self {
        case .start: today.adding(days: -7)...today
        case .done: today.adding(days: -366)...today
        case .skip, .snooze: today.adding(days: -366)...today.adding(days: 366)
        case .move: .earliest ... .latest
        }
    }
}
