/// A plugin's library that was found.
struct FoundPlugin {
    /// The plugin's name, after its file: `libdesk.so`, `libantrain-desk.so` and `desk.so` are `desk`.
    let name: String
    /// Where it is.
    let path: String
    /// Whether it belongs to the installation.
    let ships: Bool
}

/// The folders in which plugins are looked for, in their order.
struct PluginPath {
    /// A folder, and who named it.
    struct Folder {
        let path: String
        let origin: Origin
    }

    /// Who named a folder.
    enum Origin: String, CaseIterable {
        case option = "--plugin-path"
        case environment = "ANTRAIN_PLUGIN_PATH"
        case user = "your own"
        case installation = "the installation's"
    }

    /// The folders in the order in which they are looked in.
    let folders: [Folder]
    private let files: FileAccess

    init(_ context: Context, _ options: GlobalOptions, _ paths: Paths, _ installation: Installation) {
        files = context.files
        func split(_ text: String?, _ origin: Origin) -> [Folder] {
            (text ?? "").split(separator: ":").map { Folder(path: Paths.absolute(String($0), context), origin: origin) }
        }
        folders =
            split(options.pluginPath, .option) + split(context.environment["ANTRAIN_PLUGIN_PATH"], .environment)
            + [Folder(path: paths.plugins, origin: .user)]
            + installation.pluginFolders.map { Folder(path: $0, origin: .installation) }
    }

    /// All plugins that there are, each name once: that of the first folder.
    var plugins: [FoundPlugin] {
        var seen: Set<String> = []
        return folders.flatMap(plugins).filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }

    /// The plugin of a name.
    func plugin(named name: String) -> FoundPlugin? {
        for folder in folders {
            let isShipped = folder.origin == .installation
            let stems = isShipped ? ["libantrain-\(name)"] : ["libantrain-\(name)", "lib\(name)", name]
            let path = stems.map { "\(folder.path)/\($0).so" }.first(where: files.exists)
            if let path { return FoundPlugin(name: name, path: path, ships: isShipped) }
        }
        return nil
    }

    private func plugins(in folder: Folder) -> [FoundPlugin] {
        let isShipped = folder.origin == .installation
        return files.list(folder.path).compactMap { file in
            guard let name = PluginPath.name(of: file), !isShipped || file.hasPrefix("libantrain-") else { return nil }
            return FoundPlugin(name: name, path: "\(folder.path)/\(file)", ships: isShipped)
        }
    }

    /// The name that a library's file gives its plugin; nil where it is no library.
    static func name(of file: String) -> String? {
        guard file.hasSuffix(".so") else { return nil }
        var name = String(file.dropLast(3))
        for prefix in ["libantrain-", "lib"] where name.hasPrefix(prefix) {
            name = String(name.dropFirst(prefix.count))
            break
        }
        return name.isEmpty ? nil : name
    }
}
