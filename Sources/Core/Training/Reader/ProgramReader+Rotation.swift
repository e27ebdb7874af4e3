internal import YAMLSource

/// Reads the exercises of rotations.
extension ProgramReader {
    /// The exercises that follow an exercise with the progression `rotate`.
    mutating func rotation(of exercise: Exercise, _ reader: MappingReader) -> [Exercise.Alternative] {
        guard case .rotate = exercise.progression, let progression = reader["progression"],
            let list = progression[named: "to"]
        else { return [] }
        if let alternatives = reader["alternatives"] {
            diagnostics.error(
                "'\(exercise.name)' has a rotation, so it cannot have alternatives",
                at: alternatives.span,
                help: "move them into the rotation: to: […], or choose another progression"
            )
            return []
        }
        if list.kind == .sequence, list.elements.isEmpty {
            diagnostics.error(
                "the rotation of '\(exercise.name)' has only one exercise",
                at: list.span,
                expected: "at least one other exercise, such as to: [Hammer Press]"
            )
        }
        for element in list.elementsOrSelf where element.kind == .mapping {
            guard let own = element[named: "progression"] else { continue }
            diagnostics.error(
                "an exercise of a rotation cannot have its own progression",
                at: own.span,
                help: "remove it; the progression of '\(exercise.name)' also applies to the exercises of its rotation"
            )
        }
        return substitutes(list, of: exercise, areInRotation: true)
    }

    /// A progression in a place that has no rotation; reports one.
    mutating func withoutRotation(_ progression: Progression?, at node: YAMLNode) -> Progression? {
        guard case .rotate = progression else { return progression }
        diagnostics.error(
            "only an exercise of a day can have the progression 'rotate'",
            at: node.span,
            help: "move it to an exercise in 'days' or 'templates'"
        )
        return nil
    }

    /// Reports rotations that contain an exercise twice, and removes the second one from those that are checked further.
    mutating func checkRotations() {
        var ids: [String: Set<String>] = [:]
        alternativePlaces = alternativePlaces.filter { place in
            guard place.isInRotation else { return true }
            if ids[place.exercise, default: [place.exercise]].insert(place.id).inserted { return true }
            let isItself = place.id == place.exercise
            diagnostics.error(
                isItself
                    ? "the rotation of '\(place.exercise)' contains the exercise itself"
                    : "the rotation of '\(place.exercise)' contains '\(place.id)' twice",
                at: place.node.span,
                help: isItself ? "remove it; it is always the first exercise of its rotation" : "remove one of them"
            )
            return false
        }
    }
}
