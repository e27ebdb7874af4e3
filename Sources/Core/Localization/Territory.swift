public import CivilTime

/// A country or region, by its ISO 3166-1 or UN M49 code; it determines the first weekday, the clock, the order of dates
/// and the decimal symbol.
public struct Territory: Sendable, Hashable {
    /// The code, such as `US` or `419`.
    public let code: String

    /// Creates a territory; nil if the text is not a valid code.
    public init?(code: String) {
        let bytes = code.utf8
        let isName = bytes.count == 2 && bytes.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        let isNumber = bytes.count == 3 && bytes.allSatisfy { (0x30...0x39).contains($0) }
        guard isName || isNumber else { return nil }
        self.code = code.uppercased()
    }

    /// The territory of a locale such as `de_DE.UTF-8`; nil if it names none, and for `C` and `POSIX`.
    public init?(locale: String) {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard let mark = name.firstIndex(of: "_") else { return nil }
        self.init(code: String(name[name.index(after: mark)...]))
    }

    /// The territory of the environment: `LC_ALL`, `LC_TIME` or `LANG`.
    public init?(environment: [String: String]) {
        guard let locale = PosixLocale.name(of: "LC_TIME", in: environment) else { return nil }
        self.init(locale: locale)
    }

    /// Whether the environment names a locale for dates and times, even `C`, which has no territory.
    public static func isNamed(in environment: [String: String]) -> Bool {
        PosixLocale.name(of: "LC_TIME", in: environment) != nil
    }

    // Unicode CLDR 44, supplemental data: weekData (firstDay), timeData (preferred hours), and the order of dates in English.
    // Territories that are not listed have weeks from Monday and 24-hour clocks, as CLDR's 001 (world) does.
    private static let sundayFirst = codes(
        """
        AG AS BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JO JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK
        PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
        """
    )
    private static let saturdayFirst = codes("AF BH DJ EG IQ IR KW LY OM QA SD SY")
    private static let fridayFirst = codes("MV")
    private static let twelveHours = codes(
        """
        AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD GH GM GR GT GU GY HK HN
        IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NZ OM PA PE PG PH PK PR PS PW PY QA SA SB SD
        SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC VE VG VI VU WS YE ZM
        """
    )
    private static let monthFirst = codes("AS CA GU MH MP PH PR UM US VI")

    // Unicode CLDR 44, main data: the decimal symbol of German and Spanish locales.
    private static let pointInGerman = codes("CH LI")
    private static let pointInSpanish = codes("419 BR BZ CU DO GT HN MX NI PA PE PR SV US")

    private static func codes(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    public var firstWeekday: Weekday {
        if Territory.sundayFirst.contains(code) { return .sunday }
        if Territory.saturdayFirst.contains(code) { return .saturday }
        return Territory.fridayFirst.contains(code) ? .friday : .monday
    }

    /// Whether its clocks have twelve hours in a language: in Canada they do in English, but not in French.
    public func hasTwelveHours(in language: Language) -> Bool {
        Territory.twelveHours.contains(code) && !(code == "CA" && language == .french)
    }

    /// Whether English dates have the month before the day.
    var putsMonthFirst: Bool { Territory.monthFirst.contains(code) }

    /// Whether numbers in a language have a decimal point: in English, in Swiss German, in Mexican Spanish.
    func hasDecimalPoint(in language: Language) -> Bool {
        switch language {
        case .english: true
        case .german: Territory.pointInGerman.contains(code)
        case .spanish: Territory.pointInSpanish.contains(code)
        case .french, .turkish: false
        }
    }
}
