/// Parses the load of a set.
extension NotationReader {
    static let loadExamples = "80kg, 75%, 70-75%, 75%+, 75% 1rm, 70% + 5kg, 90% of top, rpe 8, rir 2 or bodyweight"

    mutating func load(units: WeightUnit) throws(SetNotation.Failure) -> Load {
        skipSpaces()
        let start = position
        if takeWord("rpe") { return try rpe(start) }
        if takeWord("rir") { return try rir(start) }
        if takeWord("bodyweight") || takeWord("bw") { return try bodyweight(units) }
        guard start < text.count, isDigit(text[start]) else {
            let wrong = start..<min(start + 1, text.count)
            throw failure(
                start < text.count ? "a load cannot begin with '\(character(start))'" : "missing load",
                wrong,
                Self.loadExamples
            )
        }
        let number = try thousandths(whole: true)
        if take("%") { return try percentage(number, start, units) }
        return try weight(number, start, units)
    }

    // MARK: Effort

    private mutating func rpe(_ start: Int) throws(SetNotation.Failure) -> Load {
        let expected = "rpe 6 to rpe 10, or a range such as rpe 7-8"
        let least = try bounded(1000...10_000, "RPE", expected) / 100
        guard takeDash() else { return .rpe(tenths: least) }
        let most = try bounded(1000...10_000, "RPE", expected) / 100
        try expectOrder(least < most, start, "the lower RPE first, as in rpe 7-8")
        return .rpeRange(tenths: least...most)
    }

    private mutating func rir(_ start: Int) throws(SetNotation.Failure) -> Load {
        let expected = "rir 0 to rir 10, or a range such as rir 1-2"
        let least = try bounded(0...10_000, "repetitions in reserve", expected) / 1000
        guard takeDash() else { return .rir(least) }
        let most = try bounded(0...10_000, "repetitions in reserve", expected) / 1000
        try expectOrder(least < most, start, "the smaller number first, as in rir 1-2")
        return .rirRange(least...most)
    }

    // MARK: Weights

    private mutating func bodyweight(_ units: WeightUnit) throws(SetNotation.Failure) -> Load {
        let isAssisted = takeDash()
        guard isAssisted || take("+") else { return .bodyweight(plus: nil, units) }
        let example = isAssisted ? "assistance above 0, as in bodyweight - 20kg" : "bodyweight+10kg"
        let weight = try bounded(1...2_000_000, "weight", example)
        return .bodyweight(plus: Weight(thousandths: isAssisted ? -weight : weight), try unit() ?? units)
    }

    /// A weight, a range of weights, or the lightest weight allowed; or a range of percentages, which starts like one of weights.
    private mutating func weight(_ number: Int, _ start: Int, _ units: WeightUnit) throws(SetNotation.Failure) -> Load {
        let typed = try unit()
        guard takeDash() else {
            let weight = try weight(number, start..<position)
            return take("+") ? .weightAtLeast(weight, typed ?? units) : .weight(weight, typed ?? units)
        }
        let end = try self.number("the range has no end", "60-70kg or 70-75%")
        if typed == nil, take("%") { return try percentages(number, end, start) }
        let unit = try unit() ?? typed ?? units
        guard typed ?? unit == unit else {
            throw failure("the range has two units", start..<position, "one unit, as in 60-70kg")
        }
        let (least, most) = (try weight(number, start..<position), try weight(end, start..<position))
        try expectOrder(least < most, start, "the lighter weight first, as in 60-70kg")
        return .weightRange(least...most, unit)
    }

    private func weight(_ number: Int, _ range: Range<Int>) throws(SetNotation.Failure) -> Weight {
        guard number <= 2_000_000 else { throw failure("weight too large", range, "a weight up to 2000") }
        return Weight(thousandths: number)
    }

    // MARK: Percentages

    /// What follows `70%`: a base, a weight to add, the end of a range, or a plus for an open top.
    private mutating func percentage(_ number: Int, _ start: Int, _ units: WeightUnit) throws(SetNotation.Failure)
        -> Load
    {
        var share = try percentage(number, start)
        let base = try base(&share)
        let isMinus = takeDash()
        guard isMinus || take("+") else { return .percentage(share, of: base ?? .default) }
        let sign = position - 1
        // `1rm` begins with a digit, too.
        if !isMinus, base == nil, let following = try self.base(&share) {
            return .percentageAtLeast(share, of: following)
        }
        skipSpaces()
        if !isMinus, position == text.count || !isDigit(text[position]) {
            try expectNoUnit(after: sign)
            return .percentageAtLeast(share, of: base ?? .default)
        }
        let example = "70% + 5kg, 70-75%, or 75%+ for 75% or more"
        let second = try self.number("missing number after '-'", example)
        if isMinus, base == nil, take("%") { return try percentages(number, second, start) }
        guard (1...2_000_000).contains(second) else {
            throw failure(
                "invalid weight '\(decimalText(second, places: 3))'",
                sign..<position,
                "a weight such as 70% + 5kg"
            )
        }
        let weight = Weight(thousandths: isMinus ? -second : second)
        return .percentagePlus(share, of: base ?? .default, plus: weight, try unit() ?? units)
    }

    /// A range of percentages, whose sign was read.
    private mutating func percentages(_ first: Int, _ second: Int, _ start: Int) throws(SetNotation.Failure) -> Load {
        var (least, most) = (try percentage(first, start), try percentage(second, start))
        try expectOrder(least < most, start, "the lower percentage first, as in 70-75%")
        let place = position
        let base = try base(&least) ?? .default
        position = place
        _ = try self.base(&most)
        let end = position
        if take("+") || takeDash() {
            throw failure(
                "a range of percentages cannot have an added weight or a '+'",
                end..<position,
                "one percentage, as in 70% + 5kg or 75%+"
            )
        }
        return .percentageRange(least...most, of: base)
    }

    private func percentage(_ number: Int, _ start: Int) throws(SetNotation.Failure) -> Percentage {
        guard (10...150_000).contains(number) else {
            throw failure(
                "invalid percentage '\(decimalText(number, places: 3))%'",
                start..<position,
                "a percentage above 0 and up to 150"
            )
        }
        return Percentage(hundredths: number / 10)
    }

    /// The repetitions of a rep max, such as `10rm`; nil if there is none.
    private mutating func repMax() throws(SetNotation.Failure) -> Int? {
        skipSpaces()
        let start = position
        while position < text.count, isDigit(text[position]) { position += 1 }
        let digits = start..<position
        guard !digits.isEmpty, position < text.count, isLetter(text[position]), takeWord("rm") else {
            position = start
            return nil
        }
        let reps = Int(String(decoding: text[digits], as: UTF8.self)) ?? 0
        guard (1...MaxFormula.mostReps).contains(reps) else {
            let name = String(decoding: text[start..<position], as: UTF8.self)
            throw failure(
                "no formula for a percentage of \(name)",
                start..<position,
                "1rm to \(MaxFormula.mostReps)rm, or a separate lift with that weight as its max"
            )
        }
        return reps
    }

    /// The base of a percentage: `tm`, `of 1rm` or `of top`.
    ///
    /// - Parameter share: the percentage; one of another rep max, such as `10rm`, becomes one of the one-rep max by Epley's formula.
    private mutating func base(_ share: inout Percentage) throws(SetNotation.Failure) -> Load.Base? {
        let start = position
        let hasPreposition = takeWord("of")
        if takeWord("tm") { return .trainingMax }
        if let reps = try repMax() {
            let whole = reps == 1 ? 30 : 30 + reps
            share = Percentage(hundredths: (share.hundredths * 30 + whole / 2) / whole)
            return .oneRepMax
        }
        if hasPreposition, takeWord("top") {
            _ = takeWord("set")
            return .topSet
        }
        if hasPreposition, takeWord("last") {
            _ = takeWord("set")
            return .lastSet
        }
        if hasPreposition, takeWord("load") { return .exerciseLoad }
        guard hasPreposition else {
            position = start
            return nil
        }
        let word = position
        while position < text.count, isLetter(text[position]) || isDigit(text[position]) { position += 1 }
        throw failure(
            word == position
                ? "missing base after 'of'"
                : "unknown base '\(String(decoding: text[word..<position], as: UTF8.self))'",
            word..<position,
            "tm, 1rm, another rep max such as 10rm, top, last or load"
        )
    }

    /// Reports `5%+kg`, which is neither `5% + 2.5kg` nor `5%+`.
    private func expectNoUnit(after sign: Int) throws(SetNotation.Failure) {
        var rest = self
        for unit: StaticString in ["kg", "lb", "lbs"] where rest.takeWord(unit) {
            throw failure(
                "missing weight between '+' and '\(unit)'",
                sign..<rest.position,
                "a weight such as 70% + 5kg, or 75%+ for 75% or more"
            )
        }
    }

    // MARK: Pieces

    /// A number in thousandths.
    private mutating func number(_ missing: String, _ expected: String) throws(SetNotation.Failure) -> Int {
        skipSpaces()
        guard position < text.count, isDigit(text[position]) else {
            throw failure(missing, position..<min(position + 1, text.count), expected)
        }
        return try thousandths(whole: true)
    }

    private func expectOrder(_ isInOrder: Bool, _ start: Int, _ expected: String) throws(SetNotation.Failure) {
        guard !isInOrder else { return }
        let typed = String(decoding: text[start..<position], as: UTF8.self)
        throw failure("invalid range '\(typed)'", start..<position, expected)
    }
}
