/// Whom a program suits; the raw values are the names in files and JSON.
public enum ProgramLevel: String, Sendable, Hashable, CaseIterable {
    /// New to this kind of training: progress from workout to workout.
    case beginner
    /// Progress from week to week or from month to month.
    case intermediate
    /// Years of training.
    case advanced
}
