import Delivery
import Files
package import SystemPackage

/// The plugins that came with antrain, by the digests that `.ci/pin-plugins` recorded when antrain was installed or built.
///
/// A shipped plugin runs without being allowed, so its folder alone must not make a library count as shipped: with the default
/// prefix the user, and every program of the user's, can write to that folder. The list is next to `antrain-plugin-runner`, not
/// next to the plugins, and is as trustworthy as that program: whoever can change the list can also change the runner or antrain
/// itself, and needs no plugin. A library that is not listed must be allowed like any other; one whose digest differs from the
/// list does not run.
package struct ShippedPlugins {
    package let folder: FilePath
    package let digests: [String: String]

    /// Reads a list in the format of sha256sum(1).
    ///
    /// - Returns: the plugins, or why the list cannot be used: it is missing or empty, or another user could have changed it.
    static func read(_ list: FilePath, of folder: FilePath, files: FileAccess) -> Result<ShippedPlugins, DamagedPart> {
        if files.exists(list), let danger = files.danger(list) {
            return .failure(DamagedPart(path: list, reason: danger, remedy: "or reinstall antrain"))
        }
        switch files.read(list) {
        case .failure(let problem): return .failure(DamagedPart(path: list, reason: problem.reason))
        case .success(let bytes):
            let digests = digests(bytes)
            return digests.isEmpty
                ? .failure(DamagedPart(path: list, reason: "it lists no plugins"))
                : .success(ShippedPlugins(folder: folder, digests: digests))
        }
    }

    /// The SHA-256 of files by their names, from sha256sum(1).
    package static func digests(_ bytes: [UInt8]) -> [String: String] {
        var digests: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: true)
            guard parts.count == 2, parts[0].utf8.count == 64 else { continue }
            digests[String(parts[1])] = parts[0].lowercased()
        }
        return digests
    }

    /// The libraries' file names, sorted.
    var names: [String] { digests.keys.sorted() }

    /// The SHA-256 of a library as shipped with antrain; nil for other libraries.
    func digest(of file: String, in folder: FilePath) -> String? { folder == self.folder ? digests[file] : nil }
}
