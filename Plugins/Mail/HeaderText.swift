import AntrainPluginKit

/// Text in headers: ASCII as it is, otherwise encoded words (RFC 2047), never with line breaks.
enum HeaderText {
    /// A subject, folded to lines of at most 76 characters.
    static func unstructured(_ text: String, after name: String) -> String {
        let clean = PlainText.oneLine(text)
        let isPlain = clean.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !clean.contains("=?")
        if isPlain, clean.utf8.count + name.utf8.count + 2 <= 76 { return clean }
        return encodedWords(clean, after: name.utf8.count + 2).joined(separator: "\n ")
    }

    /// A display name.
    ///
    /// - Parameter count: the number of characters before it on its line.
    static func phrase(_ text: String, after count: Int) -> String {
        let clean = PlainText.oneLine(text)
        let isAtomic = clean.utf8.allSatisfy {
            ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x20
        }
        if isAtomic, clean.utf8.count <= 60 { return clean }
        return encodedWords(clean, after: count).joined(separator: "\n ")
    }

    /// The longest line that has an encoded word (RFC 2047, 2).
    static let lineLength = 76

    /// Encoded words of whole characters, each on its own line after a space; the first starts after a number of characters.
    private static func encodedWords(_ text: String, after count: Int) -> [String] {
        var words: [String] = []
        // Three bytes become four base64 characters, plus 12 for the delimiters.
        var room = (lineLength - count - 12) / 4 * 3
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let more = Array(String(scalar).utf8)
            if bytes.count + more.count > room {
                words.append("=?UTF-8?B?\(Base64.encode(bytes))?=")
                bytes = []
                room = (lineLength - 1 - 12) / 4 * 3
            }
            bytes += more
        }
        return words + ["=?UTF-8?B?\(Base64.encode(bytes))?="]
    }
}

/// RFC 4648, 4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let chunk = bytes[start..<min(start + 3, bytes.count)]
            var bits = chunk.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(3 - chunk.count) * 8
            for index in 0..<4 {
                result.append(
                    index <= chunk.count ? alphabet[Int(bits >> UInt32(18 - index * 6)) & 63] : UInt8(ascii: "=")
                )
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
