import CivilTime

/// Parses dates given as options.
enum DateOption {
    /// A date as people type it; nil if the option was not given.
    ///
    /// - Parameter first: the first date that a plain weekday may be; nil for today.
    static func parse(_ text: String?, name: String, today: CivilDate, from first: CivilDate? = nil)
        throws(CommandError) -> CivilDate?
    {
        let date = try OptionValue.parsed(text, name) { text throws(CivilTimeError) in
            try CivilDate(typed: text, today: today, from: first)
        }
        guard let date else { return nil }
        guard date <= .lastPlanned else { throw .calendarEnds }
        return date
    }
}
