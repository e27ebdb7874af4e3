/// Finds the word that a misspelled one was probably meant to be.
public enum Suggestion {
    /// The nearest candidate, or nil if none is near enough.
    ///
    /// Case, hyphens, underscores and spaces are ignored; otherwise one typo per three letters is allowed
    /// (Damerau, 1964: an insertion, deletion, substitution or transposition). If none is near, the shortest candidate that begins
    /// with the word counts as nearest, since people abbreviate names.
    public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let wanted = folded(word)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        var best: (distance: Int, candidate: String)?
        var completed: String?
        for candidate in candidates {
            let foldedCandidate = folded(candidate)
            let isPrefix = wanted.count >= 3 && foldedCandidate.starts(with: wanted)
            if isPrefix, candidate.count < completed?.count ?? .max { completed = candidate }
            let allowed = max(1, max(wanted.count, foldedCandidate.count) / 3)
            guard abs(foldedCandidate.count - wanted.count) <= allowed else { continue }
            let distance = distance(wanted, foldedCandidate)
            if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.candidate ?? completed
    }

    /// The nearest candidate as help text: "did you mean 'push'?".
    public static func help(for word: String, among candidates: some Sequence<String>) -> String? {
        nearest(to: word, among: candidates).map(help)
    }

    public static func help(_ candidate: String) -> String { "did you mean '\(candidate)'?" }

    private static func folded(_ word: String) -> [UInt8] {
        word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ") }
    }

    /// The optimal string alignment distance.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                var cost = min(
                    last[column] + (first[row] == second[column] ? 0 : 1),
                    last[column + 1] + 1,
                    current[column] + 1
                )
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[second.count]
    }
}
