/// The places of a chart's lines, bars and texts, in units of SVG.
public struct ChartDrawing: Sendable {
    /// A text.
    public struct Label: Sendable, Hashable {
        /// The horizontal place of the text's anchor.
        public let x: Double
        /// The vertical place of the baseline.
        public let y: Double
        public let text: String
        /// `start`, `middle` or `end`.
        public let anchor: String
    }

    /// The path of a series.
    public struct Shape: Sendable, Hashable {
        public let mark: Chart.Mark
        /// The path's data (SVG 2, section 9.3).
        public let path: String
    }

    /// The width: about that of a phone in CSS pixels, so that texts keep their size.
    public static let width = 360.0
    private static let top = 22.0
    private static let bottom = 22.0
    private static let right = 8.0
    /// The approximate width of a character.
    private static let character = 6.4
    private static let widestBar = 26.0
    /// The narrowest bar with rounded corners.
    private static let roundedBar = 6.0
    /// The most points of a line that get a dot each.
    private static let mostDots = 40

    public let height: Double
    /// The left end of the grid.
    public let left: Double
    /// The labels of the grid lines.
    public let rows: [Label]
    /// The dates below the grid.
    public let columns: [Label]
    public let shapes: [Shape]
    /// The points of lines, as circles.
    public let dots: [(x: Double, y: Double)]
    /// The vertical places of the grid's lines, from the axis on.
    public let lines: [Double]

    public init(_ chart: Chart) {
        let hasBars = chart.series.contains { $0.mark != .line }
        let values = chart.series.flatMap(\.values).compactMap { $0 }
        let scale = AxisScale(values, fromZero: hasBars, isCount: chart.isCount, atMost: chart.height < 150 ? 3 : 5)
        let labels = scale.labels.map(chart.number)
        let margin = Double(labels.map(\.count).max() ?? 1) * Self.character + 8
        let bottom = chart.height - Self.bottom
        let vertical = { (value: Double) in bottom - scale.place(value) * (bottom - Self.top) }
        let weeks = max(chart.series.map(\.values.count).max() ?? 1, 1)
        let band = (Self.width - Self.right - margin) / Double(weeks)
        height = chart.height
        left = margin
        lines = scale.ticks.map(vertical)
        rows = zip(lines, labels).map { Label(x: margin - 6, y: $0 + 4, text: $1, anchor: "end") }
        columns = WeekAxis(from: chart.first, weeks: weeks, chart.names).labels.map { label in
            let x = margin + (Double(label.days) / 7 + (weeks <= 6 ? 0.5 : 0)) * band
            let isAtEnd = x + Double(label.text.count) * Self.character / 2 > Self.width
            return Label(
                x: isAtEnd ? Self.width : x,
                y: chart.height - 5,
                text: label.text,
                anchor: isAtEnd ? "end" : "middle"
            )
        }
        var dots: [(x: Double, y: Double)] = []
        shapes = chart.series.map { series in
            let points = series.values.enumerated().compactMap { week, value in
                value.map { (x: margin + (Double(week) + 0.5) * band, y: vertical($0)) }
            }
            guard series.mark == .line else {
                let size = band < 3 ? band : min(band * 0.66, Self.widestBar)
                // Outlines that are close together would look like filled bars.
                if series.mark == .outlines, size < Self.roundedBar {
                    return Shape(mark: .outlines, path: Self.steps(points, band))
                }
                return Shape(mark: series.mark, path: Self.bars(points, size, bottom))
            }
            if points.count <= Self.mostDots { dots += points }
            return Shape(mark: .line, path: Self.line(points))
        }
        self.dots = dots
    }

    private static func line(_ points: [(x: Double, y: Double)]) -> String {
        points.enumerated().map { ($0 == 0 ? "M" : "L") + "\(short($1.x)) \(short($1.y))" }.joined()
    }

    /// The upper ends of bars that touch, as one line for each row of weeks that have a value.
    private static func steps(_ points: [(x: Double, y: Double)], _ band: Double) -> String {
        var path = ""
        var end = -Double.infinity
        for point in points {
            let start = point.x - band / 2
            path += start - end > band / 2 ? "M\(short(start)) \(short(point.y))" : "V\(short(point.y))"
            end = point.x + band / 2
            path += "H\(short(end))"
        }
        return path
    }

    /// Bars with rounded corners, if there is room for them.
    private static func bars(_ points: [(x: Double, y: Double)], _ size: Double, _ bottom: Double) -> String {
        points.filter { bottom - $0.y > 0.05 }.map { point in
            let (x, end) = (point.x - size / 2, point.x + size / 2)
            let corner = min(2, (bottom - point.y) / 2)
            guard size >= roundedBar else {
                return "M\(short(x)) \(short(bottom))V\(short(point.y))H\(short(end))V\(short(bottom))Z"
            }
            return "M\(short(x)) \(short(bottom))V\(short(point.y + corner))"
                + "Q\(short(x)) \(short(point.y)) \(short(x + corner)) \(short(point.y))H\(short(end - corner))"
                + "Q\(short(end)) \(short(point.y)) \(short(end)) \(short(point.y + corner))V\(short(bottom))Z"
        }.joined()
    }

    /// A place with up to two decimals.
    static func short(_ place: Double) -> String {
        let hundredths = Int(exactly: min(max(place * 100, -1e9), 1e9).rounded()) ?? 0
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (hundredths < 0 ? "-" : "") + "\(whole)\(digits)"
    }
}
