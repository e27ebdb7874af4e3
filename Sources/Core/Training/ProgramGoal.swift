/// What a program trains for; the raw values are the names in files and JSON.
public enum ProgramGoal: String, Sendable, Hashable, CaseIterable {
    /// Heavier loads.
    case strength
    /// Larger muscles.
    case hypertrophy
    /// Longer efforts: running, or many repetitions.
    case endurance
    /// A bit of everything, for health.
    case generalFitness = "general-fitness"
}
