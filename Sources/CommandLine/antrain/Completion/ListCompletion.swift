import CivilTime

/// Completes the last item of a comma-separated list; the candidates are whole lists.
enum ListCompletion {
    /// The list followed by each item that it does not contain yet.
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
            // A name that is already longer than its abbreviation is completed in full.
            let isLong = last.count > day.abbreviation.count && day.name.hasPrefix(last.lowercased())
            return Candidate(list + (isLong ? day.name : day.abbreviation), day.name)
        }
        return days + (list.isEmpty ? ["weekdays", "weekends", "all"].map { Candidate($0) } : [])
    }

    /// The part before the last item, including the comma, and the typed part of the last item.
    private static func parts(_ typed: String) -> (list: String, last: Substring) {
        guard let comma = typed.lastIndex(of: ",") else { return ("", typed[...]) }
        let start = typed.index(after: comma)
        return (String(typed[..<start]), typed[start...])
    }
}
