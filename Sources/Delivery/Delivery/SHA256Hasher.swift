internal import CLibCrypto

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
