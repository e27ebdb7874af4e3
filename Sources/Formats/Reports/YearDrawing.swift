public import CivilTime

/// The places of a year's days as squares: a column for each week and a row for each weekday.
public struct YearDrawing: Sendable {
    /// What happened on a day.
    public enum Day: Sendable, Hashable {
        /// Training, with a shade from 1 to 4.
        case trained(shade: Int)
        /// A workout was skipped or has no answer.
        case missed
    }

    /// The width of `weeksPerBlock` columns and the names of weekdays.
    public static let width = ChartDrawing.width
    public static let height = top + 7 * pitch + 2
    /// The most weeks for which there is room.
    public static let weeksPerBlock = 27
    private static let left = 30.0
    private static let top = 18.0
    private static let pitch = 12.2
    private static let size = 10.0

    /// The squares of each kind: `none`, `missed`, or the shade `1` to `4`; the path's data.
    public let shapes: [(kind: String, path: String)]
    /// The month names above the squares, and the weekday names to their left.
    public let labels: [ChartDrawing.Label]

    /// Computes the places of a number of weeks.
    ///
    /// - Parameters:
    ///   - first: the Monday of the first week.
    ///   - last: the last day that is drawn.
    ///   - months: the weeks, from 0 on, that get the name of a month, with its number.
    ///   - days: the days on which something happened.
    public init(
        from first: CivilDate,
        weeks: Int,
        until last: CivilDate,
        months: [(week: Int, month: Int)],
        _ days: [CivilDate: Day],
        names: DateNames = .english
    ) {
        var paths: [String: String] = [:]
        for day in 0..<max(weeks, 0) * 7 {
            let date = first.adding(days: day)
            guard date <= last else { break }
            let (x, y) = (Self.left + Double(day / 7) * Self.pitch, Self.top + Double(day % 7) * Self.pitch)
            let (kind, path) = Self.square(days[date], ChartDrawing.short(x), ChartDrawing.short(y))
            paths[kind, default: ""] += path
        }
        shapes = paths.sorted { $0.key < $1.key }.map { (kind: $0.key, path: $0.value) }
        labels =
            months.map { week, month in
                ChartDrawing.Label(
                    x: Self.left + Double(week) * Self.pitch,
                    y: 11,
                    text: names.month(month),
                    anchor: "start"
                )
            }
            + [0, 2, 4].map { row in
                let y = Self.top + Double(row) * Self.pitch + 9
                return ChartDrawing.Label(x: 0, y: y, text: names.weekday(row), anchor: "start")
            }
    }

    /// The path of one square of a kind, in a space of 12 by 12.
    static func sample(of kind: String) -> String { square(kind == "missed" ? .missed : nil, "1", "1").path }

    private static func square(_ day: Day?, _ x: String, _ y: String) -> (kind: String, path: String) {
        let size = ChartDrawing.short(size)
        switch day {
        case nil: return ("none", "M\(x) \(y)h\(size)v\(size)h-\(size)z")
        case .trained(let shade): return ("\(min(max(shade, 1), 4))", "M\(x) \(y)h\(size)v\(size)h-\(size)z")
        // A cross, so that it differs from training even without colours.
        case .missed: return ("missed", "M\(x) \(y)m2 2l6 6m0-6l-6 6")
        }
    }
}
