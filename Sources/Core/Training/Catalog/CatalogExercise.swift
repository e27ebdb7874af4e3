public import CivilTime

/// An exercise in the catalogue.
public struct CatalogExercise: Sendable, Hashable {
    /// The ID: up to 64 lowercase letters, digits and hyphens; the same as the lift ID in programs.
    public let id: String
    /// The name in each language that has one; never empty.
    public internal(set) var names: [NameLanguage: String]
    /// Further names.
    public internal(set) var aliases: [NameLanguage: [String]] = [:]
    /// The muscles that do most of the work.
    public internal(set) var primary: [MuscleGroup] = []
    /// The muscles that assist.
    public internal(set) var secondary: [MuscleGroup] = []
    /// What provides the load; nil if the user's file does not say.
    public internal(set) var equipment: Equipment?
    /// Whether repetitions are counted per side.
    public internal(set) var isUnilateral = false
    /// The usual rest between sets; nil if there is none.
    public internal(set) var rest: TimeSpan?
    /// Whether the user's file defines or changes it.
    public internal(set) var isOwn = false

    /// The name in a language, else in the first language that has one, English first.
    public func name(in language: NameLanguage) -> String {
        names[language] ?? NameLanguage.allCases.lazy.compactMap { names[$0] }.first ?? id
    }

    /// All names and aliases, English first.
    public var allNames: [String] {
        NameLanguage.allCases.flatMap { language in
            (names[language].map { [$0] } ?? []) + (aliases[language] ?? [])
        }
    }

    public func trains(_ muscle: MuscleGroup) -> Bool { primary.contains(muscle) || secondary.contains(muscle) }
}

/// What provides the load of an exercise; the raw values are the names in files and JSON.
public enum Equipment: String, Sendable, Hashable, CaseIterable {
    case barbell
    case ezBar = "ez-bar"
    case trapBar = "trap-bar"
    case dumbbell, kettlebell
    /// A weight plate, held in the hands or on the body.
    case plate
    case medicineBall = "medicine-ball"
    /// A machine with a weight stack or plates.
    case machine
    case smithMachine = "smith-machine"
    case cable, band
    /// Rings or a suspension trainer.
    case suspension
    /// The body's own weight, with a bar, a bench or a box if needed; weight can be added.
    case bodyweight
    case sled
    /// A rowing machine, a stationary bike and the like.
    case cardioMachine = "cardio-machine"
    /// Nothing, as for running and swimming.
    case none
    case other
}

/// A group of muscles that exercises train; the raw values are the names in files and JSON.
public enum MuscleGroup: String, Sendable, Hashable, CaseIterable {
    case chest
    case frontDelts = "front-delts"
    case sideDelts = "side-delts"
    case rearDelts = "rear-delts"
    case triceps, biceps, forearms, lats
    /// The rhomboids and the middle part of the trapezius.
    case upperBack = "upper-back"
    /// The upper part of the trapezius.
    case traps
    case lowerBack = "lower-back"
    case abs, obliques, glutes, quadriceps, hamstrings, adductors, abductors, calves
    case hipFlexors = "hip-flexors"
    case neck
}
