import Training

/// An exercise of a program by its ID and name.
struct NamedExercise: Encodable {
    let id: String
    let name: String

}

extension NamedExercise {
    init(_ exercise: Exercise) { self.init(id: exercise.id, name: exercise.title) }
}
