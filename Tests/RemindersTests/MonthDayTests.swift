import CivilTime
import Localization
import Reminders
import TestSupport
import Testing

/// Repetitions on a day of each month.
@Suite struct MonthDayTests {
    private func dates(_ rule: String, from first: String, count: Int) throws -> [CivilDate] {
        let reminder = UserReminder(
            number: 1,
            title: "Rent",
            notes: nil,
            at: CivilDateTime(date: try date(first), time: .midnight),
            rule: try RepeatRule(parsing: rule)
        )
        var (found, start) = ([CivilDate](), reminder.at.date)
        while found.count < count, let next = reminder.next(from: start) {
            found.append(next)
            start = next.adding(days: 1)
        }
        return found
    }

    /// The examples of RFC 5545, 3.8.5.3, that a single rule can express, and the lengths of February.
    @Test(arguments: [
        (
            "monthly:1st fri", "1997-09-05",
            ["09-05", "10-03", "11-07", "12-05", "1998-01-02", "02-06", "03-06", "04-03", "05-01", "06-05"]
        ),
        ("monthly:last", "1997-09-30", ["09-30", "10-31", "11-30", "12-31", "1998-01-31", "02-28"]),
        ("monthly:1", "1997-09-30", ["10-01", "11-01", "12-01", "1998-01-01", "02-01"]),
        ("monthly:15", "2007-01-15", ["01-15", "02-15", "03-15"]),
        // A calendar would leave out February.
        ("monthly:30", "2007-01-15", ["01-30", "02-28", "03-30"]),
        ("monthly", "2026-11-30", ["11-30", "12-30", "2027-01-30", "02-28", "03-30"]),
        ("monthly", "2028-01-31", ["01-31", "02-29", "03-31", "04-30", "05-31"]),
        ("monthly:29", "2099-12-29", ["12-29", "2100-01-29", "02-28", "03-29"]),
        ("monthly:last fri", "2026-11-28", ["12-25", "2027-01-29", "02-26", "03-26"]),
        ("monthly:4th thu", "2026-11-26", ["11-26", "12-24"]),
        ("monthly:last", "9999-10-31", ["10-31", "11-30"]),
        ("monthly:1st wed", "9999-12-02", []),
    ])
    func datesAreThoseOfTheCalendar(rule: String, first: String, expected: [String]) throws {
        var year = first.prefix(4)
        let all = try expected.map { text in
            if text.utf8.count > 5 { year = text.prefix(4) }
            return try date(text.utf8.count > 5 ? text : "\(year)-\(text)")
        }
        #expect(try dates(rule, from: first, count: expected.isEmpty ? 1 : expected.count) == all)
    }

    /// The dates of each rule in 50 years, as dateutil computes them from a rule of RFC 5545.
    @Test(.requires(.dateutil)) func dateutilAgrees() throws {
        let weekdays = Weekday.allCases.flatMap { weekday in
            let code = weekday.abbreviation.prefix(2).uppercased()
            return [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (-1, "last")].map { number, word in
                ("monthly:\(word) \(weekday.abbreviation)", "BYDAY=\(number)\(code)")
            }
        }
        let days = (1...31).map { day in
            // The latest date of the month until that day.
            (
                "monthly:\(day)",
                day <= 28
                    ? "BYMONTHDAY=\(day)"
                    : "BYMONTHDAY=\((28...day).map(String.init).joined(separator: ","));BYSETPOS=-1"
            )
        }
        let rules = weekdays + days + [("monthly:-1", "BYMONTHDAY=-1"), ("monthly", "BYMONTHDAY=28,29;BYSETPOS=-1")]
        let script = """
            import sys
            from datetime import datetime
            from dateutil.rrule import rrulestr
            for rule in sys.argv[1:]:
                found = rrulestr("FREQ=MONTHLY;COUNT=600;" + rule, dtstart=datetime(1996, 2, 29))
                print(" ".join(str(date.date()) for date in found))
            """
        let run = try run("/usr/bin/env", ["python3", "-c", script] + rules.map(\.1))
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == rules.count, "\(run.errors)")
        for ((rule, other), line) in zip(rules, lines) {
            let found = try dates(rule, from: "1996-02-29", count: 600).map(\.description).joined(separator: " ")
            #expect(found == line, "\(rule), \(other)")
        }
    }

    /// The end of the calendar ends the dates.
    @Test(arguments: ["monthly", "monthly:31", "monthly:1st fri", "monthly:last fri"])
    func theCalendarEnds(rule: String) throws {
        #expect(try dates(rule, from: "9999-01-31", count: 20).count <= 12)
        #expect(try dates(rule, from: "9999-12-31", count: 2).count <= 1)
    }

    @Test(
        arguments: [
            (
                .english,
                [
                    "monthly", "monthly on the 22nd", "on the last day of the month", "on the 1st Monday of the month",
                    "on the last Friday of the month",
                ]
            ),
            (
                .german,
                [
                    "monatlich", "monatlich am 22.", "am letzten Tag des Monats", "am 1. Montag des Monats",
                    "am letzten Freitag des Monats",
                ]
            ),
            (
                .french,
                [
                    "tous les mois", "tous les mois, le 22", "le dernier jour du mois", "le 1er lundi du mois",
                    "le dernier vendredi du mois",
                ]
            ),
            (
                .spanish,
                [
                    "cada mes", "cada mes, el día 22", "el último día del mes", "el 1.er lunes del mes",
                    "el último viernes del mes",
                ]
            ),
            (
                .turkish,
                ["her ay", "her ayın 22. günü", "ayın son günü", "ayın 1. Pazartesi günü", "ayın son Cuma günü"]
            ),
        ] as [(Language, [String])]
    )
    func rulesHaveWords(language: Language, words: [String]) throws {
        let rules = ["monthly", "monthly:22", "monthly:last", "monthly:1st mon", "monthly:last fri"]
        let catalog = MessageCatalog(language, in: Territory(code: "GB"))
        #expect(try rules.map { catalog.rule(try RepeatRule(parsing: $0)) } == words)
    }

    @Test func ordinalsOfEachLanguage() {
        #expect(
            [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30, 31].map(LocaleFormat(.english).ordinal)
                == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "30th", "31st"]
        )
        #expect([1, 15].map(LocaleFormat(.french).monthDay) == ["1er", "15"])
        #expect([1, 15].map(LocaleFormat(.spanish).monthDay) == ["1", "15"])
    }
}
