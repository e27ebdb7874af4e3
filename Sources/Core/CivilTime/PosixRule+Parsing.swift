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
