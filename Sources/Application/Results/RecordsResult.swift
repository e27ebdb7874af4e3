import CivilTime
package import Platform
import Localization
package import Progress
import Quoting
package import Session
package import Training

/// The records of exercises.
package struct RecordsResult: CommandResult {
    package static let kind = "records"

    /// An exercise with its records.
    struct Exercise: Encodable {
        let exercise: String
        let name: String
        let records: [RecordResult]
        /// Every record in the order in which they were set; nil unless the exercise was asked for.
        let history: [RecordResult]?
    }

    let formula: String
    let exercises: [Exercise]
    /// The exercise that was asked for.
    package var subject: (id: String, name: String)?
    private let words: MessageCatalog
    private let today: CivilDate

    private enum CodingKeys: String, CodingKey { case formula, exercises }

    package init(_ records: [ExerciseRecords], _ formula: MaxFormula, _ session: Session, withHistory: Bool = false) {
        let words = session.words
        let names = session.exerciseNames
        self.words = words
        self.formula = formula.rawValue
        today = session.today
        exercises = records.map { records in
            Exercise(
                exercise: records.exercise,
                name: names.name(records.name, of: records.exercise),
                records: records.current.map { RecordResult($0, words) },
                history: withHistory ? records.history.map { RecordResult($0, words) } : nil
            )
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !exercises.isEmpty else { return nextStep }
        var rows: [[String]] = []
        for exercise in exercises {
            if !rows.isEmpty { rows.append([""]) }
            rows.append([style.bold(exercise.name) + style.dim("  \(exercise.exercise)")])
            for kind in Record.Kind.allCases {
                let records = exercise.records.filter { $0.kind == kind }
                if !records.isEmpty { rows.append(row(records, exercise.history ?? [], style)) }
            }
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    private var nextStep: String {
        let values = [
            "command": "antrain log \(subject.map { ShellText.word($0.id) } ?? "squat") 5x5@80kg",
            "exercise": subject?.name ?? "",
        ]
        return words.text(subject == nil ? .noRecords : .noRecordsOf, values) + "\n"
    }

    /// The current records of a kind, with what the latest of them replaced.
    private func row(_ records: [RecordResult], _ history: [RecordResult], _ style: Style) -> [String] {
        let latest = records.max { $0.day < $1.day }
        let earlier = history.last { record in
            record.kind == latest?.kind && !records.contains { $0.isSame(as: record) }
        }
        var details: [String] = []
        if let latest {
            details.append(format(latest.day))
            details.append(
                words.text(
                    latest.entries.count == 1 ? .recordEntry : .recordEntries,
                    ["numbers": latest.entries.map { "\($0)" }.joined(separator: ", ")]
                )
            )
        }
        if records.count == 1 { details += [records[0].origin].compactMap(\.self) }
        if let earlier, records.count == 1 {
            details.append(words.text(.recordBefore, ["value": earlier.shown, "date": format(earlier.day)]))
        }
        let values = records.map(\.shown).joined(separator: ", ")
        return ["  " + (latest?.label ?? ""), style.bold(values), style.dim(details.joined(separator: ", "))]
    }

    private func format(_ date: CivilDate) -> String { words.format.statedDate(date, today: today) }
}

/// A record, in a result.
struct RecordResult: Encodable {
    /// The kind as a code.
    let record: String
    let date: String
    let entries: [Int64]
    /// The set; nil for a volume.
    let set: LogEntryResult.PerformedSetResult?
    /// The estimated max or the volume, in `unit`.
    let weight: Double?
    let unit: String?
    /// The value in words: `8 @ 90 kg`, `116.7 kg from 5 @ 100 kg`.
    let text: String
    /// The value without the set from which it was computed.
    let shown: String
    /// The set from which an estimated max was computed.
    let origin: String?
    let kind: Record.Kind
    let day: CivilDate
    /// What the record is about, in words.
    let label: String
    private let value: Record

    private enum CodingKeys: String, CodingKey { case record, date, entries, set, weight, unit, text }

    init(_ record: Record, _ words: MessageCatalog) {
        value = record
        label = words.label(record.kind)
        kind = record.kind
        day = record.date
        self.record = record.kind.rawValue
        date = record.date.description
        entries = record.entries
        set = record.set.map { LogEntryResult.PerformedSetResult($0) }
        let weight = record.unit.flatMap { record.mass?.weight(in: $0) }
        self.weight = weight.map { Double($0.thousandths) / 1000 }
        unit = weight.flatMap { _ in record.unit?.rawValue }
        shown = words.value(of: record)
        origin = record.kind == .estimatedMax ? words.setOf(record).map { words.text(.recordOrigin, ["set": $0]) } : nil
        text = [shown, origin].compactMap { $0 }.joined(separator: " ")
    }

    func isSame(as other: RecordResult) -> Bool { value == other.value }
}
