/// Bytes as text (RFC 4648, 4).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The encoded bytes, without line breaks.
    public static func encode(_ bytes: [UInt8]) -> String {
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

    /// The bytes of a text as mail contains it: other characters are skipped, and it ends with its padding.
    ///
    /// - Parameter limit: the maximum number of bytes of the result.
    public static func decode(_ text: some Sequence<UInt8>, limit: Int) -> [UInt8] {
        var result: [UInt8] = []
        var (bits, count, padding) = (0 as UInt32, 0, 0)
        for byte in text {
            let value: UInt8
            switch byte {
            case 0x41...0x5A: value = byte - 0x41
            case 0x61...0x7A: value = byte - 0x61 + 26
            case 0x30...0x39: value = byte - 0x30 + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="):
                // Two or three characters of four have left 4 or 2 bits.
                if count == 2 { return result }
                if count == 4 { padding += 1 }
                if padding == 2 { return result }
                continue
            default: continue
            }
            (bits, count, padding) = (bits << 6 | UInt32(value), count + 6, 0)
            if count >= 8 {
                count -= 8
                guard result.count < limit else { return result }
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }
}
