/// A month of the calendar: `2026-11`.
public struct CivilMonth: Sendable, Hashable, CustomStringConvertible {
    public let first: CivilDate

    public init(of date: CivilDate) { first = date.adding(days: 1 - date.day) }

    /// Reads a month such as `2026-11`; nil if it is none.
    public init?(parsing text: String) {
        guard text.utf8.count == 7, let first = try? CivilDate(parsing: text + "-01") else { return nil }
        self.first = first
    }

    public var last: CivilDate { first.adding(months: 1).adding(days: -1) }

    /// The month in its ISO 8601 form: `2026-11`.
    public var description: String { String(first.description.prefix(7)) }
}
