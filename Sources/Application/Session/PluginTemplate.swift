import Files
package import Platform
import SystemPackage

/// The template folder for new plugins in one language.
package struct PluginTemplate {
    package struct File {
        package let path: String
        package let bytes: [UInt8]
    }

    /// The placeholder for the plugin's name, in contents and file names.
    private static let placeholder = "@NAME@"

    private let folder: FilePath
    private let files: FileAccess

    package init(in language: PluginLanguage, _ context: Context) throws(CommandError) {
        folder = try Installation(context).template(language.rawValue)
        files = context.files
    }

    /// The files of a new plugin with this name, sorted by path.
    package func instantiate(_ name: String) throws(CommandError) -> [File] {
        var result: [File] = []
        for path in paths(below: "") {
            let bytes: [UInt8]
            do { bytes = try files.read(folder.appending(path)).get() } catch { throw .file(error) }
            let text = String(decoding: bytes, as: UTF8.self)
            result.append(
                File(
                    path: path.replacing(PluginTemplate.placeholder, with: name),
                    bytes: Array(text.replacing(PluginTemplate.placeholder, with: name).utf8)
                )
            )
        }
        return result.sorted { $0.path < $1.path }
    }

    private func paths(below path: String) -> [String] {
        files.list(folder.appending(path)).flatMap { name in
            let inner = paths(below: "\(path)/\(name)")
            return inner.isEmpty ? [String("\(path)/\(name)".dropFirst())] : inner
        }
    }
}

/// The languages that have a template.
package enum PluginLanguage: String, CaseIterable {
    case c, rust, swift

    package var title: String {
        switch self {
        case .c: "C"
        case .rust: "Rust"
        case .swift: "Swift"
        }
    }

    /// The tools for building such a plugin, besides make.
    package var tools: String {
        switch self {
        case .c: "a C compiler and pkg-config"
        case .rust: "cargo"
        case .swift: "Swift 6.2 or later and pkg-config"
        }
    }
}
