/// The character sets of mail.
///
/// ASCII can be read in all of them, which is enough for answers; other characters of rare ones become U+FFFD.
enum MailCharset {
    static func decode(_ bytes: [UInt8], _ name: String?) -> String {
        let name = (name ?? "us-ascii").lowercased()
        switch name {
        // Mail programs also write UTF-8 without saying so.
        case "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "": return String(decoding: bytes, as: UTF8.self)
        case "iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252":
            // HTML and mail programs mean windows-1252 when they write ISO-8859-1.
            return text(bytes) { (0x80...0x9F).contains($0) ? windows[Int($0) - 0x80] : Unicode.Scalar($0) }
        case "iso-8859-15", "iso8859-15", "latin9": return text(bytes) { latin9[$0] ?? Unicode.Scalar($0) }
        case "utf-16", "utf-16le", "utf-16be": return utf16(bytes, isLittle: name == "utf-16le")
        case _ where name.hasPrefix("iso-2022-"): return shifted(bytes)
        case _ where doubleByte.contains(where: name.hasPrefix):
            return pairs(bytes, hasKatakana: name.hasPrefix("shift") || name.hasPrefix("sjis"))
        default: return text(bytes) { $0 < 0x80 ? Unicode.Scalar($0) : "\u{FFFD}" }
        }
    }

    private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
    private static let latin9: [UInt8: Unicode.Scalar] = [
        0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
    ]
    private static let doubleByte = [
        "big5", "gb", "shift", "sjis", "euc-", "ks_c", "cp9", "windows-31j", "windows-949",
    ]

    private static func text(_ bytes: [UInt8], _ scalar: (UInt8) -> Unicode.Scalar) -> String {
        var result = String.UnicodeScalarView()
        for byte in bytes { result.append(scalar(byte)) }
        return String(result)
    }

    private static func utf16(_ bytes: [UInt8], isLittle: Bool) -> String {
        let isLittle = isLittle || bytes.starts(with: [0xFF, 0xFE])
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Decodes only the ASCII of a charset in which the second byte of a character may also be an ASCII byte.
    private static func pairs(_ bytes: [UInt8], hasKatakana: Bool) -> String {
        var isSecond = false
        var result = String.UnicodeScalarView()
        for byte in bytes {
            if isSecond, byte != 0x0A, byte != 0x0D {
                isSecond = false
            } else if byte < 0x80 {
                isSecond = false
                result.append(Unicode.Scalar(byte))
            } else {
                isSecond = !(hasKatakana && (0xA0...0xDF).contains(byte))
                result.append("\u{FFFD}")
            }
        }
        return String(result)
    }

    /// Escape sequences choose between ASCII (`ESC ( B`, `ESC ( J`) and characters of two bytes (RFC 1468).
    private static func shifted(_ bytes: [UInt8]) -> String {
        var result = String.UnicodeScalarView()
        var isPlain = true
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x1B, index + 2 < bytes.count {
                isPlain = bytes[index + 1] == UInt8(ascii: "(") && bytes[index + 2] != UInt8(ascii: "I")
                if !isPlain { result.append("\u{FFFD}") }
                index += 3
                continue
            }
            // A line ends in ASCII, whatever was chosen.
            if byte == 0x0A || byte == 0x0D { isPlain = true }
            if isPlain, byte < 0x80 { result.append(Unicode.Scalar(byte)) }
            index += 1
        }
        return String(result)
    }
}
