import CivilTime
import Localization
import Training

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
