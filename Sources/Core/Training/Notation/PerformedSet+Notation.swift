extension PerformedSet {
    /// Why a text does not describe performed sets.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        public let message: String
        /// The part of the text that is wrong, in bytes.
        public let range: Range<Int>
        public let expected: String

        public var description: String { "\(message); expected \(expected)" }
    }

    /// The maximum number of sets in one text.
    public static let mostSets = 100

    /// Parses performed sets in the notation of programs: `5x5@80kg`, `5@60 5@60 4@60`, `8@bw+10kg rpe 8`, `3x60s`, `5km 27:30`.
    ///
    /// Blanks or commas separate sets. `warm-up`, `drop` or `back-off` before a set is its kind. `5@60kg~61.25kg` was planned with
    /// 61.25 kg, which the equipment did not allow. `50 total` took several sets, or one with pauses.
    ///
    /// - Parameter text: the sets; one to `mostSets`.
    public static func parse(_ text: String, unit: WeightUnit, kind: SetPrescription.Kind = .work) throws(Problem)
        -> [PerformedSet]
    {
        let bytes = Array(text.utf8)
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(SetNotation.Failure) in
                var reader = NotationReader(bytes)
                var sets: [PerformedSet] = []
                repeat {
                    sets += try reader.performedSets(unit, kind)
                    guard sets.count <= mostSets else {
                        throw SetNotation.Failure(
                            message: "too many sets",
                            range: 0..<bytes.count,
                            expected: "at most \(mostSets) sets"
                        )
                    }
                } while !reader.isAtEnd()
                return sets
            }
        }
        do throws(SetNotation.Failure) { return try result.get() } catch {
            // The examples of prescribed sets have ranges and percentages, which cannot be performed.
            let expected = error.expected == SetNotation.examples ? NotationReader.performedExamples : error.expected
            throw Problem(message: error.message, range: error.range, expected: expected)
        }
    }

    /// Sets in the notation that `parse` reads, with all units: `warm-up 5@40kg, 2x5@80kg rpe 8`.
    public static func notation(_ sets: [PerformedSet]) -> String {
        grouped(sets).map { count, set in
            [
                set.kind == .work ? nil : set.kind.rawValue,
                (count > 1 ? "\(count)x" : "") + set.amount.notation
                    + (set.load.map { "@" + $0.notation } ?? "") + (set.exactLoad.map { "~" + $0.notation } ?? ""),
                set.rpe.map { "rpe " + decimalText($0, places: 1) },
            ].compactMap { $0 }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// Equal sets in a row, counted; at most as many as `parse` accepts at once.
    public static func grouped(_ sets: [PerformedSet]) -> [(count: Int, set: PerformedSet)] {
        sets.reduce(into: []) { groups, set in
            if let last = groups.last, last.set == set, last.count < 50 {
                groups[groups.count - 1].count += 1
            } else {
                groups.append((1, set))
            }
        }
    }
}

extension PerformedSet.Amount: CustomStringConvertible {
    /// The amount as text: `5`, `60 s`, `5 km in 27:30`.
    public var description: String {
        let time = seconds.map { $0 < 60 ? "\($0) s" : PerformedSet.Amount.clock($0) }
        let distance = metres.map { SetTarget.distance(metres: $0).description }
        if let distance { return time.map { "\(distance) in \($0)" } ?? distance }
        return reps.map { isTotal ? "\($0) total" : "\($0)" } ?? time ?? "0"
    }

    fileprivate var notation: String {
        let time = seconds.map { "\($0)s" }
        let distance = metres.map { "\($0)m" }
        if let distance { return time.map { "\(distance) \($0)" } ?? distance }
        return reps.map { isTotal ? "\($0) total" : "\($0)" } ?? time ?? "0"
    }

    /// A time as on a stopwatch: `27:30`, `1:05:00`.
    private static func clock(_ seconds: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)") + ":" + padded(seconds % 60)
    }
}

extension PerformedSet.Load {
    /// The load, if it is within the range that `PerformedSet.parse` accepts.
    public var ifPossible: PerformedSet.Load? {
        switch self {
        case .weight(let weight, let unit): (1...unit.mostThousandths).contains(weight.thousandths) ? self : nil
        case .bodyweight(let plus, let unit): plus.thousandths.magnitude <= unit.mostThousandths ? self : nil
        }
    }
}

extension PerformedSet.Load: CustomStringConvertible {
    /// The load as text: `80 kg`, `bodyweight + 10 kg`.
    public var description: String {
        switch self {
        case .weight(let weight, let unit): "\(weight) \(unit.rawValue)"
        case .bodyweight(let plus, _) where plus.thousandths == 0: "bodyweight"
        case .bodyweight(let plus, let unit):
            "bodyweight \(plus.thousandths < 0 ? "-" : "+") \(Weight(thousandths: abs(plus.thousandths))) \(unit.rawValue)"
        }
    }

    fileprivate var notation: String {
        switch self {
        case .weight(let weight, let unit): "\(weight)\(unit.rawValue)"
        case .bodyweight(let plus, _) where plus.thousandths == 0: "bw"
        case .bodyweight(let plus, let unit): "bw" + (plus.thousandths < 0 ? "" : "+") + "\(plus)\(unit.rawValue)"
        }
    }
}
