package import Planning
import Platform

extension Store {
    /// What lines such as `squat 5,5,5,5,3` say about workouts.
    ///
    /// - Returns: the sets, and the lines that cannot be read, each with the reason.
    package func results(lines: String, _ meant: [Answerable]) -> (WorkoutResults, unread: [String]) {
        var results = WorkoutResults()
        results.isReported = true
        var unread: [String] = []
        for line in lines.split(whereSeparator: \.isNewline) {
            guard let entry = WorkoutResults.Entry(line: line) else {
                if !line.allSatisfy(\.isWhitespace) { unread.append("'\(line)': expected an exercise and sets") }
                continue
            }
            var tried = results
            tried.entries.append(entry)
            do throws(CommandError) {
                _ = try logEvents(meant, tried)
                results = tried
            } catch { unread.append("'\(line)': \(error.message)") }
        }
        return (results, unread)
    }
}

extension WorkoutResults.Entry {
    /// Reads `squat 5,5,5,5,3` or `squat=5,5,5,5,3`: the sets begin with the first word that begins with a digit.
    fileprivate init?(line: Substring) {
        let words = line.split { $0 == "=" || $0.isWhitespace }
        guard let start = words.firstIndex(where: { $0.first?.isNumber ?? false }), start > 0 else { return nil }
        let name = words[..<start].joined(separator: " ")
        self.init(
            exercise: name.hasSuffix(":") ? String(name.dropLast()) : name,
            sets: words[start...].joined(separator: " ")
        )
    }
}
