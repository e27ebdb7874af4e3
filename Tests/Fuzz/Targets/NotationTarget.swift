@testable import Training

extension FuzzTarget {
    /// Set notation: what is written reads back as the same set.
    static let notation = FuzzTarget(name: "notation") { bytes in
        for units in [WeightUnit.kilograms, .pounds] {
            guard let sets = try bytes.withUnsafeBufferPointer({ try parsed($0, units) }) else { continue }
            let again = try Array(sets.notation.utf8).withUnsafeBufferPointer { try parsed($0, units) }
            try require(again == sets, "\(sets) reads back as \(again.map(\.description) ?? "nothing")")
            try require(again?.description == sets.description, "\(sets) reads back as other text")
        }
        bytes.withUnsafeBufferPointer { text in
            _ = try? SetNotation.parseLoad(text, units: .kilograms)
            _ = try? SetNotation.parseTarget(text)
        }
    }

    private static func parsed(_ text: UnsafeBufferPointer<UInt8>, _ units: WeightUnit) throws -> SetPrescription? {
        do {
            return try SetNotation.parse(text, units: units)
        } catch {
            try require(
                0 <= error.range.lowerBound && error.range.upperBound <= text.count,
                "\(error) is outside the text"
            )
            return nil
        }
    }
}
