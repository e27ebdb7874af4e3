/// The plugins that came with antrain, by the digests that `.ci/pin-plugins` recorded when antrain was installed or built.
///
/// A shipped plugin runs without being allowed, so its folder alone must not make a library count as shipped: with the default
/// prefix the user, and every program of the user's, can write to that folder. The list is next to `antrain-plugin-runner`, not
/// next to the plugins, and is as trustworthy as that program: whoever can change the list can also change the runner or antrain
/// itself, and needs no plugin. A library that is not listed must be allowed like any other; one whose digest differs from the
/// list does not run.
struct ShippedPlugins {
    let folder: String
    private let digests: [String: String]

    /// Reads a list in the format of sha256sum(1).
    ///
    /// - Returns: nil if there is no list, or if another user could have changed it.
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

    /// The SHA-256 of a library as shipped with antrain; nil for other libraries.
    func digest(of path: String) -> String? {
        guard path.hasPrefix(folder + "/") else { return nil }
        return digests[String(path.dropFirst(folder.count + 1))]
    }
}
