public import CivilTime
public import Training

/// The athlete's body weight over time: on each date, the latest that was measured on or before it.
public struct BodyWeight: Sendable {
    /// A mass, and the unit in which it was measured.
    public struct Value: Sendable, Hashable {
        public let mass: Mass
        public let unit: WeightUnit
    }

    public static let unknown = BodyWeight([])

    private let series: MeasurementSeries

    /// Selects the body weights among measurements of any kinds, which are in the order in which they were recorded.
    public init(_ recorded: [BodyMeasurement]) { series = MeasurementSeries(.weight, recorded) }

    /// The body weight on a date; nil before the first measurement.
    public func value(on date: CivilDate) -> Value? {
        series.latest(on: date)?.mass.map { Value(mass: $0.mass, unit: $0.unit) }
    }

    /// The last measurement of each week, in the unit of the last one; nil without any measurement in the range.
    ///
    /// - Parameter range: the dates; weeks begin on Monday, and the first and the last may be incomplete.
    public func byWeek(in range: ClosedRange<CivilDate>) -> (unit: WeightUnit, weights: [Weight?])? {
        let measured = series.values.filter { range.contains($0.date) }
        guard let unit = measured.last?.mass?.unit else { return nil }
        let first = range.lowerBound.monday
        let weeks = first.days(until: range.upperBound.monday) / 7 + 1
        var weights = [Weight?](repeating: nil, count: weeks)
        for value in measured { weights[first.days(until: value.date) / 7] = value.mass?.mass.weight(in: unit) }
        return (unit, weights)
    }
}

extension PerformedSet.Load {
    /// The mass that was moved: an external load, or the body with the added weight.
    ///
    /// - Parameter body: the body weight on the date of the set.
    /// - Returns: nil if the body is the load and its weight is unknown, or not greater than the assistance.
    func movedMass(_ body: BodyWeight.Value?) -> Mass? {
        switch self {
        case .weight: return mass
        case .bodyweight:
            guard let body, body.mass + mass > .zero else { return nil }
            return body.mass + mass
        }
    }

    /// The unit in which the moved mass is shown: that of the load, or for the body alone, that of its weight.
    func unit(_ body: BodyWeight.Value?) -> WeightUnit {
        if case .bodyweight(let plus, _) = self, plus.thousandths == 0, let body { body.unit } else { unit }
    }
}
