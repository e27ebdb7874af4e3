internal import CivilTime

/// The measurements of one kind, one per date.
public struct MeasurementSeries: Sendable {
    /// An earlier measurement, and the difference from it.
    public struct Change: Sendable, Hashable {
        public let earlier: BodyMeasurement
        /// The difference in thousandths of the later one's unit.
        public let thousandths: Int

        init(from earlier: BodyMeasurement, to later: BodyMeasurement) {
            self.earlier = earlier
            thousandths = later.change(since: earlier)
        }
    }

    /// The days before the latest measurement that count as about a month before it.
    private static let month = 15...45

    public let kind: BodyMeasurement.Kind
    /// The measurements by date; if a date has several, the last recorded one counts.
    public let values: [BodyMeasurement]

    /// - Parameter recorded: measurements of any kinds, in the order in which they were recorded.
    public init(_ kind: BodyMeasurement.Kind, _ recorded: [BodyMeasurement]) {
        self.kind = kind
        let byDate = Dictionary(recorded.lazy.filter { $0.kind == kind }.map { ($0.date, $0) }) { $1 }
        values = byDate.values.sorted { $0.date < $1.date }
    }

    /// The kinds that were measured, in the order of `BodyMeasurement.Kind`.
    public static func all(_ recorded: [BodyMeasurement]) -> [MeasurementSeries] {
        BodyMeasurement.Kind.allCases.map { MeasurementSeries($0, recorded) }.filter { !$0.values.isEmpty }
    }

    /// The change of each measurement since the one before; nil for the first.
    public var changes: [Change?] {
        values.isEmpty ? [] : [nil] + zip(values, values.dropFirst()).map { Change(from: $0, to: $1) }
    }

    /// The change of the latest measurement since the one nearest to 30 days before it, the earlier of two equally near; nil if there is
    /// none from 15 to 45 days before.
    public var monthlyChange: Change? {
        guard let latest = values.last else { return nil }
        let candidates = values.filter { MeasurementSeries.month.contains($0.date.days(until: latest.date)) }
        let nearest = candidates.min { distance($0, latest) < distance($1, latest) }
        return nearest.map { Change(from: $0, to: latest) }
    }

    private func distance(_ earlier: BodyMeasurement, _ latest: BodyMeasurement) -> Int {
        abs(earlier.date.days(until: latest.date) - 30)
    }

    func latest(on date: CivilDate) -> BodyMeasurement? {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if values[middle].date <= date { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? values[low - 1] : nil
    }
}
