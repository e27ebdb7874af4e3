internal import YAMLSource

/// The exercises that antrain knows: the shipped ones, with the user's own changes and additions.
///
/// Programs may use exercises that are not in it.
public struct ExerciseCatalog: Sendable {
    public static let empty = ExerciseCatalog()

    /// The exercises in the order of the files; those that the user added come last.
    public private(set) var exercises: [CatalogExercise] = []
    private var indexByID: [String: Int] = [:]
    private var indexByIDKey: [String: Int] = [:]
    private var indexByNameKey: [String: Int] = [:]

    public subscript(id: String) -> CatalogExercise? { indexByID[id].map { exercises[$0] } }

    /// The exercise with a name: its ID, its name or an alias, in any language.
    ///
    /// Case, diacritics, blanks and punctuation are ignored (`NameKey`). If there is no such name, a final `s` or `es` is ignored,
    /// so that English, French and Spanish plurals are found.
    public func exercise(named name: String) -> CatalogExercise? {
        let key = NameKey.of(name)
        guard !key.isEmpty else { return nil }
        for ending in ["", "s", "es"] where key.hasSuffix(ending) && key.utf8.count > ending.utf8.count {
            let stem = String(key.dropLast(ending.utf8.count))
            if let index = indexByIDKey[stem] ?? indexByNameKey[stem] { return exercises[index] }
        }
        return nil
    }

    /// The catalogue's exercise for an exercise of a program; nil if the catalogue does not have it.
    ///
    /// The exercise's own name decides before its lift: `{exercise: Front Squat, lift: squat}` is a front squat whose percentages
    /// refer to the squat. If the name is that of the lift, the lift's ID decides.
    public func exercise(for exercise: Exercise, in program: Program) -> CatalogExercise? {
        let lift = exercise.lift
        let isNamedAfterLift = lift.flatMap { program.lifts[$0]?.name } == exercise.name
        let names = isNamedAfterLift ? [lift, exercise.name] : [exercise.name, lift]
        return names.lazy.compactMap { name in name.flatMap { self.exercise(named: $0) } }.first
    }

    /// The name that a misspelled one was probably meant to be.
    public func nearestName(to name: String) -> String? {
        let names = exercises.flatMap { [$0.id] + $0.allNames }
        let textByKey = Dictionary(names.map { (NameKey.of($0), $0) }) { first, _ in first }
        return Suggestion.nearest(to: NameKey.of(name), among: names.map(NameKey.of)).flatMap { textByKey[$0] }
    }

    /// The exercises with a name that contains all words of a text.
    public func exercises(matching text: String) -> [CatalogExercise] {
        let words = text.split(whereSeparator: \.isWhitespace).map { NameKey.of(String($0)) }.filter { !$0.isEmpty }
        guard !words.isEmpty else { return exercises }
        return exercises.filter { exercise in
            ([exercise.id] + exercise.allNames).contains { name in
                let key = NameKey.of(name)
                return words.allSatisfy { key.contains($0) }
            }
        }
    }

    /// The ID that a misspelled one was probably meant to be.
    func nearestID(to id: String) -> String? { Suggestion.nearest(to: id, among: exercises.map(\.id)) }

    // MARK: Building

    func exercise(withIDKey key: String) -> CatalogExercise? { indexByIDKey[key].map { exercises[$0] } }

    /// Adds an exercise, or replaces the one with the same ID; its ID and names then refer to it.
    mutating func put(_ exercise: CatalogExercise, idKey: String, nameKeys: [String]) {
        let index: Int
        if let place = indexByID[exercise.id] {
            index = place
            exercises[index] = exercise
        } else {
            index = exercises.count
            exercises.append(exercise)
            indexByID[exercise.id] = index
        }
        indexByIDKey[idKey] = index
        for key in nameKeys where !key.isEmpty { indexByNameKey[key] = index }
    }
}
