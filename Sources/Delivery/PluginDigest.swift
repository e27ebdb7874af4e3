/// What pins a decision to the bytes that it is about.
public enum PluginDigest {
    /// The SHA-256 (FIPS 180-4) of a library in hexadecimal digits; nil where it could not be loaded either.
    public static func sha256(of path: String) -> String? {
        try? PluginImage.read(path).digest
    }
}
