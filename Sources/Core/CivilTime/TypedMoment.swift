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
