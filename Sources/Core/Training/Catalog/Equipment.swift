/// What provides the load of an exercise; the raw values are the names in files and JSON.
public enum Equipment: String, Sendable, Hashable, CaseIterable {
    case barbell
    case ezBar = "ez-bar"
    case trapBar = "trap-bar"
    case dumbbell
    case kettlebell
    /// A weight plate, held in the hands or on the body.
    case plate
    case medicineBall = "medicine-ball"
    /// A machine with a weight stack or plates.
    case machine
    case smithMachine = "smith-machine"
    case cable
    case band
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
