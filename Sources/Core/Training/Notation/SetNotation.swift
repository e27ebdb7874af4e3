/// Reads and writes sets in the usual notation: `3x8-12 @ 75%`, `5+ @ 85%`, `3x60s`, `5km`.
enum SetNotation {
    /// Why a text is not a set: what is wrong, at which bytes, and what is allowed there.
    struct Failure: Error, Hashable {
        let message: String
        let range: Range<Int>
        let expected: String
    }

    static let examples = "sets such as 5x5, 3x8-12 @ 75%, 5+ @ 85%, 50 total, 3x60s or 5km"

    static func parse(_ text: UnsafeBufferPointer<UInt8>, units: WeightUnit) throws(Failure) -> SetPrescription {
        var reader = NotationReader(text)
        let (counts, target) = try reader.countsAndTarget()
        var modifiers = SetModifiers()
        try reader.read(&modifiers)
        var load: Load?
        if reader.take("@") {
            load = try reader.load(units: units)
            try reader.read(&modifiers)
        }
        try reader.expectEnd(examples)
        if let problem = modifiers.problem(counts, target, load) { throw problem.failure }
        return SetPrescription(
            count: counts.lowerBound,
            mostCount: counts.upperBound,
            target: target,
            technique: modifiers.technique?.value ?? .straight,
            load: load,
            rpeCap: modifiers.rpeCap?.value
        )
    }

    static func parseLoad(_ text: UnsafeBufferPointer<UInt8>, units: WeightUnit) throws(Failure) -> Load {
        var reader = NotationReader(text)
        let load = try reader.load(units: units)
        try reader.expectEnd(NotationReader.loadExamples)
        return load
    }

    static func parseTarget(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) -> SetTarget {
        var reader = NotationReader(text)
        let target = try reader.target()
        try reader.expectEnd("8, 8-12, 5+, 50 total, 20 in 10min, 5RM, 60s or 5km")
        return target
    }

    static func parseCounts(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) -> ClosedRange<Int> {
        var reader = NotationReader(text)
        guard let counts = try reader.counts(isAlone: true) else {
            throw Failure(message: "invalid number of sets", range: 0..<text.count, expected: "1 to 50 sets, or 2-3")
        }
        try reader.expectEnd("1 to 50 sets, or 2-3")
        return counts
    }
}
