public import Training

/// An event that decides the loads of a program, in the program's unit.
public enum ProgressEvent: Sendable, Hashable {
    /// The athlete set the one-rep max of a lift; the training max starts again from its share.
    case oneRepMax(lift: String, Weight)
    /// The athlete set the training max of a lift.
    case trainingMax(lift: String, Weight)
    /// The athlete set the load of an exercise's next work sets; failures are forgotten.
    case load(exercise: String, Weight)
    /// A load was logged outside the program's workouts; it counts as the starting load if the load is not known yet.
    case logged(exercise: String, Weight)
    case completed(PerformedWorkout)
}
