import CivilTime
package import Localization
package import Platform
import SystemPackage
package import Training

/// An exercise and the programs that contain it.
package struct ExerciseResult: CommandResult {
    package static let kind = "exercise"

    /// A program that contains the exercise.
    package struct Use: Encodable {
        package let id: String
        package let name: String
        package let active: Bool

        package init(id: String, name: String, active: Bool) {
            (self.id, self.name, self.active) = (id, name, active)
        }
    }

    let exercise: ListedExercise
    let programs: [Use]
    private let rows: [[String]]

    private enum CodingKeys: String, CodingKey { case programs }

    package init(_ exercise: CatalogExercise, programs: [Use], path: ResultPath, _ words: MessageCatalog) {
        let listed = ListedExercise(exercise, words)
        self.exercise = listed
        self.programs = programs
        let language = words.language.ofNames
        let uses = programs.map { $0.active ? words.text(.exerciseProgramActive, ["program": $0.id]) : $0.id }
        let values: [(MessageKey, String?)] = [
            (.exerciseAliases, exercise.aliases[language]?.joined(separator: ", ")),
            (.exerciseLanguages, ExerciseResult.otherNames(of: exercise, than: language)),
            (.exerciseMuscles, listed.primaryInWords),
            (.exerciseAssisting, listed.secondaryInWords),
            (.exerciseEquipment, listed.equipmentInWords),
            (.exerciseRest, exercise.rest?.description),
            (.exerciseRepetitions, exercise.isUnilateral ? words.text(.exercisePerSide) : nil),
            (.exercisePrograms, uses.joined(separator: ", ")),
            (.exerciseFile, exercise.isOwn ? path.shown : nil),
        ]
        rows = values.compactMap { key, value in
            value.flatMap { $0.isEmpty ? nil : ["  " + words.text(key), $0] }
        }
    }

    /// The names that differ from the one in a language: `Sentadilla (es), Squat (en, fr)`.
    private static func otherNames(of exercise: CatalogExercise, than language: NameLanguage) -> String {
        let shown = exercise.name(in: language)
        let languages = Dictionary(grouping: NameLanguage.allCases) { exercise.names[$0] ?? shown }
        let names = languages.filter { $0.key != shown }.sorted { $0.key < $1.key }
        return names.map { "\($0.key) (\($0.value.map(\.rawValue).joined(separator: ", ")))" }.joined(separator: ", ")
    }

    package func encode(to encoder: any Encoder) throws {
        try exercise.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(programs, forKey: .programs)
    }

    package func text(_ style: Style, columns: Int) -> String {
        let heading = TextWrap.paragraphs(style.bold(exercise.name) + style.dim("  \(exercise.id)"), columns: columns)
        let rows = rows.map { [style.dim($0[0]), $0[1]] }
        return ([heading] + TextTable.lines(rows, columns: columns)).joined(separator: "\n") + "\n"
    }
}

/// The exercises that were asked for.
package struct ExerciseListResult: CommandResult {
    package static let kind = "exercises"

    let exercises: [ListedExercise]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case exercises }

    package init(_ exercises: [CatalogExercise], _ words: MessageCatalog) {
        self.exercises = exercises.map { ListedExercise($0, words) }
        self.words = words
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !exercises.isEmpty else {
            return words.text(.noExercise, ["command": "antrain exercise list"]) + "\n"
        }
        let rows = exercises.map { [$0.id, style.bold($0.name), style.dim($0.primaryInWords)] }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}

/// An exercise of the catalogue, in a result.
struct ListedExercise: Encodable {
    let id: String
    /// The name in the user's language.
    let name: String
    let names: [String: String]
    let aliases: [String: [String]]
    let primary: [String]
    let secondary: [String]
    let equipment: String?
    let unilateral: Bool
    let restSeconds: Int64?
    /// Whether the user's file defines or changes it.
    let own: Bool
    let primaryInWords: String
    let secondaryInWords: String
    let equipmentInWords: String?

    private enum CodingKeys: String, CodingKey {
        case id, name, names, aliases, primary, secondary, equipment, unilateral, restSeconds = "rest_seconds", own
    }

    init(_ exercise: CatalogExercise, _ words: MessageCatalog) {
        id = exercise.id
        name = exercise.name(in: words.language.ofNames)
        names = Dictionary(uniqueKeysWithValues: exercise.names.map { ($0.key.rawValue, $0.value) })
        aliases = Dictionary(uniqueKeysWithValues: exercise.aliases.map { ($0.key.rawValue, $0.value) })
        primary = exercise.primary.map(\.rawValue)
        secondary = exercise.secondary.map(\.rawValue)
        equipment = exercise.equipment?.rawValue
        unilateral = exercise.isUnilateral
        restSeconds = exercise.rest?.seconds
        own = exercise.isOwn
        primaryInWords = exercise.primary.map(words.name).joined(separator: ", ")
        secondaryInWords = exercise.secondary.map(words.name).joined(separator: ", ")
        equipmentInWords = exercise.equipment.map(words.name)
    }
}

/// An exercise of a program by its ID and name.
struct NamedExercise: Encodable {
    let id: String
    let name: String

}

extension NamedExercise {
    init(_ exercise: Exercise) { self.init(id: exercise.id, name: exercise.title) }
}
