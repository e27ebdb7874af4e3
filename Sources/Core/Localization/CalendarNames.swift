internal import CivilTime

/// The names of weekdays and months in a language (Unicode CLDR 44, Gregorian calendar).
package struct CalendarNames {
    /// Full weekday names, Monday first.
    let weekdays: [String]
    /// Abbreviated weekday names for dates, Monday first.
    let shortWeekdays: [String]
    let shortMonths: [String]
    /// Month names for the heading of a month.
    let months: [String]

    static func of(_ language: Language) -> CalendarNames {
        switch language {
        case .english: english
        case .german: german
        case .spanish: spanish
        case .french: french
        case .turkish: turkish
        }
    }

    func name(_ weekday: Weekday) -> String { weekdays[weekday.rawValue - 1] }
    func shortName(_ weekday: Weekday) -> String { shortWeekdays[weekday.rawValue - 1] }
    func shortName(month: Int) -> String { shortMonths[month - 1] }

    func name(month: Int) -> String { months[month - 1] }

    private init(_ weekdays: String, _ shortWeekdays: String, _ shortMonths: String, _ months: String) {
        self.weekdays = weekdays.split(separator: " ").map(String.init)
        self.shortWeekdays = shortWeekdays.split(separator: " ").map(String.init)
        self.shortMonths = shortMonths.split(separator: " ").map(String.init)
        self.months = months.split(separator: " ").map(String.init)
    }

    private static let english = CalendarNames(
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "Mon Tue Wed Thu Fri Sat Sun",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        "January February March April May June July August September October November December"
    )
    private static let german = CalendarNames(
        "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        "Mo Di Mi Do Fr Sa So",
        "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
    )
    private static let spanish = CalendarNames(
        "lunes martes miércoles jueves viernes sábado domingo",
        "lun mar mié jue vie sáb dom",
        "ene feb mar abr may jun jul ago sept oct nov dic",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
    )
    private static let french = CalendarNames(
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lun. mar. mer. jeu. ven. sam. dim.",
        "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
    )
    private static let turkish = CalendarNames(
        "Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar",
        "Pzt Sal Çar Per Cum Cmt Paz",
        "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
        "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"
    )
}

extension MessageCatalog {
    /// The number of a month whose name in English or in the catalog's language begins with a text of at least three letters.
    public func month(named text: String) -> Int? {
        let typed = text.lowercased()
        guard typed.count >= 3 else { return nil }
        return (1...12).first { month in
            [CalendarNames.of(.english), .of(language)].contains { $0.name(month: month).lowercased().hasPrefix(typed) }
        }
    }
}
