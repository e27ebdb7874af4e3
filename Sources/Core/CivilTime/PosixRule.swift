/// A `TZ` rule of POSIX (The Open Group Base Specifications, 8.3), with the extension of RFC 9636, 3.3.2: hours −167 … 167.
struct PosixRule: Sendable, Hashable {
    /// When the clocks change in a year.
    struct Change: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// `Jn`: day 1 … 365, 29 February never counted.
            case julian(Int)
            /// `n`: day 0 … 365, 29 February counted.
            case zeroBased(Int)
            /// `Mm.w.d`: the w-th (5: last) weekday d (0: Sunday) of month m.
            case weekday(month: Int, week: Int, day: Int)
        }
        let day: Day
        /// The clock's seconds since midnight of that day; may lie outside it.
        let time: Int

        /// The civil seconds since 1970 at which the change happens in a year, by the clock before the change.
        func civilSeconds(year: Int) -> Int64 { Int64(dayNumber(year: year)) * 86_400 + Int64(time) }

        private func dayNumber(year: Int) -> Int {
            let newYear = PosixRule.firstDay(year: year, month: 1)
            switch day {
            case .julian(let number): return newYear + number - 1 + (number >= 60 && CivilDate.isLeap(year) ? 1 : 0)
            case .zeroBased(let number): return newYear + number
            case .weekday(let month, let week, let weekday):
                let first = PosixRule.firstDay(year: year, month: month)
                let firstWeekday = ((first + 4) % 7 + 7) % 7
                var number = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                while number >= first + CivilDate.length(ofMonth: month, year: year) { number -= 7 }
                return number
            }
        }
    }

    let standard: ZoneOffset
    let saving: (offset: ZoneOffset, start: Change, end: Change)?

    static func == (first: PosixRule, second: PosixRule) -> Bool {
        first.standard == second.standard && first.saving?.offset == second.saving?.offset
            && first.saving?.start == second.saving?.start && first.saving?.end == second.saving?.end
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(standard)
        hasher.combine(saving?.offset)
    }

    func offset(at moment: Int64) -> ZoneOffset {
        guard let saving else { return standard }
        let year = CivilDateTime(secondsSinceCivilEpoch: moment + Int64(standard.seconds)).date.year
        var current = standard
        var latest = Int64.min
        // A change near New Year can belong to the year before or after by local time.
        for candidate in (year - 1)...(year + 1) {
            let start = saving.start.civilSeconds(year: candidate) - Int64(standard.seconds)
            let end = saving.end.civilSeconds(year: candidate) - Int64(saving.offset.seconds)
            if start <= moment, start >= latest { (latest, current) = (start, saving.offset) }
            // If daylight saving time starts when it ends, as in rules for permanent daylight saving time, it stays in force.
            if end <= moment, end > latest { (latest, current) = (end, standard) }
        }
        return current
    }

    func transitions(between start: Int64, and end: Int64) -> [Int64] {
        guard let saving, start <= end else { return [] }
        let first = CivilDateTime(secondsSinceCivilEpoch: start).date.year - 1
        let last = CivilDateTime(secondsSinceCivilEpoch: end).date.year + 1
        var moments: Set<Int64> = []
        for year in first...last {
            moments.insert(saving.start.civilSeconds(year: year) - Int64(standard.seconds))
            moments.insert(saving.end.civilSeconds(year: year) - Int64(saving.offset.seconds))
        }
        return moments.filter { (start...end).contains($0) && offset(at: $0 - 1) != offset(at: $0) }.sorted()
    }

    /// The day number of the first day of a month, for any supported year.
    private static func firstDay(year: Int, month: Int) -> Int {
        let clamped = min(max(year, 1), 9999)
        return (try? CivilDate(year: clamped, month: month, day: 1))?.dayNumber ?? 0
    }
}

extension PosixRule {
    /// Parses a rule such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+0330>-3:30`; nil if it is invalid.
    init?(parsing text: String) {
        var reader = PosixRuleReader(text)
        guard let name = reader.abbreviation(), let west = reader.clock(hours: 24) else { return nil }
        let standard = ZoneOffset(seconds: -west, isDaylightSaving: false, abbreviation: name)
        guard !reader.isAtEnd else {
            self.init(standard: standard, saving: nil)
            return
        }
        guard let savingName = reader.abbreviation() else { return nil }
        var savingSeconds = standard.seconds + 3600
        if !reader.isAtEnd, !reader.sees(",") {
            guard let savingWest = reader.clock(hours: 24) else { return nil }
            savingSeconds = -savingWest
        }
        let offset = ZoneOffset(seconds: savingSeconds, isDaylightSaving: true, abbreviation: savingName)
        guard reader.take(","), let start = reader.change(), reader.take(","), let end = reader.change(), reader.isAtEnd
        else { return nil }
        self.init(standard: standard, saving: (offset, start, end))
    }
}

/// Parses a POSIX rule from left to right.
private struct PosixRuleReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = ArraySlice(text.utf8) }

    var isAtEnd: Bool { rest.isEmpty }

    func sees(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard sees(character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Three letters or more, or anything of letters, digits and signs between `<` and `>`.
    mutating func abbreviation() -> String? {
        if take("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let name = rest[rest.startIndex..<end]
            rest = rest[(end + 1)...]
            return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        }
        let name = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
        guard name.count >= 3 else { return nil }
        rest = rest[name.endIndex...]
        return String(decoding: name, as: UTF8.self)
    }

    mutating func number() -> Int? {
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest[digits.endIndex...]
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func clock(hours most: Int) -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(), hours <= most else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(":") {
            guard let part = number(), part <= 59 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    mutating func change() -> PosixRule.Change? {
        let day: PosixRule.Change.Day
        if take("M") {
            guard let month = number(), (1...12).contains(month), take("."), let week = number(),
                (1...5).contains(week), take("."), let weekday = number(), (0...6).contains(weekday)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if take("J") {
            guard let number = number(), (1...365).contains(number) else { return nil }
            day = .julian(number)
        } else {
            guard let number = number(), (0...365).contains(number) else { return nil }
            day = .zeroBased(number)
        }
        guard take("/") else { return PosixRule.Change(day: day, time: 7200) }
        guard let time = clock(hours: 167) else { return nil }
        return PosixRule.Change(day: day, time: time)
    }
}
