package import Platform

/// Sets as typed that probably mean something else: `40x5` for five repetitions with 40 kg, or `5x5 80` for 5x5 with 80 kg.
package struct UnlikelySets {
    /// The number of sets, or of repetitions in a single set, above which a load was probably meant.
    private static let most = 12

    /// What the sets mean as typed.
    let meaning: String
    /// The sets that were probably meant.
    let likely: String
    /// The sets as typed, in an unambiguous notation.
    let clear: String

    /// Returns nil if the sets are not unlikely.
    init?(_ text: String) {
        let words = text.lowercased().split { $0 == " " || $0 == "," }
        guard let first = words.first, let (sets, reps) = UnlikelySets.group(first) else { return nil }
        if words.count == 1, sets > UnlikelySets.most {
            meaning = "\(sets) sets of \(reps) repetitions"
            likely = "\(reps)@\(sets)"
            let half = sets / 2
            clear = "\(half)x\(reps) \(sets - half)x\(reps)"
        } else if words.count == 2, let load = Int(words[1]), load > UnlikelySets.most {
            meaning = "\(sets) sets of \(reps) repetitions and one of \(load)"
            likely = "\(first)@\(load)"
            clear = "\(first) 1x\(load)"
        } else {
            return nil
        }
    }

    /// The numbers of a word such as `5x5`.
    private static func group(_ word: Substring) -> (sets: Int, reps: Int)? {
        let parts = word.split(whereSeparator: { "x×*".contains($0) }).compactMap { Int($0) }
        return word.split(whereSeparator: { "x×*".contains($0) }).count == 2 && parts.count == 2
            ? (parts[0], parts[1]) : nil
    }

    /// The question whether the sets are meant as typed.
    package static func question(_ text: String) -> String? {
        UnlikelySets(text).map { "\(quoted(text)) means \($0.meaning). Log that?" }
    }

    /// Fails for unlikely sets.
    ///
    /// - Parameter command: the command up to the sets, which the error completes.
    package static func check(_ text: String, _ name: String, command: String) throws(CommandError) {
        guard let unlikely = UnlikelySets(text) else { return }
        throw .badOption(
            name: name,
            value: text,
            reason:
                "it means \(unlikely.meaning); to log a load: \(command)\(unlikely.likely); to log the sets as typed: \(command)\(unlikely.clear)"
        )
    }
}
