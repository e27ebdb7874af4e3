/// Checks a text before it is parsed: size, encoding and characters.
enum SourceCheck {
    static func passes(_ source: SourceText, limits: YAMLLimits, into diagnostics: inout Diagnostics) -> Bool {
        let bytes = source.bytes
        guard bytes.count <= limits.bytes else {
            diagnostics.error(
                "the file is too large (\(bytes.count) bytes)",
                at: SourceSpan(start: 0, end: 0),
                expected: "at most \(limits.bytes) bytes",
                help: "split it, or check that it is the right file"
            )
            return false
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            diagnostics.error(
                "the file is encoded as UTF-16",
                at: SourceSpan(start: 0, end: 2),
                expected: "UTF-8",
                help: "save it as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8"
            )
            return false
        }
        guard let bad = firstBadByte(bytes) else { return true }
        report(bytes, bad, into: &diagnostics)
        return false
    }

    private static func report(_ bytes: [UInt8], _ bad: Int, into diagnostics: inout Diagnostics) {
        let span = SourceSpan(start: bad, end: bad + 1)
        let byte = "0x" + String(bytes[bad], radix: 16, uppercase: true)
        if bytes[bad] < 0x80 {
            diagnostics.error(
                "control character \(byte) in the file",
                at: span,
                expected: "text",
                help: bytes[bad] == 0 ? "check that this is a text file" : "delete the character"
            )
        } else {
            diagnostics.error(
                "invalid UTF-8 byte \(byte)",
                at: span,
                expected: "UTF-8",
                help: "save the file as UTF-8, or convert it: iconv -f LATIN1 -t UTF-8"
            )
        }
    }

    /// The offset of the first byte that is not part of printable UTF-8 as defined by YAML 1.1, 5.1 (Character Set).
    private static func firstBadByte(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            while index < buffer.count {
                if index + 8 <= buffer.count, isPlainASCII(buffer, index) {
                    index += 8
                    continue
                }
                let byte = buffer[index]
                if byte < 0x80 {
                    if byte < 0x20 ? (byte != 0x0A && byte != 0x0D && byte != 0x09) : byte == 0x7F { return index }
                    index += 1
                } else if let length = scalarLength(buffer, index) {
                    index += length
                } else {
                    return index
                }
            }
            return nil
        }
    }

    /// Whether eight bytes are printable ASCII, checked at once: no high bit, none below 0x20, none 0x7F.
    private static func isPlainASCII(_ buffer: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        let word = UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let highs: UInt64 = 0x8080_8080_8080_8080
        let below = (word &- 0x2020_2020_2020_2020) & ~word
        let flipped = word ^ 0x7F7F_7F7F_7F7F_7F7F
        let deletes = (flipped &- 0x0101_0101_0101_0101) & ~flipped
        return (word | below | deletes) & highs == 0
    }

    /// The length of the well-formed multi-byte scalar at an offset (RFC 3629, 4).
    private static func scalarLength(_ buffer: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        let lead = buffer[index]
        let (length, low, high): (Int, UInt8, UInt8) =
            switch lead {
            case 0xC2: (2, 0x85, 0xBF)
            case 0xC3...0xDF: (2, 0x80, 0xBF)
            case 0xE0: (3, 0xA0, 0xBF)
            case 0xED: (3, 0x80, 0x9F)
            case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80, 0xBF)
            case 0xF0: (4, 0x90, 0xBF)
            case 0xF1...0xF3: (4, 0x80, 0xBF)
            case 0xF4: (4, 0x80, 0x8F)
            default: (0, 0, 0)
            }
        guard length > 0, index + length <= buffer.count, buffer[index + 1] >= low, buffer[index + 1] <= high else {
            return nil
        }
        for offset in 2..<max(2, length) where buffer[index + offset] & 0xC0 != 0x80 { return nil }
        return length
    }
}
