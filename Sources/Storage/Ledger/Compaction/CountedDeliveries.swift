package import CivilTime

/// The number of compacted deliveries of a month with the same channel, category, result and delay.
package struct CountedDeliveries {
    package let month: CivilMonth
    package let channel: String
    package let result: DeliveryResult
    /// The delay in seconds, on the scale; zero unless delivered.
    package let lateSeconds: Int64
    package let count: Int
    /// The longest of the exact delays, in seconds.
    package let longest: Int64

    package init(_ row: LedgerRow) throws(LedgerValueError) {
        month = try row.month("month")
        channel = try row.text("channel")
        result = try row.word("result", DeliveryResult.self)
        lateSeconds = try row.seconds("late_seconds")
        count = try row.count("count")
        longest = try row.seconds("longest")
    }
}

/// The number of compacted reminders of a month that were answered in the same way after the same time.
package struct CountedResponses {
    package let month: CivilMonth
    package let answer: ReminderResponse
    /// The seconds from the delivery to the answer, on the scale.
    package let seconds: Int64
    package let count: Int

    package init(_ row: LedgerRow) throws(LedgerValueError) {
        month = try row.month("month")
        answer = try row.word("answer", ReminderResponse.self)
        seconds = try row.seconds("seconds")
        count = try row.count("count")
    }
}

extension LedgerRow {
    /// A month such as `2026-11`.
    func month(_ column: String) throws(LedgerValueError) -> CivilMonth {
        try parsed(column, as: "a month such as 2026-11", CivilMonth.init(parsing:))
    }
}
