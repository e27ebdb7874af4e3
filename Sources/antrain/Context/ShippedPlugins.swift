/// The plugins that came with antrain, by the digests that `.ci/pin-plugins` recorded when antrain was installed or built.
///
/// A plugin that ships runs without being allowed, so a library must not ship just because of the folder it is in: with the default
/// prefix that folder is writable for the user, and for every program of the user's. The list lies beside
/// `antrain-plugin-runner`, not beside the plugins, and is as trustworthy as that program: whoever can change the list can
/// also change the runner, or antrain itself, and needs no plugin. A library that is not listed must be allowed like any other,
/// and one whose bytes are not those that are listed is not executed.
struct ShippedPlugins {
    /// The folder of the plugins.
    let folder: String
    private let digests: [String: String]

    /// Reads a list in the format of sha256sum(1).
    ///
    /// - Returns: nil where there is no list, or someone else could have changed it.
    init?(folder: String, list: String, files: FileAccess) {
        guard files.exists(list), files.danger(list) == nil, case .success(let bytes) = files.read(list) else {
            return nil
        }
        self.folder = folder
        var digests: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: true)
            guard parts.count == 2, parts[0].utf8.count == 64 else { continue }
            digests[String(parts[1])] = parts[0].lowercased()
        }
        self.digests = digests
    }

    /// The SHA-256 of a file's bytes as it came with antrain; nil for one that did not.
    ///
    /// - Parameter path: the path of a library.
    func digest(of path: String) -> String? {
        guard path.hasPrefix(folder + "/") else { return nil }
        return digests[String(path.dropFirst(folder.count + 1))]
    }
}
