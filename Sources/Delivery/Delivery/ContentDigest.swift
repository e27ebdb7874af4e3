/// The digest by which antrain notices that a file of its own was changed or damaged.
public enum ContentDigest {
    /// The SHA-256 (FIPS 180-4) in hexadecimal digits.
    public static func sha256(of bytes: ArraySlice<UInt8>) -> String {
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        return hasher.hexadecimalDigest()
    }
}
