internal import PrintableText

/// Text in the headers of mail: ASCII as it is, otherwise encoded words (RFC 2047), never with line breaks of its own.
public enum MailText {
    /// The longest line that has an encoded word (RFC 2047, 2).
    public static let lineLength = 76

    /// A text such as a subject, folded to lines of at most 76 characters.
    public static func unstructured(_ text: String, after name: String) -> String {
        let clean = text.onOneLine
        let bytes = Array(clean.utf8)
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !clean.containsEncodedWord
        // Readers drop blanks at both ends.
        let isTrimmed = bytes.first != 0x20 && bytes.last != 0x20
        if isPlain, isTrimmed, bytes.count + name.utf8.count + 2 <= lineLength { return clean }
        return encodedWords(clean, after: name.utf8.count + 2).joined(separator: "\n ")
    }

    /// A display name.
    ///
    /// - Parameter count: the number of characters before it on its line.
    public static func phrase(_ text: String, after count: Int) -> String {
        let clean = text.onOneLine
        // Readers join the words with one blank each.
        let words = clean.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
        if words.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isAlphanumeric) }), clean.utf8.count <= 60 { return clean }
        return encodedWords(clean, after: count).joined(separator: "\n ")
    }

    /// Encoded words of whole scalars, each on its own line after a space; the first starts after a number of characters.
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

extension String {
    /// The text with spaces in place of control characters.
    fileprivate var onOneLine: String { replacingScalars { $0.isControl ? " " : nil } }

    /// Whether readers could take a part of it for an encoded word.
    fileprivate var containsEncodedWord: Bool {
        zip(utf8, utf8.dropFirst()).contains { $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "?") }
    }
}
