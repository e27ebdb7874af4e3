internal import Training

/// What the load of an exercise in another program's file means.
enum ImportedLoad {
    /// An external weight.
    case external
    /// A weight that may be added to the body.
    case addable
    /// A weight in addition to the body.
    case added
    /// A weight that a machine or a band takes off the body.
    case assisting
}

/// Finds the exercises that the names in a file mean.
struct ImportedNames {
    private let catalog: ExerciseCatalog
    private let ids: [String: String]
    private var known: [String: (exercise: LogImport.ImportedExercise, load: ImportedLoad)] = [:]

    init(_ catalog: ExerciseCatalog, ids: [String: String]) {
        self.catalog = catalog
        self.ids = ids
    }

    /// The exercise that a name means, with no entries yet, and what its load means.
    mutating func meaning(of name: String) -> (exercise: LogImport.ImportedExercise, load: ImportedLoad) {
        if let meaning = known[name] { return meaning }
        let (words, catalog) = (NameWords(name), catalog)
        let found = ids[name].map { catalog[$0] } ?? words.names.lazy.compactMap { catalog.exercise(named: $0) }.first
        let exercise = LogImport.ImportedExercise(
            name: name,
            id: ids[name] ?? found?.id ?? NameKey.id(of: name) ?? "exercise",
            isKnown: found != nil,
            entries: 0
        )
        let meaning = (exercise, words.load(of: found))
        known[name] = meaning
        return meaning
    }

    /// The exercise with an ID, which antrain's own files have, with no entries yet.
    func exercise(_ id: String, named name: String) -> LogImport.ImportedExercise {
        LogImport.ImportedExercise(name: name, id: id, isKnown: catalog[id] != nil, entries: 0)
    }
}

/// The words of an exercise's name in a file: other programs put the equipment in brackets, as in `Squat (Barbell)`.
private struct NameWords {
    private let name: String
    /// What is in the brackets at the end; nil without them.
    private let bracket: String?
    private let keys: [String]

    init(_ name: String) {
        self.name = name
        if let open = name.lastIndex(of: "("), name.hasSuffix(")") {
            bracket = String(name[name.index(after: open)...].dropLast())
        } else {
            bracket = nil
        }
        keys = name.split { !$0.isLetter }.map { NameKey.of(String($0)) }
    }

    /// The names under which a catalogue may have the exercise, the best first.
    var names: [String] {
        guard let bracket, let open = name.lastIndex(of: "(") else { return [name, plain] }
        let base = String(name[..<open]).trimmingBlanks
        // A barbell is what the plain names of the big lifts mean.
        let isPlain = isAssisted || isWeighted || NameWords.barbells.contains(NameKey.of(bracket))
        return [name, "\(bracket) \(base)"] + (isPlain ? [base] : [])
    }

    /// - Parameter exercise: the exercise in the catalogue; nil if it has none.
    func load(of exercise: CatalogExercise?) -> ImportedLoad {
        if isAssisted { return .assisting }
        let usesBody = exercise?.equipment.map { $0 == .bodyweight }
        if isWeighted, usesBody ?? true { return .added }
        // `Lunge (Dumbbell)` has an external weight, although a lunge needs none.
        return usesBody == true && bracket == nil ? .addable : .external
    }

    /// The name without the words for assistance and an added weight.
    private var plain: String {
        let kept = name.split(separator: " ").filter { word in
            let key = NameKey.of(String(word))
            return !(NameWords.assisted + NameWords.weighted).contains(where: key.hasPrefix)
        }
        return kept.joined(separator: " ")
    }

    private var isAssisted: Bool { keys.contains { NameWords.assisted.contains(where: $0.hasPrefix) } }

    private var isWeighted: Bool { keys.contains { NameWords.weighted.contains(where: $0.hasPrefix) } }

    private static let barbells = ["barbell", "langhantel", "barra", "barre", "halter"]
    /// How the words begin in English, German, Spanish, French, Italian and Turkish, without diacritics.
    private static let assisted = ["assist", "unterstutz", "asistid", "destekli"]
    private static let weighted = ["weighted", "zusatzgewicht", "lastrad", "leste", "zavorrat", "agirlikli"]
}
