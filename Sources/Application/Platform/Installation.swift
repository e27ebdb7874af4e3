package import Delivery
package import Files
package import SystemPackage

/// Finds the parts of antrain: relative to the installed executable, or in the tree that it was built in.
package struct Installation {
    /// The only place that states the version; `VersionTests` compares the changelog with it.
    package static let version = "0.1.0"

    package let files: FileAccess
    private let executable: FilePath
    private let folder: FilePath
    private let environment: [String: String]

    package init(_ context: Context) {
        files = context.files
        environment = context.environment
        executable = context.executable
        folder = context.executable.removingLastComponent()
    }

    package var prefix: FilePath { folder.removingLastComponent() }

    /// The root of the tree that the executable was built in, which is in .build/<triple>/<configuration>; nil if it is installed.
    ///
    /// For an installation, that folder may be one that anybody can write to, such as /tmp.
    private var buildTree: FilePath? {
        isInBuildTree ? prefix.removingLastComponent().removingLastComponent() : nil
    }

    /// The places of a part, installed and in the build tree.
    private func places(_ installed: String, _ built: String) -> [FilePath] {
        [prefix.appending("share/antrain").pushing(FilePath(installed))]
            + [buildTree?.appending(built)].compactMap { $0 }
    }

    /// The folders of shipped programs, in search order.
    var programFolders: [FilePath] {
        var folders: [FilePath] = []
        if let path = environment["ANTRAIN_PROGRAM_PATH"], !path.isEmpty {
            folders += path.split(separator: ":").map { FilePath(String($0)) }
        }
        return folders + places("programs", "Programs")
    }

    /// The plugins that came with antrain, or why their list cannot be used.
    ///
    /// In a build tree the list and the plugins are in the executable's folder; `bin` never contains plugins.
    package var shippedPlugins: Result<ShippedPlugins, DamagedPart> {
        let list = (isInBuildTree ? folder : parts).appending("plugins.sha256")
        return ShippedPlugins.read(list, of: shippedFolder, files: files)
    }

    var shippedFolder: FilePath { isInBuildTree ? folder : pluginFolder }

    /// Whether the executable is among other build products, and not in the `bin` of an installation.
    private var isInBuildTree: Bool { folder.lastComponent != "bin" && !files.isFolder(parts) }

    /// The folder of the runner, its runtime and the lists of both and of the plugins.
    package var parts: FilePath { prefix.appending("libexec/antrain") }

    var pluginFolder: FilePath { prefix.appending("lib/antrain/plugins") }

    /// The shipped programs, named after their files without the extension.
    package var programs: [(name: String, path: FilePath)] {
        var seen: Set<String> = []
        return programFolders.flatMap { folder in
            files.list(folder).filter { $0.hasSuffix(".yaml") }.map { (String($0.dropLast(5)), folder.appending($0)) }
        }.filter { seen.insert($0.0).inserted }.sorted { $0.0 < $1.0 }
    }

    /// Whether a file belongs to antrain itself, so that an upgrade of antrain replaces it.
    package func isShippedProgram(_ path: FilePath) -> Bool {
        places("programs", "Programs").contains(path.removingLastComponent())
    }

    package func program(named name: String) -> FilePath? {
        let base = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
        guard !base.contains("/") else { return nil }
        return programFolders.map { $0.appending("\(base).yaml") }.first(where: files.exists)
    }

    /// The catalogue of exercises; its schema is in the same folder.
    package func exercises() throws(CommandError) -> FilePath {
        let folders = places("", "Sources/CommandLine/antrain/Exercises")
        guard let path = folders.map({ $0.appending("exercises.yaml") }).first(where: files.exists) else {
            throw .missingPart("exercises.yaml", looked: folders)
        }
        return path
    }

    package func template(_ language: String) throws(CommandError) -> FilePath {
        let places = places("templates", "Plugins/Templates")
        guard let folder = places.first(where: { files.exists($0.appending(language)) }) else {
            throw .missingPart("the template of plugins in \(language)", looked: places)
        }
        return folder.appending(language)
    }

    /// The files and folders with antrain's code: whoever changes them runs anything.
    package var code: [FilePath] {
        [executable, runner, parts, shippedFolder, pluginFolder, prefix.appending("share/antrain")]
            + (isInBuildTree ? [folder] : [])
    }

    package var runner: FilePath { (isInBuildTree ? folder : parts).appending("antrain-plugin-runner") }

    /// The file that caused damage: the first part that is not as recorded at installation, which may be a library of the runner.
    func culprit(_ damage: DamagedPart) -> DamagedPart {
        guard damage.path.starts(with: parts), damage.remedy == DamagedPart.reinstall,
            case .success(let bytes) = files.read(parts.appending("parts.sha256"))
        else { return damage }
        for part in ShippedPlugins.digests(bytes).sorted(by: { $0.key < $1.key }) {
            let path = parts.appending(part.key)
            guard PluginDigest.sha256(of: path) != part.value else { continue }
            guard case .failure(let problem) = files.read(path) else {
                return DamagedPart(path: path, reason: "it is not the file that was installed")
            }
            return DamagedPart(path: path, reason: problem.reason)
        }
        return damage
    }
}

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
