public import YAMLSource

/// The result of reading a catalogue: the catalogue, unless there were errors, and all findings.
public struct ExerciseCatalogReading: Sendable {
    /// The catalogue, including the one that it extends; nil if the text has errors.
    public let catalog: ExerciseCatalog?
    public let diagnostics: Diagnostics
}

/// Reads a catalogue of exercises from its YAML text.
///
/// The user's file extends the shipped catalogue. Its entry for a shipped exercise replaces the keys that it has and keeps the
/// others; aliases are added, and a replaced name stays as an alias. Where both files have a name, the user's exercise is found by
/// it. A name that two exercises of one file have is an error.
public struct ExerciseCatalogReader {
    /// The version of the format that this antrain reads.
    public static let schemaVersion = 1

    /// The allowed keys of each element of a catalogue, by the element's name, for the editor schema.
    public static var knownKeys: [String: [String]] {
        ["catalogue": Keys.catalogue.names, "exercise": Keys.exercise.names, "names": Keys.languages.names]
    }

    enum Keys {
        static let catalogue: KeySet = ["antrain", "exercises"]
        static let exercise: KeySet = ["name", "aliases", "primary", "secondary", "equipment", "unilateral", "rest"]
        static let languages: KeySet = ["en", "de", "es", "fr", "tr"]
    }

    /// An exercise of the file that has a name, and where the name is.
    private struct Owner {
        let id: String
        let span: SourceSpan
    }

    var diagnostics = Diagnostics()
    private let base: ExerciseCatalog
    private var catalog: ExerciseCatalog
    /// The exercises of this file by the keys of their IDs and names.
    private var owners: [String: Owner] = [:]

    private init(extending base: ExerciseCatalog) {
        self.base = base
        catalog = base
    }

    /// Reads a catalogue; reports all errors at once.
    ///
    /// - Parameters:
    ///   - source: the text; one with only comments has no exercises.
    ///   - base: the shipped catalogue, if this is the user's file.
    public static func read(_ source: SourceText, extending base: ExerciseCatalog = .empty) -> ExerciseCatalogReading {
        var reader = ExerciseCatalogReader(extending: base)
        guard !source.isBlank else { return ExerciseCatalogReading(catalog: base, diagnostics: reader.diagnostics) }
        if let document = YAMLDocument.parse(source, into: &reader.diagnostics) { reader.read(document.root) }
        return ExerciseCatalogReading(
            catalog: reader.diagnostics.hasErrors ? nil : reader.catalog,
            diagnostics: reader.diagnostics
        )
    }

    private mutating func read(_ root: YAMLNode) {
        guard let reader = MappingReader(root, as: "the catalogue", keys: Keys.catalogue, into: &diagnostics) else {
            return
        }
        if let version = reader.required("antrain", into: &diagnostics), !version.equals("1") {
            diagnostics.error(
                "unsupported catalogue version '\(version.text)'",
                at: version.span,
                expected: "antrain: \(ExerciseCatalogReader.schemaVersion)",
                help: "write 'antrain: 1', or update antrain if the file is newer"
            )
        }
        // A key without a value is an empty list of exercises: all of them may be comments.
        guard let list = reader["exercises"] else {
            if root["exercises"] == nil { _ = reader.required("exercises", into: &diagnostics) }
            return
        }
        guard list.kind == .mapping else {
            diagnostics.error(
                "'exercises' must be a mapping, not \(list.kindInWords)",
                at: list.span,
                expected: "lines such as 'bench-press: {rest: 4m}'"
            )
            return
        }
        for (key, value) in list.entries {
            if let id = identifier(key) { add(id, at: key, value) }
        }
    }

    private mutating func add(_ id: String, at key: YAMLNode, _ node: YAMLNode) {
        let errorCount = diagnostics.errorCount
        guard let entry = entry(node) else { return }
        let idKey = NameKey.of(id)
        let known = base[id]
        if known == nil, let like = base.exercise(withIDKey: idKey) {
            diagnostics.warning(
                "'\(id)' differs from the shipped exercise '\(like.id)' only in hyphens",
                at: key.span,
                help: "to change that exercise, write '\(like.id)'"
            )
        }
        // Another error in the entry may explain the missing name, such as a misspelled key.
        if known == nil, !entry.hasName, diagnostics.errorCount == errorCount {
            let help = base.nearestID(to: id).map(Suggestion.help)
            diagnostics.error(
                "'\(id)' is a new exercise and has no name",
                at: key.span,
                expected: "name: …",
                help: help
            )
        }
        claim(idKey, id, id, at: key.span)
        for name in entry.spelledNames {
            claim(name.key, name.text, id, at: name.span)
            if let other = base.exercise(withIDKey: name.key), other.id != id, name.key != idKey {
                diagnostics.warning(
                    "'\(name.text)' is the ID of another exercise, so it does not find '\(id)'",
                    at: name.span,
                    help: "remove it, or choose a longer name"
                )
            }
        }
        var exercise = known ?? CatalogExercise(id: id, names: [:])
        entry.apply(to: &exercise)
        exercise.isOwn = !base.exercises.isEmpty
        catalog.put(exercise, idKey: idKey, nameKeys: entry.spelledNames.map(\.key))
    }

    /// Notes that an exercise has a name; reports an error if another one of the file has it.
    private mutating func claim(_ key: String, _ name: String, _ id: String, at span: SourceSpan) {
        guard !key.isEmpty else { return }
        guard let owner = owners[key] else {
            owners[key] = Owner(id: id, span: span)
            return
        }
        guard owner.id != id else { return }
        diagnostics.error(
            "two exercises are called '\(name)': '\(owner.id)' and '\(id)'",
            at: span,
            help: "remove it from one of them; case, accents, blanks and hyphens don't count",
            notes: [Diagnostic.Note("'\(owner.id)' has it here", at: owner.span)]
        )
    }

    private mutating func identifier(_ key: YAMLNode) -> String? {
        guard let text = key.string("exercise ID", into: &diagnostics) else { return nil }
        let isFine = key.withBytes { bytes in
            !bytes.isEmpty && bytes.count <= 64
                && bytes.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
                && bytes.first != 0x2D && bytes.last != 0x2D
        }
        guard !isFine else { return text }
        diagnostics.error(
            "invalid exercise ID '\(text)'",
            at: key.span,
            expected: "up to 64 lowercase letters, digits and hyphens",
            help: "write '\(slug(text))'"
        )
        return nil
    }
}
