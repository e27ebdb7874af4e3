import CivilTime
@testable import Localization
import Testing

/// Weekdays as people type them, in the languages of reminders.
@Suite struct TypedWeekdaysTests {
    @Test(arguments: [
        ("mon,wed,fri", "mon,wed,fri"), ("mo,mi,fr", "mon,wed,fri"), ("Mo Di Do", "mon,tue,thu"), ("di", nil),
        ("do", nil),
        ("di,do", "tue,thu"), ("montag, samstag", "mon,sat"), ("mo-fr", "mon,tue,wed,thu,fri"),
        ("sonntag-dienstag", "mon,tue,sun"), ("lun,mié,vie", "mon,wed,fri"), ("lun mie vie", "mon,wed,fri"),
        ("domingo", "sun"), ("lu,ju", "mon,thu"), ("lundi, mercredi", "mon,wed"), ("lun.,mer.,ven.", "mon,wed,fri"),
        ("lun-ven", "mon,tue,wed,thu,fri"), ("DIMANCHE", "sun"), ("pzt,çar,cum", "mon,wed,fri"), ("carsamba", "wed"),
        ("pazar", "sun"), ("paz,pzt", "mon,sun"), ("cuma", "fri"), ("cumartesi", "sat"), ("mar", "tue"),
        // English has priority, and a list has one language.
        ("sa", "sat"), ("sal", "tue"), ("mon,mercredi", nil), ("mo,mié", nil), ("so", "sun"), ("mi,xx", nil),
        ("m", nil), ("", nil),
        ("weekends", "sat,sun"), ("all", "all"), ("mi-", nil), ("1,3", "mon,wed"),
    ])
    func daysAreRead(text: String, expected: String?) throws {
        guard let expected else {
            #expect(throws: CivilTimeError.self) { try WeekdaySet(typed: text) }
            return
        }
        #expect(try WeekdaySet(typed: text).description == expected)
    }

    /// Each language's own names and abbreviations are read, in a list of all.
    @Test(arguments: Language.allCases) func allNamesAreRead(language: Language) throws {
        let names = CalendarNames.of(language)
        #expect(try WeekdaySet(typed: names.weekdays.joined(separator: ",")) == .all)
        #expect(try WeekdaySet(typed: names.shortWeekdays.joined(separator: ",")) == .all)
        for (name, weekday) in zip(names.weekdays, Weekday.allCases) {
            #expect(try WeekdaySet(typed: name) == WeekdaySet([weekday]), "\(name)")
        }
    }
}
