/// The digest of text that antrain wrote, by which it notices changes.
public enum ContentDigest {
    /// The SHA-256 (FIPS 180-4) in hexadecimal digits.
    public static func sha256(of bytes: [UInt8]) -> String {
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        return hasher.hexadecimalDigest()
    }
}
