public import CivilTime

/// The format of dates and times: the names of a language and the conventions of a territory.
///
/// The tables are built in, so that the same input gives the same text on every machine.
public struct LocaleFormat: Sendable, Hashable {
    /// The language of weekday and month names.
    public let language: Language
    /// The territory; nil if no locale names one.
    public let territory: Territory?
    public let firstWeekday: Weekday
    public let hasTwelveHours: Bool

    /// Creates the format of a language in a territory; without a territory, weeks begin on Monday and clocks have 24 hours.
    public init(_ language: Language, in territory: Territory? = nil) {
        self.language = language
        self.territory = territory
        firstWeekday = territory?.firstWeekday ?? .monday
        hasTwelveHours = territory?.hasTwelveHours(in: language) ?? false
    }

    /// Whether the user's locale is unknown; dates in sentences are then in ISO 8601 format.
    public var isPlain: Bool { language == .english && territory == nil }

    /// A time of day without seconds: `07:30`, `7:30 AM`.
    public func time(_ time: TimeOfDay) -> String {
        let text = "\(time)".prefix(5)
        guard hasTwelveHours else { return String(text) }
        let clock = text.dropFirst(2)
        let hour = "\((time.hour + 11) % 12 + 1)"
        let isMorning = time.hour < 12
        return switch language {
        case .english, .german, .french: "\(hour)\(clock) \(isMorning ? "AM" : "PM")"
        case .spanish: "\(hour)\(clock)\u{A0}\(isMorning ? "a" : "p").\u{A0}m."
        case .turkish: "\(isMorning ? "ÖÖ" : "ÖS") \(hour)\(clock)"
        }
    }

    /// A date with its weekday, `Mon 23 Nov`, and with its year if it is not the current one.
    public func date(_ date: CivilDate, today: CivilDate) -> String {
        let names = CalendarNames.of(language)
        let (year, month, day) = date.parts
        let weekday = names.shortName(date.weekday)
        let monthName = names.shortName(month: month)
        let isOther = year != today.year
        let end = isOther ? " \(year)" : ""
        return switch language {
        case .english where territory?.putsMonthFirst == true:
            "\(weekday), \(monthName) \(day)" + (isOther ? ", \(year)" : "")
        case .english, .spanish: "\(weekday) \(day) \(monthName)\(end)"
        case .french: "\(weekday) \(monthDay(day)) \(monthName)\(end)"
        case .german: "\(weekday) \(day). \(monthName)\(end)"
        case .turkish: "\(day) \(monthName)\(end) \(weekday)"
        }
    }

    /// A text whose only points are those of decimal numbers, such as `82.5 kg`, with the language's decimal symbol: `82,5 kg`.
    public func numbers(_ text: String) -> String {
        let hasPoint = territory?.hasDecimalPoint(in: language) ?? (language == .english)
        return hasPoint ? text : String(text.map { $0 == "." ? "," : $0 })
    }

    /// A date in a sentence; `2026-11-23` if the locale is unknown.
    public func statedDate(_ date: CivilDate, today: CivilDate) -> String {
        isPlain ? "\(date)" : self.date(date, today: today)
    }

    /// A date and a time in a sentence; `2026-11-23T07:30` if the locale is unknown.
    public func statedMoment(_ moment: CivilDateTime, today: CivilDate) -> String {
        guard !isPlain else { return "\(moment.date)T\(time(moment.time))" }
        return date(moment.date, today: today) + (language == .french ? " à " : ", ") + time(moment.time)
    }

    /// An ordinal number that counts weekdays, from 1 to 31: `1st`, `1er`, `1.`.
    public func ordinal(_ number: Int) -> String {
        let ending =
            switch (language, number) {
            case (.english, 1), (.english, 21), (.english, 31): "st"
            case (.english, 2), (.english, 22): "nd"
            case (.english, 3), (.english, 23): "rd"
            case (.english, _): "th"
            case (.french, 1): "er"
            case (.french, _): "e"
            case (.spanish, 1), (.spanish, 3): ".er"
            case (.spanish, _): ".º"
            case (.german, _), (.turkish, _): "."
            }
        return "\(number)\(ending)"
    }

    /// A day of the month, from 1 to 31: `15th`, `15`.
    ///
    /// In French, only the first is an ordinal number; in Spanish, none is.
    public func monthDay(_ day: Int) -> String {
        language == .spanish || language == .french && day > 1 ? "\(day)" : ordinal(day)
    }

    /// The name of a weekday in a sentence.
    public func name(_ weekday: Weekday) -> String {
        isPlain ? weekday.name : CalendarNames.of(language).name(weekday)
    }

    /// The name of a weekday as a heading: `Monday`, `Montag`, `lundi`.
    public func heading(_ weekday: Weekday) -> String { CalendarNames.of(language).name(weekday) }

    /// The month of a date with its year, as a heading: `November 2026`.
    public func month(of date: CivilDate) -> String {
        let name = CalendarNames.of(language).name(month: date.month)
        return language == .spanish ? "\(name) de \(date.year)" : "\(name) \(date.year)"
    }

    /// The abbreviated name of a month from 1 to 12.
    public func shortName(month: Int) -> String { CalendarNames.of(language).shortName(month: min(max(month, 1), 12)) }

    /// The abbreviated name of a weekday.
    public func shortName(_ weekday: Weekday) -> String { CalendarNames.of(language).shortName(weekday) }

    /// Weekdays in the order of the week, `Sun, Mon, Wed`; in the settings' format if the locale is unknown.
    public func list(_ days: WeekdaySet) -> String {
        guard !isPlain else { return days.weekdays.map(\.abbreviation).joined(separator: ",") }
        let names = CalendarNames.of(language)
        return week.filter(days.contains).map(names.shortName).joined(separator: ", ")
    }

    /// The weekdays, beginning with the first day of the week.
    private var week: [Weekday] {
        let all = Weekday.allCases
        return Array(all[(firstWeekday.rawValue - 1)...] + all[..<(firstWeekday.rawValue - 1)])
    }

    public func week(of date: CivilDate) -> Range<CivilDate> {
        let first = date.adding(days: -((date.weekday.rawValue - firstWeekday.rawValue + 7) % 7))
        return first..<first.adding(days: 7)
    }
}

/// The locales that the environment names.
enum PosixLocale {
    /// The locale of a category such as `LC_TIME` (POSIX.1-2017, 8.2): the first of `LC_ALL`, the category and `LANG` that is not empty.
    static func name(of category: String, in environment: [String: String]) -> String? {
        ["LC_ALL", category, "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}
