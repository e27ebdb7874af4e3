/// Finds programs by words that people type.
///
/// Case, diacritics and punctuation do not count (`NameKey`), and `×` is an `x`. A word is found where a word begins, so that `run` finds
/// running but not a crunch, and `pullup` finds a pull-up. A final `s` or `es` is ignored if nothing else is found.
public struct ProgramSearch: Sendable {
    /// The texts of a program that are searched.
    public struct Texts: Sendable {
        private let texts: [WordText]

        /// Takes a program's ID, name, author, description, goals, levels and exercises, the exercises in all languages of the catalogue.
        public init(_ program: Program, _ catalog: ExerciseCatalog) {
            let exercises = program.allExercises.flatMap { exercise in
                [exercise.name] + (catalog.exercise(for: exercise, in: program)?.allNames ?? [])
            }
            let own = [program.id, program.name, program.author, program.summary].compactMap { $0 }
            let kinds = program.goals.map(\.rawValue) + program.levels.map(\.rawValue)
            texts = (own + kinds + exercises).map(WordText.init)
        }

        public var words: Set<String> { Set(texts.flatMap(\.words)) }

        fileprivate func contain(_ key: String) -> Bool {
            ["", "s", "es"].contains { ending in
                guard key.hasSuffix(ending), ending.isEmpty || key.utf8.count >= 3 + ending.utf8.count else {
                    return false
                }
                let stem = key.utf8.dropLast(ending.utf8.count)
                return texts.contains { $0.contains(stem) }
            }
        }
    }

    /// A text with the places at which its words begin.
    private struct WordText: Sendable {
        private let bytes: [UInt8]
        private let starts: [Int]
        /// The words as keys.
        let words: [String]

        init(_ text: String) {
            words = text.replacing("×", with: "x").split { !$0.isLetter && !$0.isNumber }.map { NameKey.of(String($0)) }
                .filter { !$0.isEmpty }
            var bytes: [UInt8] = []
            starts = words.map { word in
                let start = bytes.count
                bytes += word.utf8
                return start
            }
            self.bytes = bytes
        }

        func contains(_ key: Substring.UTF8View) -> Bool { starts.contains { bytes[$0...].starts(with: key) } }
    }

    private let words: [(text: String, key: String)]

    /// - Parameter text: the words, separated by blanks.
    /// - Returns: nil if there is no letter or digit.
    public init?(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { word in
            (String(word), NameKey.of(String(word).replacing("×", with: "x")))
        }.filter { !$0.key.isEmpty }
        if words.isEmpty { return nil }
    }

    /// Whether the texts contain all words, in any order and not necessarily in the same text.
    public func matches(_ texts: Texts) -> Bool { words.allSatisfy { texts.contain($0.key) } }

    /// The words as typed that none of the texts contains.
    public func missingWords(in texts: [Texts]) -> [String] {
        words.filter { word in !texts.contains { $0.contain(word.key) } }.map(\.text)
    }
}
