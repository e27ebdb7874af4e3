/// The number of columns that text takes on a terminal.
public enum DisplayWidth {
    /// The columns of a text of one line; colour sequences (`ESC [ … m`) take none.
    ///
    /// Wide and full-width characters (UAX #11) and emoji (UTS #51) take two columns, combining marks and format characters none.
    /// A grapheme cluster that is displayed as one emoji takes two columns, even if it is joined from several.
    public static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        var columns = 0
        var isColour = false
        for character in text {
            if character == "\u{1B}" {
                isColour = true
            } else if isColour {
                isColour = character != "m"
            } else {
                columns += of(character)
            }
        }
        return columns
    }

    /// A word cut into pieces that each fit into a number of columns; a wider character forms its own piece.
    public static func pieces(of word: some StringProtocol, room: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var used = 0
        for character in word {
            let size = of(character)
            if used + size > room, used > 0 {
                pieces.append(piece)
                (piece, used) = ("", 0)
            }
            piece.append(character)
            used += size
        }
        return pieces + [piece]
    }

    /// The columns of one grapheme cluster.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        guard scalars.count > 1 else { return of(first) }
        // An emoji with a modifier, joined emoji, a flag, or a character with an emoji presentation selector (VS16, U+FE0F).
        if first.properties.isEmojiPresentation { return 2 }
        if first.properties.isEmoji, scalars.contains(where: { $0.value == 0xFE0F || $0.properties.isEmojiModifier }) {
            return 2
        }
        return scalars.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F, 0xAD: return 1
        // Vowels and final consonants of Hangul join the syllable's first consonant.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// Whether a character's East_Asian_Width is W or F (EastAsianWidth.txt, Unicode 15); code points that are not assigned
    /// count as their neighbours.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        // All emoji with default emoji presentation are wide.
        default: scalar.properties.isEmojiPresentation
        }
    }
}
