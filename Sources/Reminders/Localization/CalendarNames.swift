internal import CivilTime

/// The names of weekdays and months in a language (Unicode CLDR 44, Gregorian calendar).
struct CalendarNames {
    /// Full weekday names, Monday first.
    let weekdays: [String]
    /// Abbreviated weekday names for dates, Monday first.
    let shortWeekdays: [String]
    /// Abbreviated month names for dates.
    let shortMonths: [String]

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

    private init(_ weekdays: String, _ shortWeekdays: String, _ shortMonths: String) {
        self.weekdays = weekdays.split(separator: " ").map(String.init)
        self.shortWeekdays = shortWeekdays.split(separator: " ").map(String.init)
        self.shortMonths = shortMonths.split(separator: " ").map(String.init)
    }

    private static let english = CalendarNames(
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "Mon Tue Wed Thu Fri Sat Sun",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    )
    private static let german = CalendarNames(
        "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        "Mo Di Mi Do Fr Sa So",
        "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"
    )
    private static let spanish = CalendarNames(
        "lunes martes miércoles jueves viernes sábado domingo",
        "lun mar mié jue vie sáb dom",
        "ene feb mar abr may jun jul ago sept oct nov dic"
    )
    private static let french = CalendarNames(
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lun. mar. mer. jeu. ven. sam. dim.",
        "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."
    )
    private static let turkish = CalendarNames(
        "Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar",
        "Pzt Sal Çar Per Cum Cmt Paz",
        "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara"
    )
}
