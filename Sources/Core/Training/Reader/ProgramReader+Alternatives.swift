internal import YAMLSource

/// Reads the alternatives of exercises.
extension ProgramReader {
    /// An alternative or an exercise of a rotation in a day, and its place in the file.
    struct AlternativePlace {
        let id: String
        let exercise: String
        let isInRotation: Bool
        let node: YAMLNode
    }

    /// Reads a list of exercises that can replace one: names, or exercises with their own sets.
    mutating func alternatives(_ node: YAMLNode?, of exercise: Exercise) -> [Exercise.Alternative] {
        guard let node else { return [] }
        if node.kind == .sequence, node.elements.isEmpty {
            diagnostics.error(
                "'alternatives' is an empty list",
                at: node.span,
                help: "add an exercise, or remove the key"
            )
        }
        return substitutes(node, of: exercise, areInRotation: false)
    }

    /// Reads exercises that can replace one.
    ///
    /// - Parameter areInRotation: whether they replace it one after another, rather than by choice.
    mutating func substitutes(_ node: YAMLNode, of exercise: Exercise, areInRotation: Bool) -> [Exercise.Alternative] {
        node.elementsOrSelf.compactMap { element in
            let isNew = element.kind == .mapping
            let substitute =
                isNew ? newExercise(element, for: exercise, isInRotation: areInRotation) : named(element, for: exercise)
            guard let alternative = substitute else { return nil }
            alternativePlaces.append(
                AlternativePlace(
                    id: alternative.exercise.id,
                    exercise: exercise.id,
                    isInRotation: areInRotation,
                    node: element
                )
            )
            // The exercise itself is reported later, and has to be removed.
            guard alternative.exercise.id != exercise.id else { return alternative }
            if !alternative.hasOwnSets { checkInherited(alternative.exercise, exercise, at: element) }
            checkTops(of: alternative, exercise, at: element)
            return alternative
        }
    }

    private mutating func named(_ node: YAMLNode, for exercise: Exercise) -> Exercise.Alternative? {
        guard let text = node.name("exercise name", into: &diagnostics) else { return nil }
        let id = slug(text)
        let known = lifts[id]
        if known == nil { checkName(text, at: node) }
        var alternative = exercise
        alternative.id = id
        alternative.name = known?.name ?? (text == id ? readable(id) : text)
        alternative.lift = known == nil ? nil : id
        alternative.rest = known?.rest ?? exercise.rest
        alternative.notes = known?.notes
        alternative.progression = known?.progression ?? exercise.progression
        return Exercise.Alternative(exercise: withLift(alternative, for: exercise), hasOwnSets: false)
    }

    private mutating func newExercise(_ node: YAMLNode, for exercise: Exercise, isInRotation: Bool)
        -> Exercise.Alternative?
    {
        // A progression in a rotation has its own error.
        let keys = isInRotation && node[named: "progression"] == nil ? Keys.rotated : Keys.alternative
        let what: StaticString = isInRotation ? "an exercise of a rotation" : "an alternative"
        guard let reader = MappingReader(node, as: what, keys: keys, into: &diagnostics) else { return nil }
        let hasOwnSets = ["sets", "reps", "time", "distance"].contains { reader[$0] != nil }
        guard var alternative = self.exercise(reader, defaults: hasOwnSets ? nil : exercise) else { return nil }
        if let own = reader["id"] { alternative.id = identifier(own, "exercise ID") ?? alternative.id }
        if let own = reader["progression"] {
            alternative.progression = withoutRotation(alternative.progression, at: own)
        }
        alternative.superset = exercise.superset
        alternative.rest = alternative.rest ?? exercise.rest
        alternative.progression = alternative.progression ?? exercise.progression
        let complete = hasOwnSets ? alternative : withLift(alternative, for: exercise)
        return Exercise.Alternative(exercise: complete, hasOwnSets: hasOwnSets)
    }

    /// An alternative whose sets are percentages refers to its own max.
    private mutating func withLift(_ alternative: Exercise, for exercise: Exercise) -> Exercise {
        guard exercise.lift != nil, alternative.lift == nil else { return alternative }
        var result = alternative
        lifts[alternative.id] = lifts[alternative.id] ?? Lift(name: alternative.name)
        result.lift = alternative.id
        return result
    }

    /// Reports an alternative that would have the weights of another exercise.
    private mutating func checkInherited(_ alternative: Exercise, _ exercise: Exercise, at node: YAMLNode) {
        var sets = alternative.warmUp
        switch alternative.sets {
        case .own(let own): sets += own
        case .scheme(let name): sets += schemes[name] ?? []
        }
        if case .stages(let stages, _, _, _) = alternative.progression { sets += stages.joined() }
        guard let load = sets.compactMap(\.load).first(where: \.isFixedWeight) else { return }
        diagnostics.error(
            "'\(alternative.name)' has no sets of its own, and those of '\(exercise.name)' have weights, such as \(load)",
            at: node.span,
            expected: "an exercise with sets",
            help: "write {exercise: \(alternative.name), sets: 3x5}"
        )
    }

    /// Reports sets that refer to a top set that the alternative does not have.
    private mutating func checkTops(of alternative: Exercise.Alternative, _ exercise: Exercise, at node: YAMLNode) {
        guard let tops = dayTops else { return }
        let own = alternative.exercise
        let hasTop = tops.contains(own.lift ?? own.id)
        let isMapping = node.kind == .mapping
        switch own.sets {
        case .own(let sets):
            let isLong = ["reps", "time", "distance"].contains { isMapping && node[named: $0] != nil }
            let given = isMapping && !isLong ? node["sets"] : nil
            checkEarlierSets(sets, at: given ?? node, hasTop: hasTop)
        case .scheme(let name):
            schemeTops[name] = hasTop && schemeTops[name] ?? true
            checkScheme(name, at: node, hasTop: hasTop)
        }
        if !alternative.hasOwnSets { exerciseTops[exercise.id] = hasTop && exerciseTops[exercise.id] ?? true }
    }

    /// Reports alternatives whose IDs the day already has.
    ///
    /// - Parameter ids: the IDs of the day's exercises.
    mutating func checkAlternatives(_ ids: Set<String>) {
        checkRotations()
        var seen: Set<String> = []
        for place in alternativePlaces where ids.contains(place.id) || !seen.insert(place.id).inserted {
            diagnostics.error(
                place.id == place.exercise
                    ? "'\(place.id)' is an alternative to itself"
                    : "the day already has an exercise with the ID '\(place.id)'",
                at: place.node.span,
                help: place.id == place.exercise
                    ? "remove it" : "give the alternative another ID: {exercise: …, id: \(place.id)-2}"
            )
        }
        alternativePlaces = []
    }
}

extension Load {
    /// Whether it is the weight of one exercise, which says nothing about another one.
    fileprivate var isFixedWeight: Bool {
        switch self {
        case .weight, .weightRange, .weightAtLeast: true
        default: false
        }
    }
}

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
