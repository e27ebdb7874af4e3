internal import CivilTime
public import Progress
internal import Quoting
internal import Training

/// Writes the training log as CSV (RFC 4180): one row per set, so that a spreadsheet can filter and add them up.
public enum LogExport {
    static let columns = [
        "entry", "date", "exercise", "name", "program", "day", "program_exercise", "outcome", "kind", "set", "reps",
        "seconds", "meters", "weight", "unit", "rpe", "notes",
    ]

    /// The entries as CSV text, with a header.
    ///
    /// Texts that a spreadsheet would take for a formula get an apostrophe in front, which an import removes.
    public static func csv(_ entries: [LogEntry]) -> String {
        let rows = entries.flatMap { entry in
            entry.sets.isEmpty ? [row(entry, nil)] : entry.sets.map { row(entry, $0) }
        }
        return ([columns] + rows).map(CSVText.row).joined()
    }

    private static func row(_ entry: LogEntry, _ set: PerformedSet?) -> [String] {
        var (weight, unit) = ("", "")
        switch set?.load {
        case .weight(let amount, let own), .bodyweight(let amount, let own):
            (weight, unit) = (amount.description, own.rawValue)
        case nil: break
        }
        func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "" }
        return [
            "\(entry.number)", entry.date.description, CSVText.protected(entry.exercise), CSVText.protected(entry.name),
            CSVText.protected(entry.workout?.program ?? ""), CSVText.protected(entry.workout?.day ?? ""),
            CSVText.protected(entry.workout?.exercise ?? ""), entry.outcome.rawValue, set?.kind.rawValue ?? "",
            set.map { PerformedSet.notation([$0]) } ?? "", number(set?.amount.reps), number(set?.amount.seconds),
            number(set?.amount.metres), weight, unit, set?.rpe.map { "\(Double($0) / 10)" } ?? "",
            CSVText.protected(entry.notes ?? ""),
        ]
    }
}
