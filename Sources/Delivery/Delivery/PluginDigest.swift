public import SystemPackage

/// The digest that ties a decision to the approved bytes.
public enum PluginDigest {
    /// The SHA-256 (FIPS 180-4) of a library in hexadecimal digits; nil if it cannot be read.
    public static func sha256(of path: FilePath) -> String? {
        try? PluginImage.read(path).digest
    }
}
