/// What exercises are called in a language.
///
/// A name that the catalogue knows, but not in this language, is replaced by the catalogue's name. Other names stay as they are: those
/// that the language has already, and those that only the user or the program knows.
public struct ExerciseNames: Sendable {
    /// Each exercise is called what the program or the log calls it.
    public static let asWritten = ExerciseNames(.empty, .english)

    private let catalog: ExerciseCatalog
    private let language: NameLanguage

    public init(_ catalog: ExerciseCatalog, _ language: NameLanguage) {
        self.catalog = catalog
        self.language = language
    }

    public func name(_ name: String, of id: String) -> String { translation(name, of: catalog[id]) ?? name }

    /// A program with the names of its exercises and lifts in the language.
    public func translated(_ program: Program) -> Program {
        guard !catalog.exercises.isEmpty else { return program }
        func translated(_ exercise: Exercise) -> Exercise {
            var result = exercise
            result.translation = translation(exercise.name, of: catalog.exercise(for: exercise, in: program))
            result.alternatives = exercise.alternatives.map(translated)
            result.rotation = exercise.rotation.map(translated)
            return result
        }
        func translated(_ alternative: Exercise.Alternative) -> Exercise.Alternative {
            var result = alternative
            result.exercise = translated(alternative.exercise)
            return result
        }
        var result = program
        for index in result.days.indices {
            result.days[index].exercises = program.days[index].exercises.map(translated)
        }
        for index in result.weeks.indices {
            result.weeks[index].exercises = program.weeks[index].exercises.mapValues { replacement in
                if case .exercise(let exercise) = replacement { .exercise(translated(exercise)) } else { replacement }
            }
        }
        for (id, lift) in program.lifts {
            result.lifts[id]?.translation = translation(lift.name, of: catalog.exercise(named: id))
        }
        return result
    }

    /// The name of an exercise in the language, if it is called something else there.
    private func translation(_ name: String, of exercise: CatalogExercise?) -> String? {
        guard let named = catalog.exercise(named: name), let own = (exercise ?? named).names[language] else {
            return nil
        }
        return named.isCalled(name, in: language) || NameKey.of(own) == NameKey.of(name) ? nil : own
    }
}

extension CatalogExercise {
    /// Whether a name is the exercise's name or an alias in a language.
    fileprivate func isCalled(_ name: String, in language: NameLanguage) -> Bool {
        let key = NameKey.of(name)
        return ((names[language].map { [$0] } ?? []) + (aliases[language] ?? [])).contains { NameKey.of($0) == key }
    }
}

/// A language in which exercises have names; the raw values are ISO 639-1 codes.
public enum NameLanguage: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case turkish = "tr"
}
