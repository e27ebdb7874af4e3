/// A date and a time as people type them; case does not matter.
///
///     moment = date [ "at" ] time | time [ "on" ] date | time | date | [ "in" ] span
///
/// `CivilDate.init(typed:today:)`, `TimeOfDay.init(typed:)` and `TimeSpan.init(typed:)` describe the parts. A time alone is the next
/// such time. A weekday with a time is the next such moment: today only if the time is still ahead. `midnight` is the start of its date.
public enum TypedMoment: Sendable, Hashable {
    /// A date and a time, or the next occurrence of a time.
    case at(CivilDateTime)
    /// A duration from now.
    case after(TimeSpan)
    /// A date without a time.
    case date(CivilDate)

    /// - Parameter now: the present, which decides which times are in the future.
    /// - Throws: `CivilTimeError.unclearMoment`, or `.impossibleDate` and `.impossibleTime` for dates and times that do not
    ///   exist.
    public init(parsing text: String, now: Instant, in zone: Zone) throws(CivilTimeError) {
        guard let words = TypedWords.words(of: text) else { throw .unclearMoment(text) }
        let today = zone.civil(at: now).date
        if let (time, rest) = try TypedMoment.time(in: words) {
            func moment(_ date: CivilDate) -> CivilDateTime { CivilDateTime(date: date, time: time) }
            func isAhead(_ date: CivilDate) -> Bool { zone.instant(of: moment(date)) > now }
            guard !rest.isEmpty else {
                self = .at(moment(isAhead(today) ? today : today.adding(days: 1)))
                return
            }
            guard let typed = try TypedMoment.date(rest, text) else { throw .unclearMoment(text) }
            let date = typed.date(today: today)
            if case .weekday = typed, !isAhead(date) {
                self = .at(moment(date.adding(days: 7)))
            } else {
                self = .at(moment(date))
            }
        } else if let span = try TypedWords.span(words, text) {
            self = .after(span)
        } else if let typed = try TypedMoment.date(words, text) {
            self = .date(typed.date(today: today))
        } else {
            throw .unclearMoment(text)
        }
    }

    private static func date(_ words: [String], _ text: String) throws(CivilTimeError) -> TypedDate? {
        do { return try TypedDate(words, text) } catch {
            if case .unclearDate = error { throw .unclearMoment(text) }
            throw error
        }
    }

    /// The time at the start or end of the words, and the remaining words of the date; nil if there is no time.
    private static func time(in words: [String]) throws(CivilTimeError) -> (TimeOfDay, [String])? {
        for length in [2, 1] where words.count >= length {
            if let time = try time(words.suffix(length)) {
                let dateWords = words.dropLast(length)
                return (time, Array(dateWords.last == "at" ? dateWords.dropLast() : dateWords))
            }
            if let time = try time(words.prefix(length)) {
                let dateWords = words.dropFirst(length)
                return (time, Array(dateWords.first == "on" ? dateWords.dropFirst() : dateWords))
            }
        }
        return nil
    }

    /// A time in one word, or a number and `am` or `pm`; an impossible time is an error.
    private static func time(_ words: ArraySlice<String>) throws(CivilTimeError) -> TimeOfDay? {
        if words.count == 2, words.last != "am", words.last != "pm" { return nil }
        do { return try TimeOfDay(typed: words.joined()) } catch {
            guard case .impossibleTime = error else { return nil }
            throw error
        }
    }
}

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

extension TimeOfDay {
    /// Reads a time as people type it: `21:00`, `9pm`, `9:30am`, `9:30 PM`, `noon` or `midnight`.
    ///
    /// An hour without am or pm is ambiguous, and `9.30` is a number, so neither is a time. `12am` is 00:00 and `12pm` is 12:00.
    ///
    /// - Throws: `CivilTimeError.unclearTime`, or `.impossibleTime` for an hour or minute that does not exist.
    public init(typed text: some StringProtocol) throws(CivilTimeError) {
        guard let words = TypedWords.words(of: String(text)) else { throw .unclearTime(String(text)) }
        let word = words.joined()
        guard words.count == 1 || (words.count == 2 && ["am", "pm"].contains(words[1])) else {
            throw .unclearTime(String(text))
        }
        if word == "noon" || word == "midnight" {
            self.init(secondsFromMidnight: word == "noon" ? 43_200 : 0)
        } else if word.hasSuffix("am") || word.hasSuffix("pm") {
            let parts = word.dropLast(2).split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, let hour = parts.first.flatMap({ decimal($0, digits: 1...2) }),
                (1...12).contains(hour), let minute = parts.count == 2 ? decimal(parts[1], digits: 2...2) : 0
            else { throw .unclearTime(String(text)) }
            try self.init(hour: hour % 12 + (word.hasSuffix("pm") ? 12 : 0), minute: minute)
        } else {
            do { try self.init(parsing: word) } catch {
                guard case .impossibleTime = error else { throw .unclearTime(String(text)) }
                throw error
            }
        }
    }
}

extension TimeSpan {
    /// Reads a span as people type it: `45m`, `2d12h`, `1h 30m`, `1h30`, `3 days`, `a week`, `2 weeks 1 day`; `in` may precede it.
    ///
    /// A number after hours is minutes. Units are w, d, h, m, s and their names, from the largest to the smallest. A month has no fixed length, so it is not a unit.
    ///
    /// - Throws: `CivilTimeError.unclearSpan`, or `.spanTooLong` beyond `longest`.
    public init(typed text: String) throws(CivilTimeError) {
        guard let words = TypedWords.words(of: text), let span = try TypedWords.span(words, text) else {
            throw .unclearSpan(text)
        }
        self = span
    }
}

/// The words of typed dates, times and spans.
enum TypedWords {
    /// The maximum length of a text, in bytes.
    private static let longest = 100

    private static let units: [String: Character] = [
        "w": "w", "week": "w", "weeks": "w", "d": "d", "day": "d", "days": "d",
        "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
        "m": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
        "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    ]

    /// The words of a text in lowercase, with an ISO 8601 date and time split in two; nil for an empty or very long text.
    static func words(of text: String) -> [String]? {
        guard text.utf8.count <= longest else { return nil }
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).enumerated().flatMap { index, word in
            let parts = word.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
            let isISO = index == 0 && parts.count == 2 && parts[0].utf8.count == 10 && parts[0].contains("-")
            return isISO ? parts.map(String.init) : [word.hasSuffix(",") ? String(word.dropLast()) : String(word)]
        }
        return words.isEmpty ? nil : words
    }

    /// The span that the words express; nil if they are not a span.
    static func span(_ words: [String], _ text: String) throws(CivilTimeError) -> TimeSpan? {
        let words = words.first == "in" ? words.dropFirst() : words[...]
        var compact = ""
        for word in words {
            if word == "a" || word == "an" {
                guard compact.last?.isNumber != true else { return nil }
                compact += "1"
                continue
            }
            // Numbers and units alternate within a word, as in 2d12h.
            var remaining = word[...]
            while let first = remaining.first {
                let isDigit = first.isASCII && first.isNumber
                let run = remaining.prefix { ($0.isASCII && $0.isNumber) == isDigit }
                remaining = remaining.dropFirst(run.count)
                if isDigit {
                    // A number after a number has no unit.
                    guard compact.last?.isNumber != true else { return nil }
                    compact += run
                } else {
                    guard let unit = units[String(run)] else { return nil }
                    compact.append(unit)
                }
            }
        }
        let trailing = compact.reversed().prefix { $0.isNumber }.count
        if trailing > 0, compact.dropLast(trailing).last == "h" { compact += "m" }
        do { return try TimeSpan(parsing: compact) } catch {
            guard case .spanTooLong = error else { return nil }
            throw .spanTooLong(text)
        }
    }
}
