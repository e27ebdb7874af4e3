extension SyncKey {
    /// Why a text is not a key.
    package enum TextProblem: Error, Hashable {
        /// A character that no key has, and its position in the text, from 1, in Unicode scalars.
        case character(Unicode.Scalar, position: Int)
        /// The number of characters without spaces and hyphens, which is not `textLength`.
        case length(Int)
        /// Some characters are wrong or exchanged.
        case checksum
    }

    /// The number of characters of a key's text, without hyphens.
    package static let textLength = 56

    /// Crockford's digits: no letter looks like a digit or like another letter.
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The key as a person types it: 14 groups of four digits and letters with hyphens between them.
    ///
    /// These are the base32 digits (Crockford) of the key and its CRC-24, which together have 35 bytes. The checksum finds every error that
    /// is at most 24 bits long: each wrong character, up to four next to each other, and each exchange of two neighbours.
    package var text: String {
        var bytes: [UInt8] = []
        // Without room for the checksum, the array would leave a copy in memory when it grows.
        bytes.reserveCapacity(SyncKey.size + 3)
        defer { Sodium.erase(&bytes) }
        withSecret { bytes += UnsafeBufferPointer(start: $0, count: SyncKey.size) }
        let checksum = SyncKey.checksum(bytes)
        bytes += [UInt8(checksum >> 16 & 0xFF), UInt8(checksum >> 8 & 0xFF), UInt8(checksum & 0xFF)]
        var text: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 5 {
                count -= 5
                if text.count % 5 == 4 { text.append(UInt8(ascii: "-")) }
                text.append(SyncKey.digits[bits >> count & 31])
                bits &= 1 << count - 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a key that a person typed: upper or lower case, with any spaces and hyphens, o for 0, i or l for 1.
    package init(parsing text: String) throws(TextProblem) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(SyncKey.size + 3)
        defer { Sodium.erase(&bytes) }
        var (bits, count, length) = (0, 0, 0)
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if ["-", " ", "\t", "\n", "\r"].contains(scalar) { continue }
            guard let value = SyncKey.value(of: scalar) else { throw .character(scalar, position: index + 1) }
            length += 1
            guard length <= SyncKey.textLength else { continue }
            (bits, count) = (bits << 5 | value, count + 5)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 0xFF))
                bits &= 1 << count - 1
            }
        }
        guard length == SyncKey.textLength else { throw .length(length) }
        var secret = Array(bytes[..<SyncKey.size])
        defer { Sodium.erase(&secret) }
        let checksum = bytes[SyncKey.size...].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard checksum == SyncKey.checksum(secret), let key = SyncKey(bytes: secret) else { throw .checksum }
        self = key
    }

    private static func value(of scalar: Unicode.Scalar) -> Int? {
        guard scalar.isASCII else { return nil }
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        let upper = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte ^ 0x20 : byte
        switch upper {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return digits.firstIndex(of: upper)
        }
    }

    /// CRC-24 (RFC 9580, 6.1).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var checksum: UInt32 = 0xB7_04CE
        for byte in bytes {
            checksum ^= UInt32(byte) << 16
            for _ in 0..<8 {
                checksum <<= 1
                if checksum & 0x100_0000 != 0 { checksum ^= 0x186_4CFB }
            }
        }
        return checksum
    }
}
