public import CivilTime

/// A day of a program: the workout, not its date.
public struct ProgramDay: Sendable, Hashable {
    /// The name used by the schedule.
    public let id: String
    /// The display name, such as Push Day.
    public let name: String
    /// The expected duration.
    public let duration: TimeSpan?
    /// Notes for the athlete.
    public let notes: String?
    /// The exercises in order, at least one.
    public let exercises: [Exercise]
}
