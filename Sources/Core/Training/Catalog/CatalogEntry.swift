internal import CivilTime
internal import YAMLSource

/// An entry of a catalogue file: the keys that it has.
struct CatalogEntry {
    /// A name or an alias, and where it is.
    struct SpelledName {
        let text: String
        let key: String
        let span: SourceSpan
    }

    var names: [NameLanguage: String] = [:]
    var aliases: [NameLanguage: [String]] = [:]
    /// All names and aliases in the order of the file, without repetitions.
    var spelledNames: [SpelledName] = []
    var primary: [MuscleGroup]?
    var secondary: [MuscleGroup]?
    var equipment: Equipment?
    var isUnilateral: Bool?
    var rest: TimeSpan?
    /// Whether it has a name, correct or not.
    var hasName = false

    /// Changes an exercise: the entry's keys replace the exercise's, and its aliases are added.
    func apply(to exercise: inout CatalogExercise) {
        for (language, name) in names {
            if let former = exercise.names[language], NameKey.of(former) != NameKey.of(name) {
                exercise.aliases[language, default: []].append(former)
            }
            exercise.names[language] = name
        }
        for (language, list) in aliases {
            guard let former = exercise.aliases[language] else {
                exercise.aliases[language] = list
                continue
            }
            let known = Set(former.map(NameKey.of))
            exercise.aliases[language] = former + list.filter { !known.contains(NameKey.of($0)) }
        }
        if let primary {
            exercise.primary = primary
            exercise.secondary.removeAll(where: primary.contains)
        }
        if let secondary { exercise.secondary = secondary.filter { !exercise.primary.contains($0) } }
        if let equipment { exercise.equipment = equipment }
        if let isUnilateral { exercise.isUnilateral = isUnilateral }
        if let rest { exercise.rest = rest }
    }
}

extension ExerciseCatalogReader {
    /// Reads an entry; nil if it is not a mapping, which is reported.
    mutating func entry(_ node: YAMLNode) -> CatalogEntry? {
        guard let reader = MappingReader(node, as: "an exercise", keys: Keys.exercise, into: &diagnostics) else {
            return nil
        }
        var entry = CatalogEntry()
        if let node = reader["name"] {
            entry.hasName = true
            readNames(node, into: &entry)
        }
        if let node = reader["aliases"] { readAliases(node, into: &entry) }
        entry.primary = reader["primary"].map { muscles($0, "'primary'") }
        entry.secondary = reader["secondary"].map { muscles($0, "'secondary'") }
        if let primary = entry.primary, let both = entry.secondary?.first(where: primary.contains) {
            diagnostics.error(
                "'\(both.rawValue)' is both a primary and a secondary muscle",
                at: reader["secondary"]?.span ?? node.span,
                help: "remove it from one of the lists"
            )
        }
        entry.equipment = reader["equipment"]?.choice("equipment", of: Equipment.self, into: &diagnostics)
        entry.isUnilateral = reader["unilateral"]?.boolean("'unilateral' value", into: &diagnostics)
        entry.rest = reader["rest"]?.parsed("rest time", into: &diagnostics) { (text) throws(CivilTimeError) in
            try TimeSpan(parsing: text)
        }
        return entry
    }

    /// Reads a name for all languages, or names by language.
    private mutating func readNames(_ node: YAMLNode, into entry: inout CatalogEntry) {
        if node.kind == .scalar {
            guard let text = name(node, into: &entry) else { return }
            for language in NameLanguage.allCases { entry.names[language] = text }
            return
        }
        for (language, value) in languages(node, "'name'") { entry.names[language] = name(value, into: &entry) }
    }

    /// Reads a list of aliases for all languages, or lists by language.
    private mutating func readAliases(_ node: YAMLNode, into entry: inout CatalogEntry) {
        if node.kind == .mapping {
            for (language, value) in languages(node, "'aliases'") {
                entry.aliases[language] = aliasList(value, into: &entry)
            }
        } else {
            let list = aliasList(node, into: &entry)
            for language in NameLanguage.allCases { entry.aliases[language] = list }
        }
    }

    private mutating func aliasList(_ node: YAMLNode, into entry: inout CatalogEntry) -> [String] {
        guard isList(node, "aliases", example: "[Back Squat, Barbell Squat]") else { return [] }
        return node.elements.compactMap { name($0, into: &entry) }
    }

    private mutating func name(_ node: YAMLNode, into entry: inout CatalogEntry) -> String? {
        guard let text = node.name("exercise name", into: &diagnostics)?.trimmingEnd else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            diagnostics.error("the name is empty", at: node.span, help: "write a name, or remove the key")
            return nil
        }
        entry.spelledNames.append(CatalogEntry.SpelledName(text: text, key: NameKey.of(text), span: node.span))
        return text
    }

    /// The values of a mapping by language; unknown languages are reported.
    private mutating func languages(_ node: YAMLNode, _ what: StaticString) -> [(NameLanguage, YAMLNode)] {
        guard let reader = MappingReader(node, as: what, keys: Keys.languages, into: &diagnostics) else { return [] }
        return reader.node.entries.compactMap { key, value in
            NameLanguage(rawValue: key.text).map { ($0, value) }
        }
    }

    private mutating func muscles(_ node: YAMLNode, _ what: StaticString) -> [MuscleGroup] {
        guard isList(node, what, example: "[chest, triceps]") else { return [] }
        var muscles: [MuscleGroup] = []
        for element in node.elements {
            guard let muscle = element.choice("muscle", of: MuscleGroup.self, into: &diagnostics) else { continue }
            if !muscles.contains(muscle) { muscles.append(muscle) }
        }
        return muscles
    }

    private mutating func isList(_ node: YAMLNode, _ what: StaticString, example: StaticString) -> Bool {
        guard node.kind != .sequence else { return true }
        diagnostics.error(
            "\(what) must be a list, not \(node.kindInWords)",
            at: node.span,
            expected: "a list such as \(example)"
        )
        return false
    }
}
