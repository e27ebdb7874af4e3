/// Reads and writes sets in the usual notation: `3x8-12 @ 75%`, `5+ @ 85%`, `3x60s`, `5km`.
enum SetNotation {
    /// Why a text is not a set: what is wrong, at which bytes, and what is allowed there.
    struct Failure: Error, Hashable {
        let message: String
        let range: Range<Int>
        let expected: String
    }

    static let examples = "sets such as 5x5, 3x8-12 @ 75%, 5+ @ 85%, 3x60s or 5km"

    static func parse(_ text: UnsafeBufferPointer<UInt8>, units: WeightUnit) throws(Failure) -> SetPrescription {
        var reader = NotationReader(text)
        let (count, target) = try reader.countAndTarget()
        var load: Load?
        if reader.take("@") { load = try reader.load(units: units) }
        try reader.expectEnd(examples)
        return SetPrescription(count: count, target: target, load: load)
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
        try reader.expectEnd("8, 8-12, 5+, 60s or 5km")
        return target
    }
}
