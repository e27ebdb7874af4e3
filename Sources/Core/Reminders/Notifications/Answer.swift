/// The user's answer to a workout.
public enum Answer: String, Sendable, Hashable, CaseIterable {
    case completed
    case skipped

    /// The code in JSON: the answer's state, not the code that the ledger stores.
    public var code: String {
        switch self {
        case .completed: "done"
        case .skipped: "skipped"
        }
    }
}
