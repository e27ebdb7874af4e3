/// Text from outside (programs, plugins, arguments, the ledger) made safe to display.
extension String {
    /// The text on one line: each unprintable character, line breaks and tabs included, becomes a space.
    public var printable: String {
        guard mayHaveUnprintable else { return self }
        return replacingScalars { $0.isUnprintable ? " " : $0 }
    }

    /// The text with its line feeds and tabs; each other unprintable character becomes a space.
    public var printableLines: String {
        guard mayHaveUnprintable else { return self }
        return replacingScalars { $0.isUnprintable && $0 != "\n" && $0 != "\t" ? " " : $0 }
    }

    /// The text on one line, shortened to a number of characters.
    ///
    /// - Parameter limit: the maximum length of the result in Unicode scalars: a single grapheme cluster can be of any length.
    public func printable(upTo limit: Int) -> String {
        // The text is cut before it is filtered, so that a very long one costs no more than a short one.
        shortened(to: limit).printable
    }

    /// The text, or if it is longer than a number of Unicode scalars, its beginning and an ellipsis.
    ///
    /// The cut is between grapheme clusters unless the first cluster is too long by itself.
    public func shortened(to limit: Int) -> String {
        guard unicodeScalars.dropFirst(max(1, limit)).first != nil else { return self }
        let room = max(0, limit - 1)
        // An additional scalar shows whether the last cluster is complete.
        let head = String(unicodeScalars.prefix(room + 1))
        var kept = ""
        var used = 0
        for character in head {
            used += character.unicodeScalars.count
            guard used <= room else { break }
            kept.append(character)
        }
        return (kept.isEmpty ? String(head.unicodeScalars.prefix(room)) : kept) + "…"
    }

    /// The text with the middle of each overlong line replaced by an ellipsis, so that its end remains readable.
    public func shorteningLines(to limit: Int) -> String {
        guard unicodeScalars.count > limit else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let count = line.unicodeScalars.count
            guard count > limit else { return String(line) }
            let half = max(1, (limit - 1) / 2)
            return String(line.unicodeScalars.prefix(half)) + "…" + String(line.unicodeScalars.suffix(half))
        }.joined(separator: "\n")
    }

    /// The first control character (general category Cc) other than a line break or a tab, as in `U+001B`; nil if there is none.
    public var firstControlCharacter: String? {
        unicodeScalars.first { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r" && $0 != "\t" }
            .map(\.codePoint)
    }

    /// The text for output on a terminal: with line feeds, tabs and the sequences of antrain's own colours, without any other
    /// unprintable character.
    ///
    /// Of the escape sequences (ECMA-48) only Select Graphic Rendition remains, `ESC [ digits-and-semicolons m`, and not with the
    /// value 8, which conceals text, or one above 255.
    public var terminalText: String {
        guard utf8.contains(where: { String.mayBeginUnprintable($0) && $0 != 0x0A && $0 != 0x09 }) else { return self }
        var result = ""
        var remaining = unicodeScalars[...]
        while let scalar = remaining.first {
            if scalar == "\u{1B}", let length = String.lengthOfColour(remaining) {
                result.unicodeScalars.append(contentsOf: remaining.prefix(length))
                remaining = remaining.dropFirst(length)
                continue
            }
            let isKept = !scalar.isUnprintable || scalar == "\n" || scalar == "\t"
            result.unicodeScalars.append(isKept ? scalar : " ")
            remaining = remaining.dropFirst()
        }
        return result
    }

    /// The length of the permitted colour sequence at the start of a text.
    static func lengthOfColour(_ text: Substring.UnicodeScalarView) -> Int? {
        var values: [Int] = [0]
        for (index, scalar) in text.prefix(24).enumerated() {
            switch scalar {
            case "\u{1B}" where index == 0, "[" where index == 1: continue
            case "0"..."9" where index > 1:
                values[values.count - 1] = Swift.min(1000, values[values.count - 1] * 10 + Int(scalar.value - 0x30))
            case ";" where index > 1: values.append(0)
            case "m" where index > 1: return values.contains { $0 == 8 || $0 > 255 } ? nil : index + 1
            default: return nil
            }
        }
        return nil
    }

    /// Whether there is a byte that occurs only in unprintable characters and a few others; most texts have none.
    private var mayHaveUnprintable: Bool { utf8.contains(where: String.mayBeginUnprintable) }

    private static func mayBeginUnprintable(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    private func replacingScalars(_ replacement: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(unicodeScalars.map(replacement)))
    }
}

extension Unicode.Scalar {
    /// The character's number, as in `U+001B`.
    public var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }

    /// Whether the character must not reach a terminal from text that antrain did not write.
    ///
    /// These are the control characters (general category Cc: C0, DEL and C1), which can move the cursor, change the window's title
    /// or write to the clipboard; the line and paragraph separators, which end a line for some readers and not for others; and
    /// the characters with the property Bidi_Control (UAX #9, section 2), with which text can be displayed in another order than
    /// the one it is stored in (UTR #36, section 2.5).
    public var isUnprintable: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029: true
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether the character ends a line for some program or can control a terminal: a control character (Cc), or a line or
    /// paragraph separator.
    public var isControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029: true
        default: false
        }
    }
}
