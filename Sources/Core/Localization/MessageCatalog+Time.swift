public import CivilTime

extension MessageCatalog {
    /// A time of day with its preposition or suffix: `at 07:30`, `a la 1:30 p. m.`, `07:30'da`.
    public func at(_ time: TimeOfDay) -> String {
        let hour = format.hasTwelveHours ? (time.hour + 11) % 12 + 1 : time.hour
        let suffix = language == .turkish ? "'" + TurkishSuffix.locative(of: time.minute == 0 ? hour : time.minute) : ""
        return text(hour == 1 ? .atOne : .atTime, ["time": format.time(time) + suffix])
    }

    /// `today`, `tomorrow`, `yesterday`, or the date.
    public func day(_ date: CivilDate, today: CivilDate) -> String {
        switch today.days(until: date) {
        case 0: text(.today)
        case 1: text(.tomorrow)
        case -1: text(.yesterday)
        default: format.date(date, today: today)
        }
    }

    /// A day in a sentence; a date has its preposition or article: `am Mo 23. Nov`, `el lun 23 nov`.
    public func onDay(_ date: CivilDate, today: CivilDate) -> String {
        guard abs(today.days(until: date)) > 1 else { return day(date, today: today) }
        return text(.onDate, ["date": format.date(date, today: today)])
    }

    /// A moment in a sentence: `am Mo 23. Nov um 07:30`.
    public func onMoment(_ moment: CivilDateTime, today: CivilDate) -> String {
        "\(onDay(moment.date, today: today)) \(at(moment.time))"
    }

    /// A date as a sentence has it, never as `today`, to show how typed text was understood: `am Mo 23. Nov`.
    public func onDate(_ date: CivilDate, today: CivilDate) -> String {
        text(.onDate, ["date": format.date(date, today: today)])
    }

    /// A date and a time in full, to show how typed text was understood: `am Mo 23. Nov um 07:30`.
    public func onDateAndTime(_ moment: CivilDateTime, today: CivilDate) -> String {
        "\(onDate(moment.date, today: today)) \(at(moment.time))"
    }

    /// `tomorrow at 07:30`.
    public func moment(_ moment: CivilDateTime, today: CivilDate) -> String {
        "\(day(moment.date, today: today)) \(at(moment.time))"
    }

    /// How late something is, in hours and minutes: `1 h 15 min late`.
    public func late(_ seconds: Int64) -> String { text(.late, ["span": span(seconds)]) }

    /// A duration in hours and minutes: `45 min`, `1 h`, `1 h 15 min`.
    package func span(_ seconds: Int64) -> String {
        let (hours, rest) = (seconds / 3600, seconds / 60 % 60)
        if hours == 0 { return minutes(seconds) }
        let values = ["hours": "\(hours)", "minutes": "\(rest)"]
        return text(rest == 0 ? .wholeHours : .hours, values)
    }

    /// How late something is, in minutes: `75 min late`.
    public func lateInMinutes(_ seconds: Int64) -> String { text(.late, ["span": minutes(seconds)]) }

    /// The text for late delivery with a placeholder, for plugins that deliver later themselves: `{minutes} min late`.
    public var lateForm: String { text(.late, ["span": text(.minutes, ["minutes": "{minutes}"])]) }

    /// How late a notification is, as a sentence.
    public func lateNote(_ seconds: Int64) -> String { text(.lateNote, ["span": minutes(seconds)]) }

    /// Whole minutes: `75 min`.
    package func minutes(_ seconds: Int64) -> String { text(.minutes, ["minutes": "\(seconds / 60)"]) }
}

/// Turkish suffixes of numbers, which follow the vowels and the last consonant of the spoken number.
private enum TurkishSuffix {
    /// The suffix for `at` after a number from 0 to 59: `da` for 30 (otuz), `te` for 5 (beş).
    static func locative(of number: Int) -> String {
        let units = ["", "de", "de", "te", "te", "te", "da", "de", "de", "da"]
        let tens = ["da", "da", "de", "da", "ta", "de"]
        let (ten, unit) = (number / 10 % 6, number % 10)
        return unit == 0 ? tens[ten] : units[unit]
    }
}
