/// Parses the notation of a set from left to right.
struct NotationReader {
    let text: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func countsAndTarget() throws(SetNotation.Failure) -> (ClosedRange<Int>, SetTarget) {
        let start = position
        if let counts = try counts() {
            let end = position
            if takeTimes() {
                let target = try target()
                guard !target.isSingle || counts == 1...1 else {
                    throw failure(
                        "'\(target.notation)' cannot have a number of sets",
                        start..<end + 1,
                        "'\(target.notation)' alone"
                    )
                }
                return (counts, target)
            }
        }
        position = start
        return (1...1, try target())
    }

    /// A number of sets, or a range such as `2-3`; nil without an `x`, which shows that it is a target.
    ///
    /// - Parameter isAlone: whether nothing follows, not even an `x`.
    mutating func counts(isAlone: Bool = false) throws(SetNotation.Failure) -> ClosedRange<Int>? {
        guard let (least, leastRange) = try wholeNumber() else { return nil }
        let afterLeast = position
        var (most, mostRange) = (least, leastRange)
        if takeDash(), let end = try wholeNumber() { (most, mostRange) = end } else { position = afterLeast }
        var rest = self
        guard isAlone || rest.takeTimes() else { return nil }
        for (number, range) in [(least, leastRange), (most, mostRange)] where !(1...50).contains(number) {
            throw failure("invalid number of sets '\(number)'", range, "1 to 50 sets")
        }
        guard mostRange == leastRange || least < most else {
            throw failure(
                "invalid range of sets '\(least)-\(most)'",
                leastRange.lowerBound..<mostRange.upperBound,
                "the smaller number first, as in 2-3x8"
            )
        }
        return least...most
    }

    mutating func unit() throws(SetNotation.Failure) -> WeightUnit? {
        skipSpaces()
        let start = position
        switch letters() {
        case "": return nil
        case "kg": return .kilograms
        case "lb", "lbs": return .pounds
        case "cap", "every", "emom", "rest", "myo", "per", "half":
            position = start
            return nil
        case let word: throw failure("unknown weight unit '\(word)'", start..<position, "kg or lb")
        }
    }

    mutating func bounded(_ range: ClosedRange<Int>, _ what: String, _ expected: String) throws(SetNotation
        .Failure) -> Int
    {
        skipSpaces()
        let start = position
        guard start < text.count, isDigit(text[start]) else {
            throw failure("missing number", start..<min(start + 1, text.count), expected)
        }
        let number = try thousandths(whole: true)
        guard range.contains(number) else {
            throw failure("invalid \(what) '\(decimalText(number, places: 3))'", start..<position, expected)
        }
        return number
    }

    func expectEnd(_ expected: String) throws(SetNotation.Failure) {
        var rest = self
        rest.skipSpaces()
        guard rest.position == text.count else {
            throw failure(
                "unexpected '\(String(decoding: text[rest.position...], as: UTF8.self))'",
                rest.position..<text.count,
                expected
            )
        }
    }

    // MARK: Pieces

    mutating func takeDash() -> Bool {
        if take("-") { return true }
        let start = position
        skipSpaces()
        guard text[position...].starts(with: [0xE2, 0x80, 0x93]) else {
            position = start
            return false
        }
        position += 3
        return true
    }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        let start = position
        skipSpaces()
        guard position < text.count, text[position] == UInt8(ascii: sign) else {
            position = start
            return false
        }
        position += 1
        return true
    }

    /// `x`, `X`, `*` or `×`.
    mutating func takeTimes() -> Bool {
        if take("x") || take("X") || take("*") { return true }
        skipSpaces()
        guard position + 1 < text.count, text[position] == 0xC3, text[position + 1] == 0x97 else { return false }
        position += 2
        return true
    }

    mutating func takeWord(_ word: StaticString) -> Bool {
        skipSpaces()
        let length = word.utf8CodeUnitCount
        guard position + length <= text.count else { return false }
        for index in 0..<length where lowercased(text[position + index]) != word.utf8Start[index] { return false }
        if position + length < text.count, isLetter(text[position + length]) { return false }
        position += length
        return true
    }

    mutating func skipSpaces() { while position < text.count, text[position] == 0x20 { position += 1 } }

    mutating func letters() -> String {
        let start = position
        while position < text.count, isLetter(text[position]) { position += 1 }
        return start == position ? "" : String(decoding: text[start..<position], as: UTF8.self).lowercased()
    }

    mutating func wholeNumber() throws(SetNotation.Failure) -> (Int, Range<Int>)? {
        skipSpaces()
        let start = position
        var value = 0
        while position < text.count, isDigit(text[position]) {
            value = value * 10 + Int(text[position] - 0x30)
            guard value <= 1_000_000 else {
                throw failure("number too large", start..<position + 1, SetNotation.examples)
            }
            position += 1
        }
        return start == position ? nil : (value, start..<position)
    }

    /// Digits with up to three decimals, in thousandths; without `whole`, the position is just after the decimal point.
    mutating func thousandths(whole: Bool = false) throws(SetNotation.Failure) -> Int {
        let start = position
        var value = 0
        if whole, let (number, _) = try wholeNumber() {
            value = number * 1000
            guard position + 1 < text.count, text[position] == UInt8(ascii: "."), isDigit(text[position + 1]) else {
                return value
            }
            position += 1
        }
        var scale = 100
        while position < text.count, isDigit(text[position]) {
            guard scale > 0 else {
                throw failure(
                    "too many decimals",
                    start..<position + 1,
                    "at most three decimals"
                )
            }
            value += Int(text[position] - 0x30) * scale
            scale /= 10
            position += 1
        }
        return value
    }

    func character(_ offset: Int) -> String {
        String(String(decoding: text[offset..<min(offset + 4, text.count)], as: UTF8.self).prefix(1))
    }

    func failure(_ message: String, _ range: Range<Int>, _ expected: String) -> SetNotation.Failure {
        SetNotation.Failure(message: message, range: range, expected: expected)
    }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
func isLetter(_ byte: UInt8) -> Bool { lowercased(byte) >= 0x61 && lowercased(byte) <= 0x7A }
func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

/// Parses ranges of repetitions, totals and times.
extension NotationReader {
    /// What follows the first number of a range: `-12`, `-200 total`, `-90s`.
    ///
    /// - Parameters:
    ///   - number: the whole part of the first number.
    ///   - fraction: its decimals, in thousandths.
    ///   - range: the place of the whole part.
    mutating func range(from number: Int, decimals fraction: Int = 0, at range: Range<Int>) throws(SetNotation.Failure)
        -> SetTarget
    {
        position += 1
        guard let (most, mostRange) = try wholeNumber() else {
            throw failure("the range has no end", position - 1..<position, "8-12, 100-200 total or 60-90s")
        }
        let end = position
        let mostFraction = try decimals()
        let start = position
        let word = letters()
        let place = range.lowerBound..<position
        guard !word.isEmpty else {
            guard fraction == 0, mostFraction == 0 else {
                throw failure("a range with decimals needs a unit of time", place, "a range of times, as in 1.5-2min")
            }
            let isTotal = takeTotal()
            guard number >= 1, number < most, most <= 1000 else {
                throw failure(
                    "invalid range '\(number)-\(most)'",
                    range.lowerBound..<mostRange.upperBound,
                    "the smaller number first, both from 1 to 1000"
                )
            }
            return isTotal ? .totalRange(number, most) : .range(number, most)
        }
        let unit: Int
        switch word {
        case "s", "sec": unit = 1
        case "min": unit = 60
        case "h": unit = 3600
        case "m", "km", "mi": throw failure("a distance cannot be a range", place, "one distance, as in 400m")
        default:
            throw failure("unknown unit '\(word)'", start..<position, "s, min or h for a range of times, as in 60-90s")
        }
        // No overflow: a whole number is at most a million.
        let least = try seconds((number * 1000 + fraction) * unit, range)
        let longest = try seconds((most * 1000 + mostFraction) * unit, mostRange.lowerBound..<max(end, start))
        guard least < longest else {
            throw failure("invalid range '\(typed(place))'", place, "the shorter time first, as in 60-90s")
        }
        return .timeRange(least, longest)
    }

    private mutating func takeTotal() -> Bool {
        let start = position
        if takeWord("total") { return true }
        position = start
        return false
    }
}
