internal import Quoting

/// Numbers with units, as they state sets.
enum Quantities {
    private static let units: Set = [
        "x", "m", "km", "mi", "kg", "lb", "lbs", "s", "sec", "min", "h", "w", "cal", "kcal", "rpe", "reps",
    ]
    /// How much of a text counts, in Unicode scalars.
    private static let longest = 100

    /// Whether a text consists of numbers, units and the characters between them.
    static func matches(_ text: Substring.UnicodeScalarView) -> Bool {
        var hasDigits = false
        var isAfterDot = false
        var word = ""
        for scalar in Array(text.prefix(longest)) + [" "] {
            if scalar.properties.isAlphabetic {
                word.unicodeScalars.append(scalar)
                continue
            }
            guard word.isEmpty || units.contains(word.lowercased()) else { return false }
            word = ""
            switch scalar {
            case "0"..."9", "½", "¼", "¾": hasDigits = true
            // A number with two points is a date.
            case ".":
                guard !isAfterDot else { return false }
                isAfterDot = true
            case " ", ",", ";", ":", "@", "×": isAfterDot = false
            default: return false
            }
        }
        return hasDigits
    }

    /// Whether a text starts with a unit of ASCII letters.
    static func startsWithUnit(_ text: ArraySlice<UInt8>) -> Bool {
        let word = text.drop { $0 == 0x20 }.prefix { (0x61...0x7A).contains($0 | 0x20) || $0 >= 0x80 }
        return word.count <= 4 && units.contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    /// Whether a text lists numbers, such as `5,5,3`, or multiplies them, such as `3x5`.
    static func areListed(_ text: String) -> Bool {
        var (isAfterDigit, isAfterSign) = (false, false)
        for scalar in text.unicodeScalars where scalar != " " || !isAfterSign {
            let isDigit = ("0"..."9").contains(scalar)
            if isDigit, isAfterSign { return true }
            isAfterSign = isAfterDigit && [",", "x", "×"].contains(scalar)
            isAfterDigit = isDigit
        }
        return false
    }

    /// Whether a line may state sets: it has numbers, and is no telephone number, address, date or postal code.
    static func areSets(_ line: TextLine) -> Bool {
        let scalars = Substring(line.text).unicodeScalars
        let name = scalars.prefix { !("0"..."9").contains($0) }
        let rest = scalars[name.endIndex...]
        guard !rest.isEmpty, scalars.first != "+", line.text.range(ofBytes: "://") == nil else { return false }
        let digits = rest.split { !("0"..."9").contains($0) }.map(\.count).max() ?? 0
        if name.contains(where: \.properties.isAlphabetic), matches(rest) { return digits <= 5 }
        return digits <= 4 && !line.namesMessage
    }
}
