internal import CivilTime
internal import Training

/// Which number comes first in a date such as `01/02/2026`.
public enum DateOrder: String, Sendable, Hashable, CaseIterable {
    /// 1 February.
    case dayFirst = "dmy"
    /// 2 January.
    case monthFirst = "mdy"
}

/// A date as another program wrote it.
enum WrittenDate: Hashable {
    /// A clear date.
    case clear(CivilDate)
    /// The day and the month in an order that the text does not show.
    case numbers(Int, Int, year: Int)

    /// Reads a date, and ignores a time after it; nil if the text does not begin with one.
    ///
    ///     2023-08-04 18:05:00 | 2023/8/4 | 15.01.2026 | 15/01/2026 | 4 Aug 2023, 18:05 | Feb 5, 2026, 2:21 PM | 25 juil. 2026, 14:05
    init?(_ text: String) {
        let words = text.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() }
        // ISO 8601 has a `T` before the time.
        if let numeric = words.first.flatMap({ WrittenDate.numeric($0.prefix { $0 != "t" }) }) {
            self = numeric
        } else if let date = WrittenDate.named(words) {
            self = .clear(date)
        } else {
            return nil
        }
    }

    /// The date; nil if it does not exist.
    func date(_ order: DateOrder) -> CivilDate? {
        switch self {
        case .clear(let date): date
        case .numbers(let first, let second, let year):
            order == .dayFirst
                ? try? CivilDate(year: year, month: second, day: first)
                : try? CivilDate(year: year, month: first, day: second)
        }
    }

    /// Why the date cannot be imported: it does not exist, or it is in the future.
    func problem(_ order: DateOrder, _ today: CivilDate) -> String {
        if let date = date(order) { return "the date \(date) is in the future; expected \(today) or earlier" }
        guard case .numbers(let first, let second, let year) = self else { return "" }
        let names = order == .dayFirst ? "day, month and year" : "month, day and year"
        return "no such date: \(first)/\(second)/\(year) as \(names); --date-order gives another order"
    }

    private static func numeric(_ word: Substring) -> WrittenDate? {
        for separator in ["-", "/", "."] as [Character] {
            let parts = word.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let numbers = parts.compactMap(number)
            guard numbers.count == 3 else { return nil }
            if parts[0].utf8.count == 4, parts[1].utf8.count <= 2, parts[2].utf8.count <= 2 {
                return (try? CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])).map(WrittenDate.clear)
            }
            guard parts[0].utf8.count <= 2, parts[1].utf8.count <= 2, parts[2].utf8.count == 4 else { return nil }
            guard separator == "." else { return .numbers(numbers[0], numbers[1], year: numbers[2]) }
            // Where dots are usual, the day comes first.
            return (try? CivilDate(year: numbers[2], month: numbers[1], day: numbers[0])).map(WrittenDate.clear)
        }
        return nil
    }

    /// A date with a month's name: a day, a month and a year in any order.
    private static func named(_ words: [String]) -> CivilDate? {
        // Spanish and Portuguese write `5 de febrero de 2026`.
        let parts = words.filter { $0 != "de" && $0 != "del" }.prefix(3)
            .map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        let months = parts.compactMap(month)
        let years = parts.filter { $0.utf8.count == 4 }.compactMap(number)
        let days = parts.filter { $0.utf8.count <= 2 }.compactMap(number)
        guard parts.count == 3, months.count == 1, years.count == 1, days.count == 1 else { return nil }
        return try? CivilDate(year: years[0], month: months[0], day: days[0])
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// The number of a month in Chinese, Japanese or Korean (`9月`), or by its name or abbreviation in another language.
    private static func month(_ word: String) -> Int? {
        if let last = word.last, "月월".contains(last) { return number(word.dropLast()) }
        let key = NameKey.of(word)
        guard key.first?.isLetter == true else { return nil }
        return beginnings.firstIndex { $0.contains(where: key.hasPrefix) }.map { $0 + 1 }
    }

    /// How the months begin in English, German, Spanish, French, Italian, Portuguese, Dutch, Turkish, Polish and Russian, without
    /// diacritics (Unicode CLDR).
    private static let beginnings = [
        "jan ene gen oca sty янв", "feb fev sub lut фев", "mar mrz mrt maa мар", "apr abr avr nis kwi апр",
        "may mai mag mei maj май мая", "jun juin giu haz cze июн", "jul juil lug tem lip июл",
        "aug ago aou agu sie авг",
        "sep set eyl wrz сен", "oct okt out ott eki paz окт", "nov kas lis ноя", "dec dez dic ara gru дек",
    ].map { $0.split(separator: " ").map(String.init) }
}
