import SystemPackage

/// Finds the parts of antrain: relative to the installed executable, or in the tree that it was built in.
struct Installation {
    private let files: FileAccess
    private let folder: String
    private let environment: [String: String]

    init(_ context: Context) {
        files = context.files
        environment = context.environment
        folder = Installation.parent(context.executable)
    }

    private static func parent(_ path: String) -> String {
        FilePath(path).removingLastComponent().string
    }

    private var prefix: String { Installation.parent(folder) }

    /// The folders of shipped programs, in search order.
    var programFolders: [String] {
        var folders: [String] = []
        if let path = environment["ANTRAIN_PROGRAM_PATH"], !path.isEmpty {
            folders += path.split(separator: ":").map(String.init)
        }
        folders.append("\(prefix)/share/antrain/programs")
        // In a build tree the executable is in .build/<triple>/<configuration>.
        folders.append(Installation.parent(Installation.parent(prefix)) + "/Programs")
        return folders
    }

    /// The plugins that came with antrain; nil if there is no list of them.
    ///
    /// In a build tree the list and the plugins are in the executable's folder; `bin` never contains plugins.
    var shippedPlugins: ShippedPlugins? {
        ShippedPlugins(folder: pluginFolder, list: "\(prefix)/libexec/antrain/plugins.sha256", files: files)
            ?? ShippedPlugins(folder: folder, list: "\(folder)/plugins.sha256", files: files)
    }

    var pluginFolder: String { "\(prefix)/lib/antrain/plugins" }

    /// The shipped programs, named after their files without the extension.
    var programs: [(name: String, path: String)] {
        var seen: Set<String> = []
        return programFolders.flatMap { folder in
            files.list(folder).filter { $0.hasSuffix(".yaml") }.map { (String($0.dropLast(5)), "\(folder)/\($0)") }
        }.filter { seen.insert($0.0).inserted }.sorted { $0.0 < $1.0 }
    }

    func program(named name: String) -> String? {
        let base = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
        guard !base.contains("/") else { return nil }
        return programFolders.map { "\($0)/\(base).yaml" }.first(where: files.exists)
    }

    /// The folder of the template for plugins in a language.
    func template(_ language: String) throws(CommandError) -> String {
        let places = [
            "\(prefix)/share/antrain/templates",
            Installation.parent(Installation.parent(prefix)) + "/Plugins/Templates",
        ]
        guard let folder = places.first(where: { files.exists("\($0)/\(language)") }) else {
            throw .missingPart("the template of plugins in \(language)", looked: places)
        }
        return "\(folder)/\(language)"
    }

    /// The path of `antrain-plugin-runner`.
    func runner() throws(CommandError) -> String {
        let places = ["\(prefix)/libexec/antrain/antrain-plugin-runner", "\(folder)/antrain-plugin-runner"]
        guard let path = places.first(where: files.exists) else {
            throw .missingPart("antrain-plugin-runner", looked: places.map(Installation.parent))
        }
        return path
    }
}
