/// A week of a program that has weeks of different kinds.
public struct ProgramWeek: Sendable, Hashable {
    /// The name for people, if it has one.
    public let name: String?
    /// The phase it belongs to, if there are phases.
    public let phase: String?
    /// Whether it is a week to recover.
    public let isDeload: Bool
    /// The set schemes that it replaces.
    public let schemes: [String: [SetPrescription]]
    /// The days that it replaces, as places in `Program.days`; nil is a rest day.
    public let swaps: [Int: Int?]
}
