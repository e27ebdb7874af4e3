@testable import Training

extension FuzzTarget {
    /// Set notation: the displayed text reads back as the same set.
    static let notation = FuzzTarget(name: "notation") { bytes in
        for units in [WeightUnit.kilograms, .pounds] {
            guard let sets = try bytes.withUnsafeBufferPointer({ try parsed($0, units) }) else { continue }
            let written = notation(sets.description)
            let again = try Array(written.utf8).withUnsafeBufferPointer { try parsed($0, units) }
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

    /// Converts displayed text to the notation: `3×8–12 @ 75% of 1RM` is `3x8-12 @ 75% 1rm`.
    private static func notation(_ shown: String) -> String {
        var text = shown
        for (typographic, typed) in [
            ("–", "-"), (" of training max", " tm"), (" of 1RM", " 1rm"), (" + ", "+"), (" min", "min"), (" s", "s"),
            (" km", "km"),
            (" m", "m"),
        ] { text = text.replacing(typographic, with: typed) }
        return text
    }
}
