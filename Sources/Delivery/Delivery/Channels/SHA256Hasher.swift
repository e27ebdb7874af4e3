internal import CLibCrypto
public import SystemPackage

/// Computes a SHA-256 digest (FIPS 180-4) piece by piece.
struct SHA256Hasher {
    private var state = SHA256_CTX()

    init() {
        SHA256_Init(&state)
    }

    /// Adds bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&state, bytes.baseAddress, bytes.count)
    }

    /// The digest of all bytes, in hexadecimal digits; nothing may be added afterwards.
    consuming func hexadecimalDigest() -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256_Final(&digest, &state)
        // 'joined' would search all conformances of the program, which takes a quarter of a run in which nothing is due.
        var text: [UInt8] = []
        text.reserveCapacity(2 * digest.count)
        for byte in digest {
            for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The digest by which antrain notices that a file of its own was changed or damaged.
public enum ContentDigest {
    /// The SHA-256 (FIPS 180-4) in hexadecimal digits.
    public static func sha256(of bytes: ArraySlice<UInt8>) -> String {
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        return hasher.hexadecimalDigest()
    }
}

/// The digest that ties a decision to the approved bytes.
public enum PluginDigest {
    /// The SHA-256 (FIPS 180-4) of a library in hexadecimal digits; nil if it cannot be read.
    public static func sha256(of path: FilePath) -> String? {
        try? PluginImage.read(path).digest
    }
}
