public import CivilTime
internal import Localization

/// The dates on which a user's own reminder repeats.
public enum RepeatRule: Sendable, Hashable {
    case once
    /// Every given number of days, 1 to 366.
    case every(days: Int)
    case weekly(WeekdaySet)
    case monthly(MonthDay)
    /// On dates that follow from the active programs.
    case following(PlanRelation)

    /// The maximum number of days between two occurrences.
    public static let dayRange = 1...366

    /// Why a text is not a rule.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        public let text: String

        /// What is wrong, and what is allowed.
        public var description: String {
            "invalid repetition '\(text)'; expected daily, weekdays, weekly:mon,thu, every 3d, every 2w, monthly:15, monthly:last fri or training-days"
        }
    }

    /// Parses a rule: `daily`, `weekdays`, `weekends`, `weekly:mon,thu`, `every 3d`, `every 2w`, `once`, those of `MonthDay`
    /// and of `PlanRelation`; also `mon,thu`, `every monday`, `every day` and `every 2 weeks`.
    ///
    /// - Throws: `Failure`.
    public init(parsing text: String) throws(Failure) {
        let word = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let interval = word.removing(prefix: "every ")
        switch word {
        case "once": self = .once
        case "daily": self = .every(days: 1)
        case "weekdays", "weekends":
            guard let days = try? WeekdaySet(parsing: word) else { throw Failure(text: text) }
            self = .weekly(days)
        default:
            if let relation = PlanRelation(parsing: word) {
                self = .following(relation)
            } else if let day = MonthDay(parsing: word) {
                self = .monthly(day)
            } else if let days = word.removing(prefix: "weekly:").flatMap(RepeatRule.weekdays)
                ?? RepeatRule.namedWeekdays(interval ?? word)
            {
                self = .weekly(days)
            } else if let days = interval.flatMap(RepeatRule.days), RepeatRule.dayRange.contains(days) {
                self = .every(days: days)
            } else {
                throw Failure(text: text)
            }
        }
    }

    /// Weekdays by name: a number could be a count of days.
    private static func namedWeekdays(_ text: String) -> WeekdaySet? {
        text.contains(where: \.isNumber) ? nil : weekdays(text)
    }

    private static func weekdays(_ text: String) -> WeekdaySet? {
        guard let days = try? WeekdaySet(typed: text), !days.isEmpty else { return nil }
        return days
    }

    /// The number of days of an interval: `day`, `week`, `3d`, `2 weeks`.
    private static func days(_ text: String) -> Int? {
        let interval = text == "day" || text == "week" ? "1 " + text : text
        guard let span = try? TimeSpan(typed: interval), span.seconds % 86_400 == 0 else { return nil }
        return Int(span.seconds / 86_400)
    }

    /// How it follows the active programs; nil if its dates do not depend on them.
    public var relation: PlanRelation? {
        if case .following(let relation) = self { relation } else { nil }
    }

    /// Whether it has a time of day; otherwise its time follows from the workouts'.
    public var hasTime: Bool { relation?.span == nil }

    /// Whether it occurs on a date, given its first date; false if it follows the programs.
    func includes(_ date: CivilDate, since first: CivilDate) -> Bool {
        guard date >= first else { return false }
        return switch self {
        case .once: date == first
        case .every(let days): first.days(until: date) % days == 0
        case .weekly(let days): days.contains(date.weekday)
        case .monthly(let day): day.date(in: CivilMonth(of: date), since: first) == date
        case .following: false
        }
    }

    /// The first occurrence at or after a date, given the first occurrence of all; nil if there is none, or if it follows the programs.
    package func next(from date: CivilDate, since first: CivilDate) -> CivilDate? {
        let date = max(date, first)
        let next =
            switch self {
            case .once: first
            case .every(let days): date.adding(days: (days - first.days(until: date) % days) % days)
            case .weekly(let days):
                (0..<7).lazy.map { date.adding(days: $0) }.first { days.contains($0.weekday) } ?? first
            case .monthly(let day):
                [date, CivilMonth(of: date).last.adding(days: 1)].lazy.map {
                    day.date(in: CivilMonth(of: $0), since: first)
                }
                .first { $0 >= date } ?? first
            case .following: first
            }
        // The last date of the calendar represents all later dates.
        return next >= date && includes(next, since: first) ? next : nil
    }
}

extension RepeatRule: CustomStringConvertible {
    /// The rule as text that can be read back: `weekly:mon,thu`.
    public var description: String {
        switch self {
        case .once: "once"
        case .every(1): "daily"
        case .every(let days): "every \(days)d"
        case .weekly(let days): "weekly:" + days.weekdays.map(\.abbreviation).joined(separator: ",")
        case .monthly(let day): day.description
        case .following(let relation): relation.description
        }
    }
}

extension String {
    fileprivate func removing(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
