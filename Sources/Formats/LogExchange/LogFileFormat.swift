internal import PrintableText

/// The program that wrote a file.
public enum LogFileFormat: String, Sendable, Hashable, CaseIterable {
    case antrain
    /// Strong for Android and iOS.
    case strong
    case hevy
    /// FitNotes for Android and iOS.
    case fitNotes = "fitnotes"

    public var name: String {
        switch self {
        case .antrain: "antrain"
        case .strong: "Strong"
        case .hevy: "Hevy"
        case .fitNotes: "FitNotes"
        }
    }

    /// The format of a header as `column(named:)` returns it; nil if it is unknown.
    init?(header: [String]) {
        func has(_ names: String...) -> Bool { names.allSatisfy(header.contains) }
        if has("program_exercise", "outcome") {
            self = .antrain
        } else if has("exercise_title", "set_index") {
            self = .hevy
        } else if has("exercise name", "set order") {
            self = .strong
        } else if has("exercise", "category", "reps") {
            self = .fitNotes
        } else {
            return nil
        }
    }

    /// The columns that a file must have.
    var required: [String] {
        switch self {
        case .antrain: LogExport.columns
        case .strong: ["date", "exercise name", "set order", "reps"]
        case .hevy: ["start_time", "exercise_title", "set_type", "reps"]
        case .fitNotes: ["date", "exercise", "reps"]
        }
    }

    // MARK: Names of columns

    /// A column's name in English and in lower case, with its unit if it has one: `Gewicht (kg)` becomes `weight (kg)`.
    static func column(named name: String) -> String {
        let plain = name.printable.trimmingBlanks.lowercased().replacing("\u{2019}", with: "'")
        guard let open = plain.lastIndex(of: "("), plain.hasSuffix(")") else { return english[plain] ?? plain }
        let base = String(plain[..<open]).trimmingBlanks
        return (english[base] ?? base) + " " + plain[open...]
    }

    /// Strong translates its columns to the language of the app; its oldest exports name a column by its unit.
    private static let english: [String: String] = [
        "lbs": "weight (lbs)", "kg": "weight (kg)", "mi.": "distance (mi)", "km": "distance (km)",
        // German
        "datum": "date", "name der übung": "exercise name", "reihenfolge festlegen": "set order", "gewicht": "weight",
        "gewichtseinheit": "weight unit", "wiederh.": "reps", "entfernung": "distance",
        "entfernungseinheit": "distance unit", "sekunden": "seconds", "notizen": "notes",
        // French
        "nom de l'exercice": "exercise name", "ordre de la série": "set order", "poids": "weight",
        "unité de poids": "weight unit", "réps": "reps", "unité de distance": "distance unit", "secondes": "seconds",
        // Spanish
        "fecha": "date", "nombre del ejercicio": "exercise name", "orden de las series": "set order", "peso": "weight",
        "unidad de peso": "weight unit", "distancia": "distance", "unidad de distancia": "distance unit",
        "segundos": "seconds", "notas": "notes",
    ]
}
