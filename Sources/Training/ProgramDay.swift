public import CivilTime

/// A day of a program: the workout, not the date on which it falls.
public struct ProgramDay: Sendable, Hashable {
    /// The name that the schedule uses.
    public let id: String
    /// The name for people, such as Push Day.
    public let name: String
    /// How long it takes, as its author expects.
    public let duration: TimeSpan?
    /// What to look out for.
    public let notes: String?
    /// The exercises in order, at least one.
    public let exercises: [Exercise]
}
