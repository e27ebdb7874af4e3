public import CivilTime

/// A chart of values by week.
public struct Chart: Sendable {
    /// How a series is drawn.
    public enum Mark: Sendable, Hashable {
        /// Points joined by a line; weeks without a value are passed over.
        case line
        /// A filled bar for each week.
        case bars
        /// The outline of a bar, behind the filled ones.
        case outlines
    }

    /// The values of one kind, one for each week.
    public struct Series: Sendable {
        /// What the values are, for the legend.
        public let name: String
        public let mark: Mark
        /// The finite values; nil for a week without one.
        public let values: [Double?]

        public init(_ name: String, _ mark: Mark, _ values: [Double?]) {
            self.name = name
            self.mark = mark
            self.values = values.map { value in value.flatMap { $0.isFinite ? $0 : nil } }
        }
    }

    public let title: String
    /// A description for screen readers.
    public let summary: String
    /// What the vertical axis shows, with its unit.
    public let axis: String
    /// The Monday of the first week.
    public let first: CivilDate
    /// The series, the rearmost first.
    public let series: [Series]
    /// Whether the values are whole numbers.
    public let isCount: Bool
    /// The height relative to a width of `ChartDrawing.width`.
    public let height: Double
    /// Writes a number in the user's format.
    public let number: @Sendable (String) -> String
    public let names: DateNames

    /// Creates a chart; its axis begins at zero if any series has bars.
    public init(
        _ title: String,
        summary: String,
        axis: String,
        from first: CivilDate,
        _ series: [Series],
        isCount: Bool = false,
        height: Double = 170,
        number: @escaping @Sendable (String) -> String = { $0 },
        names: DateNames = .english
    ) {
        self.title = title
        self.summary = summary
        self.axis = axis
        self.first = first
        self.series = series
        self.isCount = isCount
        self.height = height
        self.number = number
        self.names = names
    }
}

/// The short names of months and weekdays in charts.
public struct DateNames: Sendable {
    public static let english = DateNames(
        months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    )

    private let months: [String]
    private let weekdays: [String]

    /// - Parameter weekdays: the seven weekdays, Monday first.
    public init(months: [String], weekdays: [String]) {
        self.months = months
        self.weekdays = weekdays
    }

    /// The name of a month from 1 to 12.
    func month(_ number: Int) -> String { months.indices.contains(number - 1) ? months[number - 1] : "" }

    /// The name of a weekday, 0 for Monday.
    func weekday(_ row: Int) -> String { weekdays.indices.contains(row) ? weekdays[row] : "" }
}
