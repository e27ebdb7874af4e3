public import CivilTime

/// How dates and times are written: in the names of a language, and in the ways of a territory.
///
/// The tables are antrain's own, so that the same input gives the same text on every machine.
public struct LocaleFormat: Sendable, Hashable {
    /// The language of the names.
    public let language: Language
    /// The territory; nil where no locale names one.
    public let territory: Territory?
    /// The day that weeks begin with.
    public let firstWeekday: Weekday
    /// Whether clocks go to twelve.
    public let hasTwelveHours: Bool

    /// The format of a language in a territory; without one, weeks begin with Monday and clocks have 24 hours.
    public init(_ language: Language, in territory: Territory? = nil) {
        self.language = language
        self.territory = territory
        firstWeekday = territory?.firstWeekday ?? .monday
        hasTwelveHours = territory?.hasTwelveHours(in: language) ?? false
    }

    /// Whether nothing is known of the user's locale: sentences then have their dates as ISO 8601 writes them.
    public var isPlain: Bool { language == .english && territory == nil }

    /// A time of day: `07:30`, `7:30 AM`.
    public func time(_ time: TimeOfDay) -> String {
        guard hasTwelveHours else { return "\(time)" }
        let clock = "\(time)".dropFirst(2)
        let hour = "\((time.hour + 11) % 12 + 1)"
        let isMorning = time.hour < 12
        return switch language {
        case .english, .german, .french: "\(hour)\(clock) \(isMorning ? "AM" : "PM")"
        case .spanish: "\(hour)\(clock)\u{A0}\(isMorning ? "a" : "p").\u{A0}m."
        case .turkish: "\(isMorning ? "ÖÖ" : "ÖS") \(hour)\(clock)"
        }
    }

    /// A date with its weekday, `Mon 23 Nov`, and with its year where that is another than today's.
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
        case .english, .spanish, .french: "\(weekday) \(day) \(monthName)\(end)"
        case .german: "\(weekday) \(day). \(monthName)\(end)"
        case .turkish: "\(day) \(monthName)\(end) \(weekday)"
        }
    }

    /// A date as a sentence has it: `2026-11-23` where nothing is known of the user's locale.
    public func statedDate(_ date: CivilDate, today: CivilDate) -> String {
        isPlain ? "\(date)" : self.date(date, today: today)
    }

    /// A date and a time as a sentence has them: `2026-11-23T07:30` where nothing is known of the user's locale.
    public func statedMoment(_ moment: CivilDateTime, today: CivilDate) -> String {
        isPlain ? "\(moment)" : "\(date(moment.date, today: today)), \(time(moment.time))"
    }

    /// A weekday's name as a sentence has it.
    public func name(_ weekday: Weekday) -> String {
        isPlain ? weekday.name : CalendarNames.of(language).name(weekday)
    }

    /// Some weekdays in the order of the week: `Sun, Mon, Wed`; as settings write them where nothing is known of the locale.
    public func list(_ days: WeekdaySet) -> String {
        guard !isPlain else { return days.weekdays.map(\.abbreviation).joined(separator: ",") }
        let names = CalendarNames.of(language)
        return week.filter(days.contains).map(names.shortName).joined(separator: ", ")
    }

    /// The weekdays in their order.
    private var week: [Weekday] {
        let all = Weekday.allCases
        return Array(all[(firstWeekday.rawValue - 1)...] + all[..<(firstWeekday.rawValue - 1)])
    }

    /// The calendar week that a date lies in.
    public func week(of date: CivilDate) -> Range<CivilDate> {
        let first = date.adding(days: -((date.weekday.rawValue - firstWeekday.rawValue + 7) % 7))
        return first..<first.adding(days: 7)
    }
}
