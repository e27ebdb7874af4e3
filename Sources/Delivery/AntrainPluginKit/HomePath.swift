internal import Glibc

/// Paths as users write them.
public enum HomePath {
    /// The path with a leading `~` replaced by the user's home; other paths are unchanged.
    public static func expanded(_ path: String) -> String {
        guard path.utf8.starts(with: "~/".utf8), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}
