public import CivilTime

/// On which dates a reminder of the user's own comes again.
public enum RepeatRule: Sendable, Hashable {
    /// It comes once.
    case once
    /// Every so many days, 1 … 366.
    case every(days: Int)
    /// On some weekdays of each week.
    case weekly(WeekdaySet)

    /// The days that may lie between two occurrences.
    public static let dayRange = 1...366

    /// Why a text is no rule.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// The text.
        public let text: String

        /// What is wrong, and what could stand there.
        public var description: String {
            "invalid repetition '\(text)'; expected daily, weekdays, weekly:mon,thu, every 3d or every 2w"
        }
    }

    /// Reads a rule: `daily`, `weekdays`, `weekends`, `weekly:mon,thu`, `every 3d`, `every 2w` or `once`.
    ///
    /// - Throws: `Failure`.
    public init(parsing text: String) throws(Failure) {
        let word = text.lowercased()
        switch word {
        case "once": self = .once
        case "daily": self = .every(days: 1)
        case "weekdays", "weekends":
            guard let days = try? WeekdaySet(parsing: word) else { throw Failure(text: text) }
            self = .weekly(days)
        default:
            if let days = word.removing(prefix: "weekly:").flatMap({ try? WeekdaySet(parsing: $0) }),
                !days.weekdays.isEmpty
            {
                self = .weekly(days)
            } else if let span = word.removing(prefix: "every ").flatMap({ try? TimeSpan(parsing: $0) }),
                span.seconds % 86_400 == 0, RepeatRule.dayRange.contains(Int(span.seconds / 86_400))
            {
                self = .every(days: Int(span.seconds / 86_400))
            } else {
                throw Failure(text: text)
            }
        }
    }

    /// Whether it comes on a date, having come first on another.
    func includes(_ date: CivilDate, since first: CivilDate) -> Bool {
        guard date >= first else { return false }
        return switch self {
        case .once: date == first
        case .every(let days): first.days(until: date) % days == 0
        case .weekly(let days): days.contains(date.weekday)
        }
    }
}

extension RepeatRule: CustomStringConvertible {
    /// The rule as it can be read back: `weekly:mon,thu`.
    public var description: String {
        switch self {
        case .once: "once"
        case .every(1): "daily"
        case .every(let days): "every \(days)d"
        case .weekly(let days): "weekly:" + days.weekdays.map(\.abbreviation).joined(separator: ",")
        }
    }
}

extension String {
    fileprivate func removing(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
