/// A week of a program whose weeks differ.
public struct ProgramWeek: Sendable, Hashable {
    /// What a week has in place of an exercise.
    public enum Replacement: Sendable, Hashable {
        case sets(Exercise.Sets)
        case exercise(Exercise)
    }

    public let name: String?
    public let phase: String?
    public let isDeload: Bool
    /// The set schemes that the week replaces.
    public let schemes: [String: [SetPrescription]]
    /// The exercises that the week replaces, by their IDs.
    public let exercises: [String: Replacement]
    /// The days that the week replaces, as indices into `Program.days`; nil is a rest day.
    public let swaps: [Int: Int?]
}
