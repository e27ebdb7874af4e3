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
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
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
