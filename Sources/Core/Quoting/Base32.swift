/// Bytes as lowercase letters and digits (RFC 4648, 6), without padding.
public enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    public static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            (bits, count) = ((bits << 8 | UInt32(byte)) & 0xFFFF, count + 8)
            while count >= 5 {
                count -= 5
                result.append(alphabet[Int(bits >> count & 31)])
            }
        }
        if count > 0 { result.append(alphabet[Int(bits << (5 - count) & 31)]) }
        return String(decoding: result, as: UTF8.self)
    }

    /// The bytes of a text in lowercase; nil if `encode` never returns it.
    public static func decode(_ text: String) -> [UInt8]? {
        var result: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for digit in text.utf8 {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            (bits, count) = ((bits << 5 | UInt32(value)) & 0xFFFF, count + 5)
            guard count >= 8 else { continue }
            count -= 8
            result.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return encode(result) == text ? result : nil
    }
}
