import CivilTime
@testable import Reports
import Testing

/// The places of lines, bars, squares and texts.
@Suite struct DrawingTests {
    private static let monday = CivilDate(dayNumber: 20_759).monday

    private func drawing(_ mark: Chart.Mark, _ values: [Double?]) -> ChartDrawing {
        ChartDrawing(
            Chart("x", summary: "x", axis: "kg", from: Self.monday, [Chart.Series("x", mark, values)])
        )
    }

    /// The numbers of a path.
    private func numbers(_ path: String) -> [Double] {
        path.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
    }

    @Test func aLinePassesOverWeeksWithoutValues() {
        let drawing = drawing(.line, [60, nil, 70, 80])
        #expect(drawing.rows.map(\.text) == ["60", "65", "70", "75", "80"])
        #expect(drawing.shapes.map(\.path) == ["M62.2 148L227.8 85L310.6 22"])
        #expect(drawing.dots.count == 3 && drawing.lines.first == 148)
    }

    @Test func barsBeginAtZero() {
        let drawing = drawing(.bars, [2, 0, nil, 1])
        #expect(drawing.rows.first?.text == "0" && drawing.dots.isEmpty)
        #expect(drawing.shapes[0].path.split(separator: "Z").count == 2)
        #expect(drawing.shapes[0].path.hasPrefix("M54.8 148V24Q54.8 22 56.8 22H78.8Q80.8 22 80.8 24V148Z"))
    }

    @Test func outlinesOfManyWeeksAreALine() {
        let values = Array(repeating: 3, count: 60) + [nil, nil, 4] + Array(repeating: 3, count: 60) as [Double?]
        let path = drawing(.outlines, values).shapes[0].path
        #expect(path.count { $0 == "M" } == 2 && path.count { $0 == "H" } == 121 && !path.contains("Z"), "\(path)")
    }

    /// Every shape stays inside the drawing, and no text is cut off.
    @Test(
        arguments: [
            [], [nil], [0], [82.5], [5, 5, 5], [.nan, .infinity, nil], [1e300, 1], [-5, 5], [0, 68_719_476.735],
            Array(repeating: 100, count: 3), (0..<522).map { 100 + Double($0) }, Array(repeating: nil, count: 522),
        ] as [[Double?]],
        [Chart.Mark.line, .bars, .outlines]
    )
    func anyValuesFit(values: [Double?], mark: Chart.Mark) {
        let drawing = drawing(mark, values)
        for shape in drawing.shapes {
            #expect(numbers(shape.path).allSatisfy { (0...ChartDrawing.width).contains($0) }, "\(shape)")
        }
        for label in drawing.rows + drawing.columns {
            let size = Double(label.text.count) * 6.4
            let start = label.anchor == "end" ? label.x - size : label.x - size / 2
            #expect(start >= -0.1 && start + size <= ChartDrawing.width + 0.1, "\(label)")
            #expect((0...drawing.height).contains(label.y))
        }
        let dates = drawing.columns
        for (label, next) in zip(dates, dates.dropFirst()) {
            #expect(next.x - label.x > Double(label.text.count + next.text.count) * 3.2 + 2, "\(label) \(next)")
        }
        #expect(drawing.rows.count >= 2 && drawing.shapes.count == 1)
    }

    @Test func aPointIsADot() {
        #expect(drawing(.line, [82.5]).dots.count == 1)
        // A dot for each of many points would hide the line.
        #expect(drawing(.line, (0..<100).map { Double($0) }).dots.isEmpty)
    }

    @Test(
        arguments: [
            (0, "0"), (1.5, "1.5"), (1.05, "1.05"), (-2.25, "-2.25"), (359.999, "360"), (1e300, "10000000"),
            (.nan, "0"), (-0.001, "0"),
        ] as [(Double, String)]
    )
    func placesAreShort(place: Double, expected: String) {
        #expect(ChartDrawing.short(place) == expected)
    }

    @Test func aYearHasASquareForEachDay() throws {
        let days: [CivilDate: YearDrawing.Day] = [
            Self.monday: .trained(shade: 4), Self.monday.adding(days: 2): .missed,
            Self.monday.adding(days: 4): .trained(shade: 9), Self.monday.adding(days: 60): .trained(shade: 1),
        ]
        let drawing = YearDrawing(
            from: Self.monday,
            weeks: 27,
            until: Self.monday.adding(days: 184),
            months: [(week: 0, month: 11)],
            days
        )
        let counts = Dictionary(uniqueKeysWithValues: drawing.shapes.map { ($0.kind, $0.path.count { $0 == "M" }) })
        #expect(counts == ["none": 181, "missed": 1, "4": 2, "1": 1])
        #expect(drawing.labels.map(\.text) == ["Nov", "Mon", "Wed", "Fri"])
        for shape in drawing.shapes { #expect(numbers(shape.path).allSatisfy { $0 <= YearDrawing.width }) }
    }

    @Test(arguments: [0, -1]) func noWeeksAreNoSquares(weeks: Int) {
        let drawing = YearDrawing(from: Self.monday, weeks: weeks, until: Self.monday, months: [], [:])
        #expect(drawing.shapes.isEmpty)
    }
}
