/// Reduces names to keys that are equal for different spellings of the same name.
public enum NameKey {
    /// The name in lower case without diacritics, blanks and punctuation: `Pull-Up` and `pull up` become `pullup`.
    ///
    /// The dotless Turkish `ı` becomes `i` and the German `ß` becomes `ss`. Letters of other scripts are kept.
    ///
    /// - Returns: the key; empty if the name has only blanks and punctuation.
    public static func of(_ name: String) -> String {
        var text = name
        return text.withUTF8 { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? asciiKey(bytes) : unicodeKey(name.unicodeScalars)
        }
    }

    /// The name as an ID: its words in lower case with hyphens, as in `zercher-march`; nil if it has none.
    public static func id(of name: String) -> String? {
        let words = name.split { !$0.isLetter && !$0.isNumber }.map { of(String($0)) }.filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.joined(separator: "-")
    }

    /// Most names are ASCII, and the catalogue has thousands of names.
    private static func asciiKey(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { key in
            var count = 0
            for byte in bytes {
                guard let kept = kept(byte) else { continue }
                key[count] = kept
                count += 1
            }
            return count
        }
    }

    private static func unicodeKey(_ scalars: String.UnicodeScalarView) -> String {
        var key: [UInt8] = []
        for scalar in scalars {
            if scalar.isASCII {
                if let kept = kept(UInt8(truncatingIfNeeded: scalar.value)) { key.append(kept) }
            } else if let plain = plainLetters[scalar] {
                key += plain
            } else if !isOmitted(scalar) {
                key += scalar.properties.lowercaseMapping.utf8
            }
        }
        return String(decoding: key, as: UTF8.self)
    }

    /// A digit, or a letter in lower case; nil for other bytes.
    private static func kept(_ byte: UInt8) -> UInt8? {
        let lower = byte | 0x20
        if lower >= 0x61, lower <= 0x7A { return lower }
        return byte >= 0x30 && byte <= 0x39 ? byte : nil
    }

    private static func isOmitted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format: true
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation: true
        case .initialPunctuation, .finalPunctuation, .otherPunctuation: true
        case .nonspacingMark: true
        default: false
        }
    }

    /// The base letters of precomposed Latin letters; the standard library has no public decomposition.
    private static let plainLetters: [Unicode.Scalar: [UInt8]] = {
        let groups: [(String, String)] = [
            ("a", "àáâãäåāăąÀÁÂÃÄÅĀĂĄ"), ("ae", "æÆ"), ("c", "çćĉċčÇĆĈĊČ"), ("d", "ďđðĎĐÐ"),
            ("e", "èéêëēĕėęěÈÉÊËĒĔĖĘĚ"), ("g", "ĝğġģĜĞĠĢ"), ("h", "ĥħĤĦ"), ("i", "ìíîïĩīĭįıÌÍÎÏĨĪĬĮİ"), ("j", "ĵĴ"),
            ("k", "ķĶ"), ("l", "ĺļľłĹĻĽŁ"), ("n", "ñńņňÑŃŅŇ"), ("o", "òóôõöøōŏőÒÓÔÕÖØŌŎŐ"), ("oe", "œŒ"),
            ("r", "ŕŗřŔŖŘ"), ("s", "śŝşšșŚŜŞŠȘ"), ("ss", "ßẞ"), ("t", "ţťŧțŢŤŦȚ"), ("u", "ùúûüũūŭůűųÙÚÛÜŨŪŬŮŰŲ"),
            ("w", "ŵŴ"), ("y", "ýÿŷÝŸŶ"), ("z", "źżžŹŻŽ"),
        ]
        var letters: [Unicode.Scalar: [UInt8]] = [:]
        for (plain, marked) in groups {
            for scalar in marked.unicodeScalars { letters[scalar] = Array(plain.utf8) }
        }
        return letters
    }()
}

/// An ID made from a name: `Bench Press` becomes `bench-press`.
func slug(_ text: String) -> String {
    let slug = String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
        var count = 0
        for byte in text.utf8 {
            let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            if (lower >= 0x61 && lower <= 0x7A) || (lower >= 0x30 && lower <= 0x39) {
                buffer[count] = lower
                count += 1
            } else if count > 0, buffer[count - 1] != 0x2D {
                buffer[count] = 0x2D
                count += 1
            }
        }
        return count > 0 && buffer[count - 1] == 0x2D ? count - 1 : count
    }
    return slug.isEmpty ? "x" : slug
}

extension String {
    /// The text without trailing blanks and line breaks.
    var trimmingEnd: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

extension Exercise {
    /// Whether a name as typed is the exercise's ID or name, in the program or in the user's language.
    package func isNamed(_ name: String) -> Bool {
        let key = NameKey.of(name)
        return !key.isEmpty && [id, self.name, title].contains { NameKey.of($0) == key }
    }
}

extension ExerciseCatalog {
    /// The exercises that match a name, by the first rule that finds any: the ID, the name, the catalogue's exercise of that name, or a
    /// name that contains it, such as `row` in Barbell Row.
    package func matching<Element>(
        _ name: String,
        among all: [Element],
        exercise: @escaping (Element) -> Exercise,
        catalogued: @escaping (Element) -> String?
    ) -> [Element] {
        let key = NameKey.of(name)
        guard !key.isEmpty else { return [] }
        let known = self.exercise(named: name)?.id
        let rules: [(Element) -> Bool] = [
            { NameKey.of(exercise($0).id) == key }, { exercise($0).isNamed(name) },
            { known != nil && catalogued($0) == known },
            { one in
                key.utf8.count > 2
                    && [exercise(one).name, exercise(one).title].contains { NameKey.of($0).contains(key) }
            },
        ]
        return rules.lazy.map { all.filter($0) }.first { !$0.isEmpty } ?? []
    }
}
