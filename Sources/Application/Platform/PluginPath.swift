package import Delivery
import Files
import PrintableText
package import SystemPackage

package struct FoundPlugin {
    /// The plugin's name, taken from its file: `libdesk.so`, `libantrain-desk.so` and `desk.so` are `desk`.
    package let name: String
    package let path: FilePath
    /// The SHA-256 of the library as shipped with antrain; nil for other plugins.
    package var shippedDigest: String?
    /// Whether it is in the installation's folder.
    var isInstalled = false

    package init(name: String, path: FilePath, shippedDigest: String? = nil, isInstalled: Bool = false) {
        (self.name, self.path, self.shippedDigest, self.isInstalled) = (name, path, shippedDigest, isInstalled)
    }
    package var ships: Bool { shippedDigest != nil }
}

/// The search path for plugins.
package struct PluginPath {
    package struct Folder {
        package let path: FilePath
        package let origin: Origin
    }

    package enum Origin: String, CaseIterable {
        case option, environment, user, installation

        /// The origin as shown to people.
        package var words: String {
            switch self {
            case .option: "--plugin-path"
            case .environment: "ANTRAIN_PLUGIN_PATH"
            case .user: "your own"
            case .installation: "the installation's"
            }
        }
    }

    /// In search order.
    package let folders: [Folder]
    private let shipped: Result<ShippedPlugins, DamagedPart>
    private let files: FileAccess
    /// What a library's name may start with; of several libraries with the same plugin name, the first of these counts.
    private static let prefixes = ["libantrain-", "lib", ""]

    package init(_ context: Context, _ options: LaunchOptions, _ paths: Paths, _ installation: Installation) {
        files = context.files
        func split(_ text: String?, _ origin: Origin) -> [Folder] {
            (text ?? "").split(separator: ":").map { Folder(path: Paths.absolute(String($0), context), origin: origin) }
        }
        shipped = installation.shippedPlugins
        let installed = Set([installation.pluginFolder, installation.shippedFolder]).sorted { $0.string < $1.string }
        folders =
            split(options.pluginPath, .option) + split(context.environment["ANTRAIN_PLUGIN_PATH"], .environment)
            + [Folder(path: paths.plugins, origin: .user)]
            + installed.map { Folder(path: $0, origin: .installation) }
    }

    /// All plugins; of several with the same name, the one in the first folder.
    package var plugins: [FoundPlugin] {
        var seen: Set<String> = []
        return folders.flatMap(plugins).filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }

    package func plugin(named name: String) -> FoundPlugin? {
        for folder in folders {
            let isInstalled = folder.origin == .installation
            let prefixes = isInstalled ? PluginPath.prefixes.prefix(1) : PluginPath.prefixes[...]
            let file = prefixes.map { "\($0)\(name).so" }.first { files.exists(folder.path.appending($0)) }
            if let file {
                return FoundPlugin(
                    name: name,
                    path: folder.path.appending(file),
                    shippedDigest: shippedDigest(of: file, in: folder),
                    isInstalled: isInstalled
                )
            }
        }
        return nil
    }

    private func plugins(in folder: Folder) -> [FoundPlugin] {
        let isInstalled = folder.origin == .installation
        func rank(_ file: String) -> Int { PluginPath.prefixes.firstIndex(where: file.hasPrefix) ?? 0 }
        return files.list(folder.path).sorted { rank($0) < rank($1) }.compactMap { file in
            guard let name = PluginPath.name(of: file), !isInstalled || rank(file) == 0 else { return nil }
            return FoundPlugin(
                name: name,
                path: folder.path.appending(file),
                shippedDigest: shippedDigest(of: file, in: folder),
                isInstalled: isInstalled
            )
        }
    }

    /// A plugin counts as shipped only if it is found in the installation's folder, not in a folder that the user names.
    private func shippedDigest(of file: String, in folder: Folder) -> String? {
        folder.origin == .installation ? (try? shipped.get())?.digest(of: file, in: folder.path) : nil
    }

    /// What is missing or damaged of a shipped plugin; nil if nothing is.
    package func damage(of name: String) -> DamagedPart? { damage(of: name, found: plugin(named: name)) }

    /// What is missing or damaged of the shipped plugins; nil if nothing is.
    ///
    /// - Parameters:
    ///   - name: only the plugin with this name.
    ///   - found: what `plugin(named:)` returns for the name.
    package func damage(of name: String? = nil, found: FoundPlugin? = nil) -> DamagedPart? {
        switch shipped {
        case .failure(let damage):
            // Any other plugin does not need the list.
            return name == nil || found.map(\.isInstalled) == true ? damage : nil
        case .success(let shipped):
            // The user may have a plugin of the same name.
            if found != nil { return nil }
            let missing = shipped.names.first { file in
                (name == nil || PluginPath.name(of: file) == name) && !files.exists(shipped.folder.appending(file))
            }
            return missing.map { file in
                let path = shipped.folder.appending(file)
                guard case .failure(let problem) = files.read(path) else { return nil }
                return DamagedPart(path: path, reason: problem.reason)
            } ?? nil
        }
    }

    /// Whether a library in the user's folder would take the place of a plugin that ships with antrain.
    package func ships(_ path: FilePath) -> Bool {
        let name = path.lastComponent.flatMap { PluginPath.name(of: $0.string) }
        return (try? shipped.get())?.names.contains { PluginPath.name(of: $0) == name } ?? false
    }

    /// The plugin name for a library's file name; nil if it does not end in `.so`, is hidden, or could not be shown as it is.
    package static func name(of file: String) -> String? {
        guard file.hasSuffix(".so"), !file.hasPrefix("."), file.printable == file else { return nil }
        var name = String(file.dropLast(3))
        if let prefix = prefixes.first(where: name.hasPrefix) { name = String(name.dropFirst(prefix.count)) }
        return name.isEmpty ? nil : name
    }
}
