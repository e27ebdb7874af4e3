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
}
