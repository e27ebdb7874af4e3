import CivilTime
import Foundation
import Localization
import Testing

/// Dates and times by language and territory.
@Suite struct LocaleFormatTests {
    private func format(_ language: Language, _ code: String?) -> LocaleFormat {
        LocaleFormat(language, in: code.flatMap { Territory(code: $0) })
    }

    @Test(
        arguments: [
            ("de_DE.UTF-8", "DE"), ("es_419", "419"), ("sr_RS@latin", "RS"), ("en_us", "US"), ("de", nil), ("C", nil),
            ("POSIX", nil), ("C.UTF-8", nil), ("", nil), ("en_USA", nil), ("de_", nil), ("x_é", nil),
        ] as [(String, String?)]
    )
    func localesNameTerritories(locale: String, code: String?) {
        #expect(Territory(locale: locale)?.code == code)
    }

    @Test(
        arguments: [
            (["LC_ALL": "de_DE", "LC_TIME": "en_US", "LANG": "fr_FR"], "DE"),
            (["LC_ALL": "", "LC_TIME": "en_US", "LANG": "fr_FR"], "US"), (["LANG": "fr_FR"], "FR"),
            (["LC_MESSAGES": "en_US", "LANG": "de_AT"], "AT"), (["LC_TIME": "C", "LANG": "fr_FR"], nil), ([:], nil),
        ] as [([String: String], String?)]
    )
    func localeVariablesHavePOSIXPrecedence(environment: [String: String], code: String?) {
        #expect(Territory(environment: environment)?.code == code)
    }

    @Test(
        arguments: [
            ("US", Weekday.sunday), ("CA", .sunday), ("MX", .sunday), ("BR", .sunday), ("JP", .sunday),
            ("IN", .sunday), ("PT", .sunday), ("DE", .monday), ("GB", .monday), ("FR", .monday), ("ES", .monday),
            ("TR", .monday), ("AU", .monday), ("EG", .saturday), ("IR", .saturday), ("MV", .friday), ("ZZ", .monday),
            (nil, .monday),
        ] as [(String?, Weekday)]
    )
    func theFirstWeekdayFollowsTheTerritory(code: String?, first: Weekday) throws {
        let format = format(.english, code)
        #expect(format.firstWeekday == first)
        for day in try date("2026-11-22")..<date("2026-11-30") {
            let week = format.week(of: day)
            #expect(week.contains(day) && week.count == 7 && week.lowerBound.weekday == first)
        }
    }

    @Test(
        arguments: [
            (Language.english, "US", "07:30", "7:30 AM"), (.english, "US", "00:05", "12:05 AM"),
            (.english, "US", "12:00", "12:00 PM"), (.english, "US", "13:30:15", "1:30 PM"),
            (.english, "IN", "23:59", "11:59 PM"), (.english, "GB", "07:30", "07:30"),
            (.english, nil, "07:30", "07:30"),
            (.english, "CA", "19:30", "7:30 PM"), (.french, "CA", "19:30", "19:30"), (.french, "FR", "19:30", "19:30"),
            (.spanish, "MX", "07:30", "7:30\u{A0}a.\u{A0}m."), (.spanish, "ES", "07:30", "07:30"),
            (.german, "DE", "19:30", "19:30"), (.german, "US", "19:30", "7:30 PM"), (.turkish, "TR", "07:30", "07:30"),
            (.turkish, "US", "07:30", "ÖÖ 7:30"), (.turkish, "US", "19:30", "ÖS 7:30"),
        ] as [(Language, String?, String, String)]
    )
    func clocks(language: Language, code: String?, text: String, expected: String) throws {
        #expect(format(language, code).time(try time(text)) == expected)
    }

    @Test(
        arguments: [
            (Language.english, nil, "Mon 23 Nov", "Mon 4 Jan 2027"),
            (.english, "GB", "Mon 23 Nov", "Mon 4 Jan 2027"), (.english, "DE", "Mon 23 Nov", "Mon 4 Jan 2027"),
            (.english, "US", "Mon, Nov 23", "Mon, Jan 4, 2027"), (.german, "DE", "Mo 23. Nov", "Mo 4. Jan 2027"),
            (.german, nil, "Mo 23. Nov", "Mo 4. Jan 2027"), (.spanish, "MX", "lun 23 nov", "lun 4 ene 2027"),
            (.french, "FR", "lun. 23 nov.", "lun. 4 janv. 2027"), (.turkish, "TR", "23 Kas Pzt", "4 Oca 2027 Pzt"),
        ] as [(Language, String?, String, String)]
    )
    func dates(language: Language, code: String?, expected: String, nextYear: String) throws {
        let (format, today) = (format(language, code), try date("2026-11-22"))
        #expect(format.date(try date("2026-11-23"), today: today) == expected)
        #expect(format.date(try date("2027-01-04"), today: today) == nextYear)
        let isPlain = language == .english && code == nil
        #expect(format.statedDate(try date("2026-11-23"), today: today) == (isPlain ? "2026-11-23" : expected))
    }

    @Test(
        arguments: [
            (Language.english, nil, "mon,wed,sun"), (.english, "US", "Sun, Mon, Wed"),
            (.german, "DE", "Mo, Mi, So"), (.spanish, "MX", "dom, lun, mié"), (.french, "CA", "dim., lun., mer."),
            (.turkish, "TR", "Pzt, Çar, Paz"), (.english, "EG", "Sun, Mon, Wed"),
        ] as [(Language, String?, String)]
    )
    func listsOfWeekdays(language: Language, code: String?, expected: String) {
        let words = MessageCatalog(language, in: code.flatMap { Territory(code: $0) })
        #expect(words.list(WeekdaySet([.monday, .wednesday, .sunday])) == expected)
        #expect(words.list(.all) == words.text(.allDays) && words.list(.none) == words.text(.noDays))
    }

    @Test(
        arguments: [
            (Language.english, "US", "today at 1:00 PM", "Tue, Nov 24 at 9:00 AM"),
            (.german, "DE", "heute um 13:00", "Di 24. Nov um 09:00"),
            (.spanish, "MX", "hoy a la 1:00\u{A0}p.\u{A0}m.", "mar 24 nov a las 9:00\u{A0}a.\u{A0}m."),
            (.spanish, "ES", "hoy a las 13:00", "mar 24 nov a las 09:00"),
            (.french, "FR", "aujourd'hui à 13:00", "mar. 24 nov. à 09:00"),
            (.turkish, "TR", "bugün 13:00'te", "24 Kas Sal 09:00'da"),
        ])
    func moments(language: Language, code: String, now: String, later: String) throws {
        let words = MessageCatalog(language, in: Territory(code: code))
        let today = try date("2026-11-22")
        #expect(words.moment(CivilDateTime(date: today, time: try time("13:00")), today: today) == now)
        #expect(
            words.moment(CivilDateTime(date: today.adding(days: 2), time: try time("09:00")), today: today) == later
        )
        #expect(words.day(today.adding(days: 1), today: today) == words.text(.tomorrow))
        #expect(words.day(today.adding(days: -1), today: today) == words.text(.yesterday))
    }

    // MARK: Comparison with the CLDR data in Foundation

    // A newer Swift may contain a newer CLDR, in which a few territories have changed.
    private static let drift = 5

    private static let territories = Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }

    @Test func firstWeekdaysMatchCLDR() {
        let wrong = Self.territories.filter { code in
            let names: [Locale.Weekday: Weekday] = [
                .monday: .monday, .saturday: .saturday, .sunday: .sunday, .friday: .friday,
            ]
            return names[Locale(identifier: "und_\(code)").firstDayOfWeek] != format(.english, code).firstWeekday
        }
        #expect(wrong.count <= Self.drift, "\(wrong)")
        #expect(Self.territories.count > 200)
    }

    @Test(arguments: Language.allCases)
    func timesMatchCLDR(language: Language) {
        let wrong = Self.territories.filter { code in
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "\(language.rawValue)_\(code)")
            formatter.setLocalizedDateFormatFromTemplate("jmm")
            return formatter.dateFormat.contains("a") != format(language, code).hasTwelveHours
        }
        #expect(wrong.count <= Self.drift, "\(wrong)")
    }

    @Test(arguments: Language.allCases)
    func namesMatchCLDR(language: Language) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language.rawValue)
        let format = LocaleFormat(language, in: Territory(code: "DE"))
        let isGerman = language == .german
        let months = isGerman ? calendar.shortStandaloneMonthSymbols : calendar.shortMonthSymbols
        let weekdays = isGerman ? calendar.shortStandaloneWeekdaySymbols : calendar.shortWeekdaySymbols
        let first = try date("2026-01-01")
        for month in 0..<12 {
            let date = first.adding(months: month)
            #expect(format.date(date, today: first).contains(months[month]))
            #expect(format.date(date, today: first).contains(weekdays[date.weekday.rawValue % 7]))
        }
        for weekday in Weekday.allCases {
            #expect(format.name(weekday) == calendar.weekdaySymbols[weekday.rawValue % 7])
        }
    }
}
