/// How many columns text takes on a terminal.
enum DisplayWidth {
    /// The columns of a text: wide characters take two, marks that combine take none.
    static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Words cut into pieces that each fit into some room.
    static func pieces(of word: Substring, room: Int) -> [String] {
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

    private static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let hasEmojiForm = character.unicodeScalars.contains { $0.value == 0xFE0F }
        return isWide(first.value) || hasEmojiForm ? 2 : 1
    }

    /// The wide and full-width blocks of UAX #11, and emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x231A...0x231B, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF,
            0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
