extension CivilDate {
    /// Reads a date as people type it; case does not matter.
    ///
    ///     date    = YYYY-MM-DD | DD.MM.YYYY | "today" | "tomorrow" | "yesterday" | [ "next" | "last" ] weekday | [ "in" ] span
    ///     weekday = at least the first two letters of an English weekday: mo, fri, thurs, sunday
    ///     span    = whole days, as `TimeSpan.init(typed:)` reads them: 3d, 2 weeks
    ///
    /// A weekday is the next date with that name; today counts, because the day is not over. `next` is that day of the next week and
    /// `last` the latest one before today. Weeks begin on Monday.
    ///
    /// - Parameter first: the first date that a plain weekday may be, as for the end of a range; nil for today.
    /// - Throws: `CivilTimeError.unclearDate`, or `.impossibleDate` for a date that does not exist.
    public init(typed text: String, today: CivilDate, from first: CivilDate? = nil) throws(CivilTimeError) {
        guard let phrase = TypedWords.words(of: text), let date = try TypedDate(phrase, text) else {
            throw .unclearDate(text)
        }
        self = date.date(today: today, from: first)
    }
}

/// A parsed date that is not resolved yet.
enum TypedDate {
    case date(CivilDate)
    case daysAhead(Int)
    case weekday(Weekday)
    case nextWeek(Weekday)
    case last(Weekday)

    /// Parses words as a date; nil if they are not a date.
    init?(_ words: [String], _ text: String) throws(CivilTimeError) {
        let named = words.count <= 2 ? words.last.flatMap(TypedDate.weekday(named:)) : nil
        switch (words.count, words.first, named) {
        case (1, "today", _): self = .daysAhead(0)
        case (1, "tomorrow", _): self = .daysAhead(1)
        case (1, "yesterday", _): self = .daysAhead(-1)
        case (1, _, let weekday?): self = .weekday(weekday)
        case (2, "next", let weekday?): self = .nextWeek(weekday)
        case (2, "last", let weekday?): self = .last(weekday)
        default:
            if words.count == 1, let date = try TypedDate.dotted(words[0]) {
                self = .date(date)
            } else if words.count == 1, words[0].split(separator: "-").count == 3 {
                do { self = .date(try CivilDate(parsing: words[0])) } catch {
                    guard case .impossibleDate = error else { throw .unclearDate(text) }
                    throw error
                }
            } else if let span = try TypedWords.span(words, text), span.seconds >= 86_400, span.seconds % 86_400 == 0 {
                self = .daysAhead(Int(span.seconds / 86_400))
            } else {
                return nil
            }
        }
    }

    /// A date such as `28.11.2026`: where dots are usual, the day comes first.
    private static func dotted(_ word: String) throws(CivilTimeError) -> CivilDate? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let day = decimal(parts[0], digits: 1...2),
            let month = decimal(parts[1], digits: 1...2), let year = decimal(parts[2], digits: 4...4)
        else { return nil }
        return try CivilDate(year: year, month: month, day: day)
    }

    /// A date needs a weekday's name, so an ISO number is not a weekday here.
    private static func weekday(named word: String) -> Weekday? {
        word.utf8.count < 2 ? nil : try? Weekday(parsing: word)
    }

    func date(today: CivilDate, from first: CivilDate? = nil) -> CivilDate {
        switch self {
        case .date(let date): date
        case .daysAhead(let days): today.adding(days: days)
        case .weekday(let weekday):
            (first ?? today).adding(days: (weekday.rawValue - (first ?? today).weekday.rawValue + 7) % 7)
        case .nextWeek(let weekday): today.monday.adding(days: 6 + weekday.rawValue)
        case .last(let weekday): today.adding(days: -((today.weekday.rawValue - weekday.rawValue + 6) % 7 + 1))
        }
    }
}
