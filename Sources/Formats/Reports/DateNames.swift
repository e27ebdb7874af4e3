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
