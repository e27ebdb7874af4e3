/// Reduces names to what distinguishes them, so that spellings of the same name are found.
public enum NameKey {
    /// The name in lower case without diacritics, blanks and punctuation: `Pull-Up` and `pull up` become `pullup`.
    ///
    /// The dotless Turkish `ı` becomes `i` and the German `ß` becomes `ss`. Letters of other scripts are kept.
    ///
    /// - Returns: the key; empty if the name has only blanks and punctuation.
    public static func of(_ name: String) -> String {
        var key = ""
        for scalar in name.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                let isUpper = byte >= 0x41 && byte <= 0x5A
                let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
                guard isLetter || (byte >= 0x30 && byte <= 0x39) else { continue }
                key.unicodeScalars.append(isUpper ? Unicode.Scalar(byte | 0x20) : scalar)
            } else if let plain = plainLetters[scalar] {
                key += plain
            } else if !isOmitted(scalar) {
                key += scalar.properties.lowercaseMapping
            }
        }
        return key
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
    private static let plainLetters: [Unicode.Scalar: String] = {
        let groups: [(String, String)] = [
            ("a", "àáâãäåāăąÀÁÂÃÄÅĀĂĄ"), ("ae", "æÆ"), ("c", "çćĉċčÇĆĈĊČ"), ("d", "ďđðĎĐÐ"),
            ("e", "èéêëēĕėęěÈÉÊËĒĔĖĘĚ"), ("g", "ĝğġģĜĞĠĢ"), ("h", "ĥħĤĦ"), ("i", "ìíîïĩīĭįıÌÍÎÏĨĪĬĮİ"), ("j", "ĵĴ"),
            ("k", "ķĶ"), ("l", "ĺļľłĹĻĽŁ"), ("n", "ñńņňÑŃŅŇ"), ("o", "òóôõöøōŏőÒÓÔÕÖØŌŎŐ"), ("oe", "œŒ"),
            ("r", "ŕŗřŔŖŘ"), ("s", "śŝşšșŚŜŞŠȘ"), ("ss", "ßẞ"), ("t", "ţťŧțŢŤŦȚ"), ("u", "ùúûüũūŭůűųÙÚÛÜŨŪŬŮŰŲ"),
            ("w", "ŵŴ"), ("y", "ýÿŷÝŸŶ"), ("z", "źżžŹŻŽ"),
        ]
        var letters: [Unicode.Scalar: String] = [:]
        for (plain, marked) in groups {
            for scalar in marked.unicodeScalars { letters[scalar] = plain }
        }
        return letters
    }()
}
