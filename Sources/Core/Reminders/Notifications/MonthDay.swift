public import CivilTime
internal import Localization

/// A day of each month.
///
/// If a month lacks the day, the last day of the month is used.
public enum MonthDay: Sendable, Hashable {
    /// The day of a reminder's first date.
    case same
    /// A day from 1 to 31; 31 is the last day of every month.
    case day(Int)
    /// A weekday by its number in the month, 1 to 4; the last one without a number.
    case weekday(Weekday, Int?)

    /// The last day.
    public static let last = MonthDay.day(31)
    /// The numbers of the days and of the weekdays that every month has.
    package static let (certainDays, certainWeeks) = (1...28, 1...4)

    /// Parses `monthly`, `monthly:15`, `monthly:last`, `monthly:1st mon` or `monthly:last fri`; also `every month`, `every 15th`,
    /// `every first monday` and `2nd friday of the month`; nil for anything else.
    init?(parsing text: String) {
        guard text != "monthly", text != "every month" else {
            self = .same
            return
        }
        var rest = text[...]
        let isMonthly = rest.hasPrefix("monthly:")
        if let prefix = ["monthly:", "every ", "the "].first(where: { text.hasPrefix($0) }) {
            rest.removeFirst(prefix.count)
        }
        let suffix = [" of the month", " of every month"].first { text.hasSuffix($0) }
        rest.removeLast(min(suffix?.count ?? 0, rest.count))
        // Alone, `every second day` and `every second monday` can mean every other.
        let isClear = isMonthly || suffix != nil
        let words = rest.split(separator: " ")
        guard let word = words.first, words.count <= 2 else { return nil }
        let isLast = word == "last" || isMonthly && word == "-1"
        let number = isLast ? 31 : MonthDay.number(word, mayBePlain: isMonthly)
        if words.count == 2, words[1] != "day" {
            guard let weekday = try? Weekday(parsing: words[1]), words[1].first?.isLetter == true,
                let number, isLast || MonthDay.certainWeeks.contains(number), isLast || isClear || number == 1
            else { return nil }
            self = .weekday(weekday, isLast ? nil : number)
        } else {
            guard let number, (1...31).contains(number), isClear || words.count == 1 && !isLast else { return nil }
            self = .day(number)
        }
    }

    /// A number such as `1st` or `first`.
    private static func number(_ word: Substring, mayBePlain: Bool) -> Int? {
        if let place = ["first", "second", "third", "fourth"].firstIndex(of: word) { return place + 1 }
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let ending = word.dropFirst(digits.count)
        return ["st", "nd", "rd", "th"].contains(ending) || mayBePlain && ending.isEmpty ? Int(digits) : nil
    }

    /// The date in a month, given the first date of all.
    func date(in month: CivilMonth, since first: CivilDate) -> CivilDate {
        let (start, last) = (month.first, month.last)
        switch self {
        case .same: return min(start.adding(days: first.day - 1), last)
        case .day(let day): return min(start.adding(days: day - 1), last)
        case .weekday(let weekday, let number?):
            return start.adding(days: MonthDay.days(from: start.weekday, to: weekday) + 7 * (number - 1))
        case .weekday(let weekday, nil): return last.adding(days: -MonthDay.days(from: weekday, to: last.weekday))
        }
    }

    /// The number of days from a weekday to the next other one, 0 … 6.
    private static func days(from first: Weekday, to second: Weekday) -> Int {
        (second.rawValue - first.rawValue + 7) % 7
    }
}

extension MonthDay: CustomStringConvertible {
    /// The day as text that can be read back: `monthly:1st mon`.
    public var description: String {
        switch self {
        case .same: "monthly"
        case .last: "monthly:last"
        case .day(let day): "monthly:\(day)"
        case .weekday(let weekday, let number):
            "monthly:\(number.map(LocaleFormat(.english).ordinal) ?? "last") \(weekday.abbreviation)"
        }
    }
}
