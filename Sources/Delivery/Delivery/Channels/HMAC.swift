internal import CLibCrypto

/// A keyed hash (RFC 2104).
///
/// libcrypto's own HMAC looks up its digest in providers; see `CLibCrypto`.
enum HMAC {
    /// - Parameter key: a key of more than 64 bytes is hashed first (RFC 2104, 2).
    static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let block = Int(SHA256_CBLOCK)
        let key = key.count > block ? digest(key) : key
        let padded = key + Array(repeating: 0, count: block - key.count)
        return digest(padded.map { $0 ^ 0x5C } + digest(padded.map { $0 ^ 0x36 } + message))
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        var state = SHA256_CTX()
        // Not SHA256(), which finds its digest through providers, too.
        SHA256_Init(&state)
        SHA256_Update(&state, bytes, bytes.count)
        SHA256_Final(&digest, &state)
        return digest
    }
}
