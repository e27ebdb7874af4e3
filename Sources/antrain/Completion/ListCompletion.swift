import CivilTime

/// Completes the last item of a list with commas; the candidates are whole lists.
enum ListCompletion {
    /// Adds each of the items that the list does not have yet.
    static func candidates(_ typed: String, among items: [Candidate]) -> [Candidate] {
        let (list, _) = parts(typed)
        let present = Set(list.split(separator: ",").map(String.init))
        return items.filter { !present.contains($0.value) }.map { Candidate(list + $0.value, $0.note) }
    }

    /// Weekdays, ranges of weekdays, and the names of sets of weekdays.
    static func weekdays(_ typed: String) -> [Candidate] {
        let (list, last) = parts(typed)
        if let dash = last.firstIndex(of: "-") {
            return Weekday.allCases.map { Candidate(list + last[...dash] + $0.abbreviation, $0.name) }
        }
        let present = (try? WeekdaySet(parsing: list)) ?? .none
        let days = Weekday.allCases.filter { !present.contains($0) }.map { day in
            // What the user began to write in full is completed in full.
            let isLong = last.count > day.abbreviation.count && day.name.hasPrefix(last.lowercased())
            return Candidate(list + (isLong ? day.name : day.abbreviation), day.name)
        }
        return days + (list.isEmpty ? ["weekdays", "weekends", "all"].map { Candidate($0) } : [])
    }

    /// What comes before the last item, with its comma, and the last item as far as it is typed.
    private static func parts(_ typed: String) -> (list: String, last: Substring) {
        guard let comma = typed.lastIndex(of: ",") else { return ("", typed[...]) }
        let start = typed.index(after: comma)
        return (String(typed[..<start]), typed[start...])
    }
}
