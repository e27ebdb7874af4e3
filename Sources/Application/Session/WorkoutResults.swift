package import Platform

/// What the user did of a workout's exercises, if not as planned.
package struct WorkoutResults {
    /// An exercise as typed, and its sets as typed; nil if its repetitions were not reached.
    package struct Entry {
        package let exercise: String
        package let sets: String?
        /// Whether the user confirmed that unlikely sets are meant as typed.
        package var isMeant = false
    }

    package var entries: [Entry]

    package init() { entries = [] }

    /// - Parameters:
    ///   - set: exercises with their sets: `squat=5,5,5,5,3`.
    ///   - missed: exercises whose repetitions were not reached.
    package init(set: [String], missed: [String]) throws(CommandError) {
        var entries: [Entry] = []
        for text in set {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex,
                !text[text.index(after: sign)...].allSatisfy(\.isWhitespace)
            else {
                throw .badOption(name: "--set", value: text, reason: "expected an exercise and sets: squat=5,5,5,5,3")
            }
            let (name, sets) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
            entries.append(Entry(exercise: name, sets: sets))
        }
        self.entries = entries + missed.map { Entry(exercise: $0, sets: nil) }
    }
}
