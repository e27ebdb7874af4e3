internal import YAMLSource

extension ProgramReader {
    /// The keys of every element of a program.
    enum Keys {
        static let program: KeySet = [
            "antrain", "id", "name", "author", "source", "description", "goal", "level", "units", "rounding",
            "training-max", "maxes", "exercises", "sets", "templates", "days", "weeks", "phases", "schedule",
            "exceptions", "reminders", "tests",
        ]
        static let test: KeySet = ["name", "start", "days", "maxes", "loads", "workouts", "ends"]
        static let testedWorkout: KeySet = ["date", "day", "week", "sets", "outcome", "results", "repeat"]
        static let rounding: KeySet = ["step", "to"]
        static let max: KeySet = ["one-rep-max", "training-max"]
        static let lift: KeySet = ["name", "rest", "notes", "progression"]
        static let day: KeySet = ["name", "duration", "time", "notes", "optional", "exercises"]
        static let exercise: KeySet = [
            "exercise", "lift", "id", "sets", "reps", "time", "distance", "load", "warm-up", "rest", "notes",
            "superset", "progression", "optional", "alternatives", "use",
        ]
        static let alternative: KeySet = [
            "exercise", "lift", "id", "sets", "reps", "time", "distance", "load", "warm-up", "rest", "notes",
            "progression",
        ]
        /// An exercise of a rotation has the progression of the first one.
        static let rotated: KeySet = [
            "exercise", "lift", "id", "sets", "reps", "time", "distance", "load", "warm-up", "rest", "notes",
        ]
        static let sets: KeySet = [
            "sets", "reps", "time", "distance", "load", "technique", "cap", "rest", "kind", "notes",
        ]
        static let progression: KeySet = [
            "type", "beat-last", "add", "reps", "every", "fails", "deload", "stages", "reset", "table", "count",
            "advance",
            "formula", "keep",
            "to",
        ]
        static let week: KeySet = ["name", "deload", "sets", "exercises", "swap", "repeat"]
        static let phase: KeySet = ["name", "weeks", "repeat"]
        static let exception: KeySet = ["pause", "until", "move", "to"]
        static let reminder: KeySet = ["at", "before"]
        static let schedule: KeySet = [
            "mode", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed",
            "thu", "fri", "sat", "sun", "cycle", "rotation", "on", "default-days", "advance", "on-failure", "on-missed",
            "rest-days-between", "length",
        ]
    }
}

/// Warns about misspelled names of exercises.
extension ProgramReader {
    /// Warns, once for each name, if the catalogue does not have an exercise but has one with a similar name; if the reader is thorough,
    /// also if it has none.
    ///
    /// Programs may have exercises that the catalogue does not have.
    ///
    /// - Parameter lift: the lift by which the catalogue finds an exercise with another name; nil for none.
    mutating func checkName(_ name: String, at node: YAMLNode, lift: String? = nil) {
        guard let catalog, checkedNames.insert(name).inserted, catalog.exercise(named: name) == nil else { return }
        if let lift, catalog.exercise(named: lift) != nil { return }
        let near = catalog.nearestName(to: name)
        guard near != nil || isThorough else { return }
        let shown = near.map { catalog.exercise(named: $0)?.name(in: .english) ?? $0 }
        let hint = shown.map { Suggestion.help($0) + " " } ?? ""
        diagnostics.warning(
            "unknown exercise '\(name)'",
            at: node.span,
            help: "\(hint)If it is an exercise of your own, add it: antrain exercise edit"
        )
    }
}
