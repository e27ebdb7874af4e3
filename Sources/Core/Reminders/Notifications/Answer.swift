/// The user's answer to a workout.
public enum Answer: String, Sendable, Hashable, CaseIterable {
    /// The workout was done.
    case completed
    /// The workout was skipped.
    case skipped
}
