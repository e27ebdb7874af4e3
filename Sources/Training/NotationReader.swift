/// Parses the notation of a set from left to right.
struct NotationReader {
    let text: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    mutating func countAndTarget() throws(SetNotation.Failure) -> (Int, SetTarget) {
        let start = position
        if let (number, range) = try wholeNumber() {
            if takeTimes() {
                guard (1...50).contains(number) else {
                    throw failure("invalid number of sets '\(number)'", range, "1 to 50 sets")
                }
                return (number, try target())
            }
            position = start
        }
        return (1, try target())
    }

    mutating func target() throws(SetNotation.Failure) -> SetTarget {
        skipSpaces()
        if takeWord("amrap") || takeWord("max") { return .amrap(atLeast: 0) }
        let start = position
        guard let (number, range) = try wholeNumber() else {
            let wrong = start..<min(start + 1, text.count)
            throw failure(
                start < text.count
                    ? "expected repetitions, found '\(character(start))'" : "missing repetitions",
                wrong,
                SetNotation.examples
            )
        }
        if position < text.count, text[position] == UInt8(ascii: "-") {
            position += 1
            guard let (most, mostRange) = try wholeNumber() else {
                throw failure("the range has no end", position - 1..<position, "8-12")
            }
            guard number >= 1, number < most, most <= 1000 else {
                throw failure(
                    "invalid range '\(number)-\(most)'",
                    range.lowerBound..<mostRange.upperBound,
                    "the smaller number first, both from 1 to 1000"
                )
            }
            return .range(number, most)
        }
        if take("+") { return .amrap(atLeast: try reps(number, range)) }
        return try measured(number, range)
    }

    private mutating func measured(_ number: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> SetTarget {
        let start = position
        var fraction = 0
        if position + 1 < text.count, text[position] == UInt8(ascii: "."), isDigit(text[position + 1]) {
            position += 1
            fraction = try thousandths()
        }
        let word = letters()
        // No overflow: a whole number is at most a million.
        let value = number * 1000 + fraction
        switch word {
        case "" where fraction == 0: return .reps(try reps(number, range))
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
                "s, min or h for a time; m, km or mi for a distance"
            )
        }
    }

    private func seconds(_ thousandths: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> Int {
        guard (1000...86_400_000).contains(thousandths) else {
            throw failure("time out of range", range, "1 second to 24 hours")
        }
        return thousandths / 1000
    }

    private func metres(_ thousandths: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> Int {
        guard (1000...1_000_000_000).contains(thousandths) else {
            throw failure("distance out of range", range, "1 metre to 1000 kilometres")
        }
        return thousandths / 1000
    }

    private func reps(_ number: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> Int {
        guard (1...1000).contains(number) else {
            throw failure("invalid number of repetitions '\(number)'", range, "1 to 1000 repetitions")
        }
        return number
    }

    mutating func unit() throws(SetNotation.Failure) -> WeightUnit? {
        skipSpaces()
        let start = position
        switch letters() {
        case "": return nil
        case "kg": return .kilograms
        case "lb", "lbs": return .pounds
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

    /// `-` or `–`.
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

    mutating func skipSpaces() {
        while position < text.count, text[position] == 0x20 { position += 1 }
    }

    private mutating func letters() -> String {
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
