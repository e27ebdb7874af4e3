package import CivilTime
package import Platform

/// Parses dates given as options.
package enum DateOption {
    /// A date as people type it; nil if the option was not given.
    ///
    /// - Parameter first: the first date that a plain weekday may be; nil for today.
    package static func parse(_ text: String?, name: String, today: CivilDate, from first: CivilDate? = nil)
        throws(CommandError) -> CivilDate?
    {
        let date = try OptionValue.parsed(text, name) { text throws(CivilTimeError) in
            try CivilDate(typed: text, today: today, from: first)
        }
        guard let date else { return nil }
        guard date <= .lastPlanned else { throw .calendarEnds }
        return date
    }

    /// The first and the last of some past dates; nil for an option that was not given.
    ///
    /// - Throws: if the first date is in the future or after the last one.
    package static func past(since: String?, until: String?, today: CivilDate) throws(CommandError) -> (
        first: CivilDate?, last: CivilDate?
    ) {
        // A plain weekday is in the past.
        let week = today.adding(days: -6)
        let first = try parse(since, name: "--since", today: today, from: week)
        let last = try parse(until, name: "--until", today: today, from: week)
        if let first, first > today {
            let expected = "expected today (\(today)) or an earlier date"
            throw .badOption(name: "--since", value: first.description, reason: expected)
        }
        if let first, let last, last < first {
            throw .badOption(name: "--until", value: last.description, reason: "expected \(first) or a later date")
        }
        return (first, last)
    }
}
