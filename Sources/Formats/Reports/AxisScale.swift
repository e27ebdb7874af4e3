internal import CivilTime

/// The range and the round numbers of a chart's axis.
///
/// Paul S. Heckbert, "Nice Numbers for Graph Labels", in: Andrew S. Glassner (editor), Graphics Gems, Academic Press, 1990,
/// pp. 61–63: the distance between two numbers is 1, 2 or 5 times a power of ten, and the first and the last enclose all values.
public struct AxisScale: Sendable, Hashable {
    /// The numbers, ascending; at least two.
    public let ticks: [Double]
    /// The distance between two numbers.
    public let step: Double

    /// Larger values are clamped to this limit, up to which a `Double` can represent thousandths.
    private static let largest = 1e12

    /// - Parameters:
    ///   - values: the values; non-finite values are ignored.
    ///   - fromZero: whether the axis begins at zero even if no value is near it.
    ///   - isCount: whether all numbers are whole.
    ///   - most: about how many numbers there are; the result has up to two more.
    public init(_ values: some Sequence<Double>, fromZero: Bool, isCount: Bool = false, atMost most: Int = 5) {
        let known = values.filter(\.isFinite).map { min(max($0, -AxisScale.largest), AxisScale.largest) }
        var low = known.min() ?? 0
        var high = known.max() ?? 0
        if fromZero { (low, high) = (min(low, 0), max(high, 0)) }
        if low == high {
            let space = max(abs(low) / 20, isCount || low == 0 ? 1 : 0.5)
            low = low >= 0 ? max(0, low - space) : low - space
            high += space
        }
        let range = AxisScale.nice(high - low, roundsUp: true)
        let nice = AxisScale.nice(range / Double(max(most - 1, 1)), roundsUp: false)
        let distance = isCount ? max(1, nice) : nice
        step = distance
        let first = AxisScale.integer((low / distance).rounded(.down))
        let last = AxisScale.integer((high / distance).rounded(.up))
        // A power of ten below one is inexact, but its reciprocal is exact.
        let inverse = distance < 1 ? (1 / distance).rounded() : nil
        ticks = (first...max(last, first + 1)).map { number in
            inverse.map { Double(number) / $0 } ?? Double(number) * distance
        }
    }

    public var lowest: Double { ticks.first ?? 0 }
    public var highest: Double { ticks.last ?? 1 }

    /// Where a value is between the first number (0) and the last (1).
    public func place(_ value: Double) -> Double {
        guard value.isFinite else { return 0 }
        return min(max((value - lowest) / (highest - lowest), 0), 1)
    }

    /// The numbers as text, with as many decimals as the distance has.
    ///
    /// Digits are not grouped, as on the rest of the page; millions and more are `2.5 M`, `2.5 G` or `2.5 T`.
    public var labels: [String] {
        let most = max(abs(lowest), abs(highest))
        let (divisor, suffix) =
            [(1e12, "T"), (1e9, "G"), (1e6, "M")].first { most >= $0.0 }.map { ($0.0, "\u{A0}\($0.1)") } ?? (1, "")
        var places = 0
        var unit = step / divisor
        while unit < 0.999, places < 6 { (unit, places) = (unit * 10, places + 1) }
        return ticks.map { $0 == 0 ? "0" : AxisScale.text($0 / divisor, places: places) + suffix }
    }

    /// A number with a fixed number of decimals.
    private static func text(_ value: Double, places: Int) -> String {
        let power = (0..<places).reduce(1) { power, _ in power * 10 }
        let scaled = integer((value * Double(power)).rounded())
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(power))
        let fraction = places == 0 ? "" : "." + String("\(UInt(power) + rest)".dropFirst())
        return (scaled < 0 ? "−" : "") + "\(whole)" + fraction
    }

    private static func integer(_ value: Double) -> Int {
        Int(exactly: min(max(value, -1e17), 1e17).rounded()) ?? 0
    }

    /// A number near another that is 1, 2, 5 or 10 times a power of ten.
    private static func nice(_ value: Double, roundsUp: Bool) -> Double {
        var power = 1.0
        while value / power >= 10 { power *= 10 }
        var inverse = 1.0
        while value * inverse < 1, inverse < 1e6 { inverse *= 10 }
        let fraction = value / power * inverse
        let factor: Double =
            if roundsUp { fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10 } else {
                fraction < 1.5 ? 1 : fraction < 3 ? 2 : fraction < 7 ? 5 : 10
            }
        return factor * power / inverse
    }
}

/// The labels below a chart whose columns are weeks.
///
/// They are at the first days of weeks, months, quarters, half-years or years, whichever are few enough.
struct WeekAxis: Sendable, Hashable {
    /// A label, and the distance of its date from the chart's first day.
    struct Label: Sendable, Hashable {
        let days: Int
        let text: String
    }

    let labels: [Label]

    /// The most labels for which there is room.
    private static let most = 6
    /// The distances of labels in months.
    private static let months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200]

    init(from first: CivilDate, weeks: Int, _ names: DateNames = .english) {
        let days = max(weeks, 1) * 7
        if days <= WeekAxis.most * 7 {
            labels = stride(from: 0, to: days, by: 7).map { distance in
                let (_, month, day) = first.adding(days: distance).parts
                return Label(days: distance, text: "\(day)\u{A0}\(names.month(month))")
            }
            return
        }
        let last = first.adding(days: days - 1)
        let start = first.day == 1 ? first.monthNumber : first.monthNumber + 1
        // The distance is that of round months: quarters begin in January, decades in years that are multiples of ten.
        let choices = WeekAxis.months.lazy.map { step in
            Array(stride(from: (start + step - 1) / step * step, through: last.monthNumber, by: step))
        }
        labels = (choices.first { $0.count <= WeekAxis.most } ?? []).compactMap { number in
            guard let date = try? CivilDate(year: number / 12, month: number % 12 + 1, day: 1) else { return nil }
            let text = date.month == 1 ? "\(date.year)" : names.month(date.month)
            return Label(days: first.days(until: date), text: text)
        }
    }
}

extension CivilDate {
    /// The number of the month since January of the year 0.
    fileprivate var monthNumber: Int { year * 12 + month - 1 }
}
