import CivilTime
import Progress
import Quoting
import Reminders
import Training

/// The records of exercises.
struct RecordsResult: CommandResult {
    static let kind = "records"

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
    var subject: (id: String, name: String)?
    private let format: LocaleFormat
    private let today: CivilDate

    private enum CodingKeys: String, CodingKey { case formula, exercises }

    init(
        _ records: [ExerciseRecords],
        _ formula: MaxFormula,
        _ format: LocaleFormat,
        _ today: CivilDate,
        withHistory: Bool = false
    ) {
        self.formula = formula.rawValue
        self.format = format
        self.today = today
        exercises = records.map { records in
            Exercise(
                exercise: records.exercise,
                name: records.name,
                records: records.current.map(RecordResult.init),
                history: withHistory ? records.history.map(RecordResult.init) : nil
            )
        }
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !exercises.isEmpty else { return nextStep }
        var rows: [[String]] = []
        for exercise in exercises {
            if !rows.isEmpty { rows.append([""]) }
            rows.append([style.bold(exercise.name) + style.dim("  \(exercise.exercise)")])
            rows += exercise.records.map { row($0, style) }
            guard let history = exercise.history else { continue }
            rows += [[""], [style.bold("Earlier records")]]
            let earlier = RecordsResult.earlier(history, than: exercise.records)
            rows += earlier.isEmpty ? [["  none"]] : earlier.map { row($0, style) }
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    private var nextStep: String {
        guard let subject else { return "no records yet; log an exercise: antrain log squat 5x5@80kg\n" }
        return "no records of \(subject.name) yet; log it: antrain log \(ShellText.word(subject.id)) 5x5@80kg\n"
    }

    /// The records that others replaced, without repetitions with a load that was itself a record.
    private static func earlier(_ history: [RecordResult], than current: [RecordResult]) -> [RecordResult] {
        let loads = history.filter { $0.kind == .load || $0.kind == .addedLoad }
        return history.filter { record in
            guard !current.contains(where: { $0.isSame(as: record) }) else { return false }
            return record.kind != .repetitions || !loads.contains { $0.hasSameSet(as: record) }
        }
    }

    private func row(_ record: RecordResult, _ style: Style) -> [String] {
        let numbers = record.entries.map { "\($0)" }.joined(separator: ", ")
        let entries = (record.entries.count == 1 ? "entry " : "entries ") + numbers
        let place = [format.statedDate(record.day, today: today), entries, record.origin].compactMap { $0 }
        return ["  " + record.label, style.cyan(record.shown), style.dim(place.joined(separator: ", "))]
    }
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
    private let value: Record

    private enum CodingKeys: String, CodingKey { case record, date, entries, set, weight, unit, text }

    init(_ record: Record) {
        value = record
        kind = record.kind
        day = record.date
        self.record = record.kind.rawValue
        date = record.date.description
        entries = record.entries
        set = record.set.map { LogEntryResult.PerformedSetResult($0) }
        let weight = record.unit.flatMap { record.mass?.weight(in: $0) }
        self.weight = weight.map { Double($0.thousandths) / 1000 }
        unit = weight.flatMap { _ in record.unit?.rawValue }
        let set = record.set.map { PerformedSet.text([PerformedSet(amount: $0.amount, load: $0.load)]) } ?? ""
        shown = record.valueText
        origin = record.kind == .estimatedMax ? "from \(set)" : nil
        text = [shown, origin].compactMap { $0 }.joined(separator: " ")
    }

    /// What the record is about, in words.
    var label: String {
        switch kind {
        case .load: "heaviest load"
        case .addedLoad: "most added weight"
        case .repetitions: "most repetitions"
        case .estimatedMax: "estimated max"
        case .volume: "volume of a day"
        case .time: "longest time"
        case .distance: "longest distance"
        case .timeOverDistance: "best time"
        }
    }

    func isSame(as other: RecordResult) -> Bool { value == other.value }

    func hasSameSet(as other: RecordResult) -> Bool {
        value.set == other.value.set && value.entries == other.value.entries
    }
}
