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
