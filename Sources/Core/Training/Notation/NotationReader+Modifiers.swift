/// What follows the target or the load of a set, and where.
struct SetModifiers {
    var technique: (value: SetTechnique, range: Range<Int>)?
    var rpeCap: (value: Int, range: Range<Int>)?
}

/// Parses how sets are done, and up to which effort.
extension NotationReader {
    /// Reads `rest-pause`, `myo`, `every 2min`, `emom`, `per rep`, `half` and `cap rpe 8`, in any order.
    mutating func read(_ modifiers: inout SetModifiers) throws(SetNotation.Failure) {
        while true {
            skipSpaces()
            let start = position
            if let cap = try cap() {
                guard modifiers.rpeCap == nil else {
                    throw failure("the set has two caps", start..<position, "one, as in 5 @ 80% cap rpe 8")
                }
                modifiers.rpeCap = (cap, start..<position)
            } else if let technique = try technique() {
                guard modifiers.technique == nil else {
                    throw failure(
                        "the set has two techniques",
                        start..<position,
                        "only one of rest-pause, myo, emom, every, per rep and half"
                    )
                }
                modifiers.technique = (technique, start..<position)
            } else {
                return
            }
        }
    }

    private mutating func cap() throws(SetNotation.Failure) -> Int? {
        guard takeWord("cap") else { return nil }
        skipSpaces()
        let start = position
        guard takeWord("rpe") else {
            throw failure("'cap' has no RPE", start..<min(start + 1, text.count), "cap rpe 8")
        }
        return try bounded(1000...10_000, "RPE", "cap rpe 6 to cap rpe 10") / 100
    }

    private mutating func technique() throws(SetNotation.Failure) -> SetTechnique? {
        if takeWord("rest-pause") { return .restPause }
        if takeWord("myo-reps") || takeWord("myo") { return .myoReps }
        if takeWord("emom") { return .every(seconds: 60) }
        if takeWord("half") { return .half }
        if takeWord("per") {
            guard takeWord("rep") else {
                throw failure(
                    "'per' must be followed by 'rep'",
                    position..<min(position + 1, text.count),
                    "per rep, as in 3-6x1 per rep"
                )
            }
            return .perRep
        }
        guard takeWord("every") else { return nil }
        skipSpaces()
        let start = position
        guard start < text.count, isDigit(text[start]), case .time(let seconds) = try target() else {
            throw failure("'every' has no time", start..<max(start, position), "every 1min, every 90s or emom")
        }
        return .every(seconds: seconds)
    }
}

extension SetModifiers {
    /// Why the modifiers do not fit a set, and the key of the part that does not; nil if they do.
    func problem(_ counts: ClosedRange<Int>, _ target: SetTarget, _ load: Load?) -> (
        key: String, failure: SetNotation.Failure
    )? {
        if let rpeCap {
            switch load {
            case .rpe, .rpeRange, .rir, .rirRange:
                let expected = "a cap on a load, as in 5 @ 80% cap rpe 8, or a range such as rpe 7-8"
                return (
                    "cap",
                    SetNotation.Failure(
                        message: "a load in RPE or RIR cannot have a cap",
                        range: rpeCap.range,
                        expected: expected
                    )
                )
            default: break
            }
        }
        guard let technique else { return nil }
        let (message, expected): (String, String)
        switch (technique.value, target) {
        case (.straight, _), (.restPause, .reps), (.restPause, .range), (.restPause, .amrap), (.myoReps, .reps),
            (.myoReps, .range), (.myoReps, .amrap):
            return nil
        case (.every, _):
            guard counts.upperBound == 1 else { return nil }
            (message, expected) = ("a single set cannot have an interval", "several sets, as in 10x3 every 1min")
        case (.perRep, _):
            guard counts.lowerBound == counts.upperBound else { return nil }
            (message, expected) = (
                "'per rep' needs a range of sets", "the fewest and the most sets, as in 3-6x1 per rep"
            )
        case (.half, .range): return nil
        case (.half, _):
            (message, expected) = (
                "'half' needs a range of repetitions", "the fewest and the most repetitions, as in 4x3-5 half"
            )
        case (.restPause, _), (.myoReps, _):
            (message, expected) = (
                "rest-pause and myo need a number of repetitions", "repetitions, as in 11-15 rest-pause"
            )
        }
        return ("technique", SetNotation.Failure(message: message, range: technique.range, expected: expected))
    }
}
