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
