import CivilTime
internal import Reminders

/// The time for which a job of at(1) reschedules itself, if that is a whole number of days later.
struct AtTime: Hashable {
    /// The number of days until it runs again.
    let days: Int
    /// The time of day, if given; otherwise that of the running job.
    let time: TimeOfDay?
    let weekday: Weekday?

    private static let named = ["noon": 12, "midnight": 0, "teatime": 16]

    /// Parses a time like at(1): `tomorrow`, `now + 2 days`, `07:30 next week`, `7:30pm mon`.
    ///
    /// - Throws: `MigrationObstacle.unknownTime` if it is not a whole number of days away.
    init(_ text: String) throws(MigrationObstacle) {
        guard let read = AtTime.read(text) else { throw .unknownTime(text) }
        self = read
    }

    private init(days: Int, time: TimeOfDay?, weekday: Weekday?) {
        (self.days, self.time, self.weekday) = (days, time, weekday)
    }

    private static func read(_ text: String) -> AtTime? {
        var words = AtTime.words(text)[...]
        var days: Int?
        var weekday: Weekday?
        let time = AtTime.time(&words)
        let isNow = time == nil && words.first == "now"
        if isNow { words.removeFirst() }
        if words.first == "tomorrow" {
            days = 1
            words.removeFirst()
        } else if words.first == "next", let unit = words.dropFirst().first {
            if let length = AtTime.unit(unit) { days = length } else { weekday = try? Weekday(parsing: unit) }
            guard days != nil || weekday != nil else { return nil }
            words = words.dropFirst(2)
        } else if let word = words.first, word.first?.isLetter == true, let named = try? Weekday(parsing: word) {
            weekday = named
            words.removeFirst()
        }
        if weekday != nil { days = 7 }
        if words.first == "+" {
            guard words.count == 3, weekday == nil, let count = Int(words[words.startIndex + 1]),
                let added = AtTime.length(count, words[words.startIndex + 2])
            else { return nil }
            days = (days ?? 0) + added
            words = []
        }
        // A time of day alone refers to the next day: when the job runs, that time has just passed.
        let total = days ?? (time == nil ? 0 : 1)
        guard words.isEmpty, RepeatRule.dayRange.contains(total) else { return nil }
        return AtTime(days: total, time: time, weekday: weekday)
    }

    /// The words, also if they are not separated: `now+1day`.
    private static func words(_ text: String) -> [String] {
        var result: [String] = []
        var last: Int?
        for character in text.lowercased() {
            let kind = character.isLetter ? 1 : character.isNumber || character == ":" ? 2 : 3
            if character.isWhitespace {
                last = nil
            } else if kind == last {
                result[result.count - 1].append(character)
            } else {
                result.append(String(character))
                last = kind
            }
        }
        return result
    }

    /// Removes and returns the time of day at the start of the words.
    private static func time(_ words: inout ArraySlice<String>) -> TimeOfDay? {
        guard let first = words.first else { return nil }
        if let hour = named[first] {
            words.removeFirst()
            return TimeOfDay(secondsFromMidnight: hour * 3600)
        }
        let half = words.dropFirst().first.flatMap { ["am": 0, "pm": 12][$0] }
        let digits =
            switch first.count {
            case 4 where !first.contains(":"): "\(first.dropLast(2)):\(first.suffix(2))"
            case 1...2 where half != nil: first + ":00"
            default: first
            }
        guard let clock = try? TimeOfDay(parsing: digits), clock.second == 0 else { return nil }
        words = words.dropFirst(half == nil ? 1 : 2)
        guard let half else { return clock }
        return try? TimeOfDay(hour: clock.hour % 12 + half, minute: clock.minute)
    }

    /// A number of hours, days or weeks in days.
    private static func length(_ count: Int, _ word: String) -> Int? {
        guard (1...RepeatRule.dayRange.upperBound * 24).contains(count) else { return nil }
        if word == "hour" || word == "hours" { return count % 24 == 0 ? count / 24 : nil }
        return unit(word).map { $0 * count }
    }

    private static func unit(_ word: String) -> Int? { ["day": 1, "days": 1, "week": 7, "weeks": 7][word] }
}
