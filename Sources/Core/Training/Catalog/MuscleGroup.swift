/// A group of muscles that exercises train; the raw values are the names in files and JSON.
public enum MuscleGroup: String, Sendable, Hashable, CaseIterable {
    case chest
    case frontDelts = "front-delts"
    case sideDelts = "side-delts"
    case rearDelts = "rear-delts"
    case triceps
    case biceps
    case forearms
    case lats
    /// The rhomboids and the middle part of the trapezius.
    case upperBack = "upper-back"
    /// The upper part of the trapezius.
    case traps
    case lowerBack = "lower-back"
    case abs
    case obliques
    case glutes
    case quadriceps
    case hamstrings
    case adductors
    case abductors
    case calves
    case hipFlexors = "hip-flexors"
    case neck
}
