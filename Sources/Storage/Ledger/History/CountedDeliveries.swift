internal import CivilTime

/// The number of compacted deliveries of a month with the same channel, category, result and delay.
struct CountedDeliveries {
    let month: CivilMonth
    let channel: String
    let result: DeliveryResult
    /// The delay in seconds, on the scale; zero unless delivered.
    let lateSeconds: Int64
    let count: Int
    /// The longest of the exact delays, in seconds.
    let longest: Int64

    init(_ row: LedgerRow) throws(LedgerValueError) {
        month = try row.month("month")
        channel = try row.text("channel")
        result = try row.word("result", DeliveryResult.self)
        lateSeconds = try row.seconds("late_seconds")
        count = try row.count("count")
        longest = try row.seconds("longest")
    }
}

/// The number of compacted reminders of a month that were answered in the same way after the same time.
struct CountedResponses {
    let month: CivilMonth
    let answer: ReminderResponse
    /// The seconds from the delivery to the answer, on the scale.
    let seconds: Int64
    let count: Int

    init(_ row: LedgerRow) throws(LedgerValueError) {
        month = try row.month("month")
        answer = try row.word("answer", ReminderResponse.self)
        seconds = try row.seconds("seconds")
        count = try row.count("count")
    }
}

/// A month of the calendar: `2026-11`.
struct CivilMonth: Hashable, CustomStringConvertible {
    /// Its first date.
    let first: CivilDate

    /// The month of a date.
    init(of date: CivilDate) { first = date.adding(days: 1 - date.day) }

    init?(parsing text: String) {
        guard text.utf8.count == 7, let first = try? CivilDate(parsing: text + "-01") else { return nil }
        self.first = first
    }

    /// Its last date.
    var last: CivilDate { first.adding(months: 1).adding(days: -1) }

    var description: String { String(first.description.prefix(7)) }
}

extension LedgerRow {
    /// A month such as `2026-11`.
    func month(_ column: String) throws(LedgerValueError) -> CivilMonth {
        try parsed(column, as: "a month such as 2026-11", CivilMonth.init(parsing:))
    }
}
