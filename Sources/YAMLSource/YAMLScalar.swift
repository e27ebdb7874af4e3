/// Writes scalars so that they read back unchanged.
enum YAMLScalar {
    /// A scalar in the style of the replaced scalar, if that style can represent it.
    ///
    /// - Parameters:
    ///   - text: the text to write.
    ///   - style: the style of the replaced scalar, or nil for a new one.
    ///   - quoted: whether a new scalar is always put in double quotes.
    static func written(_ text: String, like style: YAMLNode.Style?, quoted: Bool) -> String {
        let isPrintable = text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value)
        }
        switch style {
        case .singleQuoted where isPrintable:
            return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        case .plain where isPlain(text):
            return text
        case nil where !quoted && isPlain(text) && !isTakenForAnother(text):
            return text
        default:
            return doubleQuoted(text)
        }
    }

    private static func doubleQuoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default:
                if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0xFEFF
                    || (0x2028...0x2029).contains(scalar.value)
                {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// Whether a text is safe without quotes, also within brackets: letters, digits and some punctuation between them.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, isWord(first) || first == UInt8(ascii: "/"),
            isWord(last) || last == UInt8(ascii: "/")
        else { return false }
        return text.utf8.allSatisfy { isWord($0) || "-_./+@%: ".utf8.contains($0) } && !text.contains(": ")
            && !text.contains("  ")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
    }

    /// Whether other YAML readers would read the bare text as a number, a time, a boolean or null.
    private static func isTakenForAnother(_ text: String) -> Bool {
        ["true", "false", "yes", "no", "null", "y", "n"].contains(text.lowercased())
            || (text.contains(":") && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ":") })
    }
}
