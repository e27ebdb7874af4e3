internal import YAMLSource

/// Reads the exercises that a week replaces.
extension ProgramReader {
    /// Exercises by the IDs of those that they replace: other sets, or another exercise.
    mutating func replacements(_ node: YAMLNode?) -> [String: ProgramWeek.Replacement] {
        var result: [String: ProgramWeek.Replacement] = [:]
        var newIDs: Set<String> = []
        for (key, value) in namedEntries(node, "'exercises' of a week") {
            let id = key.text
            guard dayExercises.contains(where: { $0.contains(id) }) else {
                let known = Set(dayExercises.joined())
                diagnostics.error(
                    "unknown exercise '\(id)' in a week",
                    at: key.span,
                    expected: known.isEmpty ? "the ID of an exercise" : listed(known),
                    help: Suggestion.help(for: id, among: known.sorted())
                )
                continue
            }
            let isExercise = value.kind == .mapping && ["exercise", "lift"].contains { value[named: $0] != nil }
            guard isExercise else {
                let sets = sets(value)
                checkReplacedSets(sets, at: value, hasTop: exerciseTops[id] ?? true)
                result[id] = .sets(sets)
                continue
            }
            guard let exercise = replacement(value, for: id, &newIDs) else { continue }
            result[id] = .exercise(exercise)
        }
        return result
    }

    private mutating func replacement(_ node: YAMLNode, for id: String, _ newIDs: inout Set<String>) -> Exercise? {
        guard let reader = MappingReader(node, as: "an exercise", keys: Keys.exercise, into: &diagnostics) else {
            return nil
        }
        if let use = reader["use"] {
            diagnostics.error(
                "a template cannot replace an exercise",
                at: use.span,
                help: "name an exercise, such as {exercise: Front Squat, sets: 3x5}"
            )
        }
        if let alternatives = reader["alternatives"] {
            diagnostics.error(
                "an exercise of a week cannot have alternatives",
                at: alternatives.span,
                help: "add them to the exercise '\(id)' in 'days'"
            )
        }
        guard var exercise = exercise(reader) else { return nil }
        exercise.progression = withoutRotation(exercise.progression, at: reader["progression"] ?? node)
        if let own = reader["id"] { exercise.id = identifier(own, "exercise ID") ?? exercise.id }
        let isUsed =
            dayExercises.contains { $0.contains(id) && $0.subtracting([id]).contains(exercise.id) }
            || dayAlternatives.contains { day in
                day[id] != nil && day.contains { $0.key != id && $0.value.contains(exercise.id) }
            }
        if isUsed || !newIDs.insert(exercise.id).inserted {
            diagnostics.error(
                "the day already has an exercise with the ID '\(exercise.id)'",
                at: (reader["id"] ?? reader["exercise"] ?? reader["lift"] ?? node).span,
                help: "give the replacement another ID, such as 'id: \(exercise.id)-2'"
            )
        }
        let isLong = ["reps", "time", "distance"].contains { node[named: $0] != nil }
        checkReplacedSets(exercise.sets, at: isLong ? node : reader["sets"] ?? node, hasTop: exerciseTops[id] ?? false)
        if let warmUp = reader["warm-up"] { checkEarlierSets(exercise.warmUp, at: warmUp, hasTop: false) }
        checkProgression(of: exercise, reader)
        return exercise
    }

    private mutating func checkReplacedSets(_ sets: Exercise.Sets, at node: YAMLNode, hasTop: Bool) {
        switch sets {
        case .own(let sets): checkEarlierSets(sets, at: node, hasTop: hasTop)
        case .scheme(let name): checkScheme(name, at: node, hasTop: hasTop)
        }
    }
}
