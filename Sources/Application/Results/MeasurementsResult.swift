package import CivilTime
package import Platform
package import Localization
package import Progress

/// The latest measurement of each kind, or the measurements of one kind.
package struct MeasurementsResult: CommandResult {
    package static let kind = "measurements"

    /// The latest measurement of a kind, with its changes.
    struct Series: Encodable {
        /// The kind as a code.
        let measure: String
        let date: String
        let value: Double
        let unit: String
        let previous: Earlier?
        /// The measurement about 30 days before.
        let monthBefore: Earlier?
        /// Every measurement, latest first; nil unless the kind was asked for.
        let history: [Entry]?

        private enum CodingKeys: String, CodingKey {
            case measure, date, value, unit, previous, monthBefore = "month_before", history
        }
    }

    /// A measurement.
    struct Entry: Encodable {
        let date: String
        let value: Double
        let unit: String

        init(_ measurement: BodyMeasurement) {
            date = measurement.date.description
            value = Double(measurement.thousandths) / 1000
            unit = measurement.unit.rawValue
        }
    }

    /// An earlier measurement.
    struct Earlier: Encodable {
        let date: String
        let value: Double
        let unit: String
        /// The change since then, in the unit of the latest measurement.
        let change: Double

        init(_ change: MeasurementSeries.Change) {
            let entry = Entry(change.earlier)
            (date, value, unit) = (entry.date, entry.value, entry.unit)
            self.change = Double(change.thousandths) / 1000
        }
    }

    let measurements: [Series]
    private let rows: [[String]]
    private let asked: BodyMeasurement.Kind?
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case measurements }

    /// - Parameters:
    ///   - recorded: the measurements in the order in which they were recorded.
    ///   - kind: the kind that was asked for; nil for the latest measurement of each.
    ///   - limit: the maximum number of measurements of a kind.
    package init(
        _ recorded: [BodyMeasurement],
        _ kind: BodyMeasurement.Kind?,
        limit: Int,
        _ words: MessageCatalog,
        _ today: CivilDate
    ) {
        self.words = words
        asked = kind
        let all = MeasurementSeries.all(recorded).filter { kind == nil || $0.kind == kind }
        measurements = all.compactMap { series in
            guard let latest = series.values.last else { return nil }
            let entry = Entry(latest)
            return Series(
                measure: series.kind.rawValue,
                date: entry.date,
                value: entry.value,
                unit: entry.unit,
                previous: series.changes.last.flatMap { $0.map(Earlier.init) },
                monthBefore: series.monthlyChange.map(Earlier.init),
                history: kind.map { _ in series.values.suffix(limit).reversed().map(Entry.init) }
            )
        }
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: today) }
        func text(_ change: MeasurementSeries.Change, _ unit: BodyMeasurement.Unit) -> String {
            let amount = words.format.numbers(BodyMeasurement.text(change: change.thousandths, unit))
            return words.text(.measuredSince, ["change": amount, "date": stated(change.earlier.date)])
        }
        guard kind != nil else {
            rows = all.compactMap { series in
                guard let latest = series.values.last else { return nil }
                let previous = series.changes.last ?? nil
                let month = series.monthlyChange == previous ? nil : series.monthlyChange
                let changes = [previous, month].compactMap { $0.map { text($0, latest.unit) } }
                return [
                    words.word("measure", series.kind.rawValue), words.format.numbers("\(latest)"), stated(latest.date),
                    changes.joined(separator: ", "),
                ]
            }
            return
        }
        rows = all.flatMap { series in
            zip(series.values, series.changes).suffix(limit).reversed().map { value, change in
                let text = change.map { BodyMeasurement.text(change: $0.thousandths, value.unit) } ?? ""
                return [stated(value.date), words.format.numbers("\(value)"), words.format.numbers(text)]
            }
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !rows.isEmpty else { return nextStep }
        let styled = rows.map { row in
            [row[0], style.bold(row[1])] + row[2...].dropLast() + row.suffix(1).map(style.dim)
        }
        return TextTable.lines(styled, columns: columns).joined(separator: "\n") + "\n"
    }

    private var nextStep: String {
        let kind = asked ?? .weight
        let command = "antrain measure \(kind.rawValue) \(asked?.examples.prefix { $0 != " " } ?? "82.4kg")"
        return words.text(.noMeasurements, ["command": command]) + "\n"
    }
}
