/// The unit in which a program writes its loads.
public enum WeightUnit: String, Sendable, Hashable, CaseIterable {
    /// Kilograms.
    case kilograms = "kg"
    /// Pounds.
    case pounds = "lb"
}
