extension NotationReader {
    /// Repetitions and loads beyond which a set is a typing error.
    private static let mostSets = 50

    static let performedExamples = "sets such as 5x5@80kg, 5@60kg 5@60kg 4@60kg, 8@bw+10kg, 3x60s or '5km 27:30'"

    /// Whether everything was read, apart from blanks and separators.
    mutating func isAtEnd() -> Bool {
        skipSpaces()
        return position == text.count
    }

    /// One or more identical sets as performed: `5x5@80kg`, `8@bw+10kg rpe 8`, `5km 27:30`, `warm-up 5@40kg`.
    mutating func performedSets(_ unit: WeightUnit, _ kind: SetPrescription.Kind) throws(SetNotation.Failure)
        -> [PerformedSet]
    {
        let kind = performedKind() ?? kind
        let count = try performedCount()
        let amount = try performedAmount()
        var load: PerformedSet.Load?
        var exact: PerformedSet.Load?
        var rpe: Int?
        var hasUnit = true
        while take("@") {
            let start = position
            if let rating = try performedRating() {
                try expectFirst(rpe, "ratings", start)
                rpe = rating
            } else {
                let typed = try performedLoad(unit)
                try expectFirst(load, "loads", start)
                (load, hasUnit) = typed
                if case .weight = typed.0, take("~") {
                    let (weight, unit, isWhole) = try performedWeight(unit)
                    (exact, hasUnit) = (.weight(Weight(thousandths: weight), unit), isWhole)
                }
            }
        }
        let start = position
        if let rating = try performedRating() {
            try expectFirst(rpe, "ratings", start)
            rpe = rating
        }
        try separate(afterWeightWithoutUnit: !hasUnit && rpe == nil)
        return Array(
            repeating: PerformedSet(kind: kind, amount: amount, load: load, rpe: rpe, exactLoad: exact),
            count: count
        )
    }

    private func expectFirst<Value>(_ former: Value?, _ what: String, _ start: Int) throws(SetNotation.Failure) {
        guard former != nil else { return }
        throw failure("the set has two \(what)", start..<position, "one, as in 5@80kg rpe 8")
    }

    private mutating func performedKind() -> SetPrescription.Kind? {
        if takeWord("warm-up") { return .warmUp }
        if takeWord("back-off") { return .backOff }
        return takeWord("drop") ? .drop : nil
    }

    /// The number of sets before an `x`; 1 without it.
    private mutating func performedCount() throws(SetNotation.Failure) -> Int {
        let start = position
        guard let (number, range) = try wholeNumber(), takeTimes() else {
            position = start
            return 1
        }
        guard (1...NotationReader.mostSets).contains(number) else {
            throw failure("invalid number of sets '\(number)'", range, "1 to \(NotationReader.mostSets) sets")
        }
        return number
    }

    private mutating func performedAmount() throws(SetNotation.Failure) -> PerformedSet.Amount {
        if let seconds = try clockTime() { return PerformedSet.Amount(seconds: seconds) }
        skipSpaces()
        let start = position
        guard start < text.count else { throw failure("missing sets", start..<start, NotationReader.performedExamples) }
        // Nobody performs a set with no repetitions, but an attempt that failed is worth a record.
        if let (number, _) = try wholeNumber(), number == 0, position == text.count || !isAmountSign(text[position]) {
            return PerformedSet.Amount(reps: 0)
        }
        position = start
        switch try target() {
        case .reps(let reps): return PerformedSet.Amount(reps: reps)
        case .time(let seconds): return PerformedSet.Amount(seconds: seconds)
        case .distance(let metres): return PerformedSet.Amount(seconds: try timeOfDistance(), metres: metres)
        case .total(let reps): return PerformedSet.Amount(reps: reps, isTotal: true)
        case .range, .totalRange, .amrap, .within, .amrapWithin, .repMax:
            throw targetFailure(start, "the repetitions that you did, such as 5")
        case .timeRange: throw targetFailure(start, "the time that you did, such as 60s")
        }
    }

    private func targetFailure(_ start: Int, _ expected: String) -> SetNotation.Failure {
        let typed = String(decoding: text[start..<position], as: UTF8.self)
        return failure("'\(typed)' is a target", start..<position, expected)
    }

    private func isAmountSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || isLetter(byte) || isDigit(byte)
    }

    /// The time that follows a distance, if one does: `27:30` or `28min`.
    private mutating func timeOfDistance() throws(SetNotation.Failure) -> Int? {
        if let seconds = try clockTime() { return seconds }
        let start = position
        if try wholeNumber() != nil, !takeTimes() {
            position = start
            if case .time(let seconds) = try target() { return seconds }
        }
        position = start
        return nil
    }

    /// A time as on a stopwatch: minutes and seconds, or hours, minutes and seconds.
    private mutating func clockTime() throws(SetNotation.Failure) -> Int? {
        let start = position
        guard let (first, _) = try wholeNumber(), position < text.count, text[position] == UInt8(ascii: ":") else {
            position = start
            return nil
        }
        var parts = [first]
        while parts.count < 3, position < text.count, text[position] == UInt8(ascii: ":") {
            position += 1
            let digits = position
            guard let (part, _) = try wholeNumber(), position - digits == 2, part < 60 else {
                throw failure("invalid time", start..<position, "minutes and seconds such as 27:30, or 1:05:00")
            }
            parts.append(part)
        }
        let seconds = parts.reduce(0) { $0 * 60 + $1 }
        guard (1...86_400).contains(seconds) else {
            throw failure("time out of range", start..<position, "1 second to 24 hours")
        }
        return seconds
    }

    private mutating func performedRating() throws(SetNotation.Failure) -> Int? {
        guard takeWord("rpe") else { return nil }
        return try bounded(1000...10_000, "RPE", "rpe 1 to rpe 10") / 100
    }

    private mutating func performedLoad(_ defaultUnit: WeightUnit) throws(SetNotation.Failure)
        -> (PerformedSet.Load, hasUnit: Bool)
    {
        if takeWord("bodyweight") || takeWord("bw") {
            let isMinus = take("-")
            // Without a weight the unit has no meaning; one unit makes equal loads equal.
            guard isMinus || take("+") else { return (.bodyweight(plus: Weight(thousandths: 0), .kilograms), true) }
            let (weight, unit, hasUnit) = try performedWeight(defaultUnit)
            return (.bodyweight(plus: Weight(thousandths: isMinus ? -weight : weight), unit), hasUnit)
        }
        let (weight, unit, hasUnit) = try performedWeight(defaultUnit)
        return (.weight(Weight(thousandths: weight), unit), hasUnit)
    }

    private mutating func performedWeight(_ defaultUnit: WeightUnit) throws(SetNotation.Failure)
        -> (thousandths: Int, WeightUnit, hasUnit: Bool)
    {
        skipSpaces()
        let start = position
        let example = "a weight such as 82.5kg or 180lb, or bw"
        guard start < text.count, isDigit(text[start]) else {
            let wrong = start..<min(start + 1, text.count)
            throw failure(
                start < text.count ? "a weight cannot begin with '\(character(start))'" : "missing weight",
                wrong,
                example
            )
        }
        let number = try thousandths(whole: true) + decimalsAfterComma(from: start)
        let end = position
        let typed = try weightUnit()
        let unit = typed ?? defaultUnit
        guard number > 0, number <= unit.mostThousandths else {
            let most = unit.mostThousandths / 1000
            throw failure(
                "invalid weight '\(decimalText(number, places: 3))'",
                start..<end,
                "a weight above 0 and up to \(most) \(unit.rawValue); 'bw' is body weight"
            )
        }
        return (number, unit, typed != nil)
    }

    /// The decimals after a comma, in thousandths; 0 if the comma separates sets, or if there is none.
    ///
    /// A unit shows that it is a decimal comma: `5@82,5kg` is one set, and `5@82,5` could be two.
    private mutating func decimalsAfterComma(from start: Int) throws(SetNotation.Failure) -> Int {
        var rest = self
        guard position < text.count, text[position] == UInt8(ascii: ","), text[start..<position].allSatisfy(isDigit)
        else { return 0 }
        rest.position += 1
        let first = rest.position
        while rest.position < text.count, isDigit(text[rest.position]) { rest.position += 1 }
        var unit = rest
        guard rest.position > first, ["kg", "lbs", "lb"].contains(where: { unit.takeUnit($0) }) else { return 0 }
        rest.position = first
        let decimals = try rest.thousandths()
        position = rest.position
        return decimals
    }

    /// A unit of weight right after a number; other words may belong to the next set or to the RPE.
    private mutating func weightUnit() throws(SetNotation.Failure) -> WeightUnit? {
        let start = position
        for (word, unit) in [("kg", WeightUnit.kilograms), ("lbs", .pounds), ("lb", .pounds)]
        where takeUnit(word) { return unit }
        if start < text.count, isLetter(text[start]) {
            _ = try self.unit()
        }
        return nil
    }

    private mutating func takeUnit(_ word: String) -> Bool {
        let start = position
        skipSpaces()
        let bytes = Array(word.utf8)
        let end = position + bytes.count
        guard end <= text.count, text[position..<end].elementsEqual(bytes, by: { $0 | 0x20 == $1 }),
            end == text.count || !isLetter(text[end])
        else {
            position = start
            return false
        }
        position = end
        return true
    }

    /// Reads what separates two sets.
    ///
    /// A comma after a weight without a unit may be a decimal comma: it separates sets only if a blank or a set with a load follows.
    private mutating func separate(afterWeightWithoutUnit isAmbiguous: Bool) throws(SetNotation.Failure) {
        let start = position
        guard take(",") else { return }
        guard isAmbiguous, position < text.count, isDigit(text[position]) else { return }
        let following = text[position...].prefix { $0 != UInt8(ascii: ",") && $0 != 0x20 }
        guard !following.contains(UInt8(ascii: "@")) else { return }
        throw failure("ambiguous comma", start..<start + 1, "82.5 or 82,5kg for a decimal, or a blank between sets")
    }
}
