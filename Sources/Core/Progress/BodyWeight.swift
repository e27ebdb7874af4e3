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

/// A mass into which kilograms and pounds convert exactly, so that loads in both units can be compared and added.
///
/// A pound is exactly 0.45359237 kg (international yard and pound agreement, 1959): thousandths of both units are whole multiples of
/// 10 nanograms.
public struct Mass: Sendable, Hashable, Comparable {
    public static let zero = Mass(tensOfNanograms: 0)

    let tensOfNanograms: Int128

    init(tensOfNanograms: Int128) { self.tensOfNanograms = tensOfNanograms }

    /// The mass of a weight; beyond 2^36 thousandths, which is far above what can be lifted, it is bounded.
    public init(_ weight: Weight, _ unit: WeightUnit) {
        let bounded = min(max(weight.thousandths, -1 << 36), 1 << 36)
        tensOfNanograms = Int128(bounded) * Mass.thousandth(of: unit)
    }

    /// Orders masses from the lighter to the heavier.
    public static func < (first: Mass, second: Mass) -> Bool { first.tensOfNanograms < second.tensOfNanograms }

    public static func + (first: Mass, second: Mass) -> Mass {
        Mass(tensOfNanograms: first.tensOfNanograms + second.tensOfNanograms)
    }

    /// The mass in a unit, rounded to the nearest thousandth, ties away from zero.
    public func weight(in unit: WeightUnit) -> Weight {
        let thousandth = Mass.thousandth(of: unit)
        return Weight(thousandths: Int(clamping: Mass.rounded(tensOfNanograms, over: thousandth)))
    }

    /// The mass times a fraction, rounded to the nearest 10 nanograms; the numerator is bounded to 2^31.
    func times(_ numerator: Int, over denominator: Int = 1) -> Mass {
        let bounded = Int128(min(max(numerator, 0), 1 << 31))
        return Mass(tensOfNanograms: Mass.rounded(tensOfNanograms * bounded, over: Int128(max(denominator, 1))))
    }

    private static func rounded(_ numerator: Int128, over denominator: Int128) -> Int128 {
        let half = denominator / 2
        return (numerator < 0 ? numerator - half : numerator + half) / denominator
    }

    private static func thousandth(of unit: WeightUnit) -> Int128 {
        switch unit {
        case .kilograms: 100_000_000
        case .pounds: 45_359_237
        }
    }
}

extension PerformedSet.Load {
    /// The external or added mass; negative with assistance.
    var mass: Mass {
        switch self {
        case .weight(let weight, let unit), .bodyweight(let weight, let unit): Mass(weight, unit)
        }
    }

    /// The unit in which it was logged.
    var unit: WeightUnit {
        switch self {
        case .weight(_, let unit), .bodyweight(_, let unit): unit
        }
    }
}
