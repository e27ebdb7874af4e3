/// Parses the target of a set.
extension NotationReader {
    mutating func target() throws(SetNotation.Failure) -> SetTarget {
        skipSpaces()
        if takeWord("amrap") || takeWord("max") { return try possible(atLeast: 0) }
        if takeWord("work") { return try workedUp() }
        let start = position
        guard let (number, range) = try wholeNumber() else {
            let wrong = start..<min(start + 1, text.count)
            throw failure(
                start < text.count
                    ? "repetitions cannot begin with '\(character(start))'" : "missing repetitions",
                wrong,
                SetNotation.examples
            )
        }
        if position < text.count, text[position] == UInt8(ascii: "-") { return try self.range(from: number, at: range) }
        if take("+") { return try possible(atLeast: try reps(number, range)) }
        return try measured(number, range)
    }

    /// The decimals of a number, in thousandths; 0 without any.
    mutating func decimals() throws(SetNotation.Failure) -> Int {
        guard position + 1 < text.count, text[position] == UInt8(ascii: "."), isDigit(text[position + 1]) else {
            return 0
        }
        position += 1
        return try thousandths()
    }

    private mutating func measured(_ number: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> SetTarget {
        let start = position
        let fraction = try decimals()
        if position > start, position < text.count, text[position] == UInt8(ascii: "-") {
            return try self.range(from: number, decimals: fraction, at: range)
        }
        let word = letters()
        // No overflow: a whole number is at most a million.
        let value = number * 1000 + fraction
        switch word {
        case "" where fraction == 0: return try counted(try reps(number, range))
        case "rm" where fraction == 0: return .repMax(try reps(number, range))
        case "s", "sec": return .time(seconds: try seconds(value, range))
        case "min": return .time(seconds: try seconds(value * 60, range))
        case "h": return .time(seconds: try seconds(value * 3600, range))
        case "m": return .distance(metres: try metres(value, range))
        case "km": return .distance(metres: try metres(value * 1000, range))
        // A mile is exactly 1,609.344 m (international yard and pound agreement, 1959), here rounded to the nearest metre.
        case "mi": return .distance(metres: try metres((value * 1_609_344 + 500_000) / 1_000_000 * 1000, range))
        default:
            throw failure(
                "unknown unit '\(word)'",
                start..<max(position, start + 1),
                "s, min or h for a time; m, km or mi for a distance; RM for a rep max"
            )
        }
    }

    /// What follows repetitions: `total`, or `in` and a time.
    private mutating func counted(_ reps: Int) throws(SetNotation.Failure) -> SetTarget {
        let start = position
        if takeWord("total") { return .total(reps) }
        guard takeWord("in") else {
            position = start
            return .reps(reps)
        }
        return .within(reps: reps, seconds: try limit("20 in 10min"))
    }

    /// What follows as many repetitions as possible: `in` and a time, or nothing.
    private mutating func possible(atLeast least: Int) throws(SetNotation.Failure) -> SetTarget {
        let start = position
        guard takeWord("in") else {
            position = start
            return .amrap(atLeast: least)
        }
        return .amrapWithin(atLeast: least, seconds: try limit("AMRAP in 7min"))
    }

    /// The time after `in`.
    private mutating func limit(_ example: String) throws(SetNotation.Failure) -> Int {
        skipSpaces()
        let time = position
        guard time < text.count, isDigit(text[time]) else {
            throw failure("missing time after 'in'", time..<min(time + 1, text.count), "a time, as in \(example)")
        }
        guard case .time(let seconds) = try target() else {
            throw failure("'\(typed(time..<position))' is not a time", time..<position, "a time, as in \(example)")
        }
        return seconds
    }

    /// What follows `work`: `up to 5RM`.
    private mutating func workedUp() throws(SetNotation.Failure) -> SetTarget {
        let example = "work up to 5RM"
        guard takeWord("up"), takeWord("to") else {
            throw failure("incomplete 'work up to'", position..<min(position + 1, text.count), example)
        }
        _ = takeWord("a")
        skipSpaces()
        let start = position
        guard start < text.count, isDigit(text[start]), case let target = try target(), case .repMax = target else {
            throw failure("missing rep max after 'work up to'", start..<max(start, position), example)
        }
        return target
    }

    func typed(_ range: Range<Int>) -> String {
        String(decoding: text[range.lowerBound..<position], as: UTF8.self)
    }

    func seconds(_ thousandths: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> Int {
        guard (1000...86_400_000).contains(thousandths) else {
            throw failure("time out of range: '\(typed(range))'", range, "1 second to 24 hours")
        }
        return thousandths / 1000
    }

    private func metres(_ thousandths: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> Int {
        guard (1000...1_000_000_000).contains(thousandths) else {
            throw failure("distance out of range: '\(typed(range))'", range, "1 metre to 1000 kilometres")
        }
        return thousandths / 1000
    }

    private func reps(_ number: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> Int {
        guard (1...1000).contains(number) else {
            throw failure("invalid number of repetitions '\(number)'", range, "1 to 1000 repetitions")
        }
        return number
    }
}
