import Files
package import Platform
import Reminders
package import Results
package import Session
package import SystemPackage

/// Copies a plugin's library to the user's plugin folder.
package struct InstallingPlugin {
    private let workspace: Workspace
    private let path: FilePath
    private let isReplaced: Bool

    /// - Parameters:
    ///   - path: the library, or a folder that contains it.
    ///   - isReplaced: whether an installed plugin of the same name may be replaced.
    package init(_ workspace: Workspace, from path: FilePath, isReplaced: Bool) {
        (self.workspace, self.path, self.isReplaced) = (workspace, path, isReplaced)
    }

    package func run() throws(CommandError) -> PluginActionResult {
        let (files, source) = (workspace.context.files, try library())
        guard let name = source.lastComponent.flatMap({ PluginPath.name(of: $0.string) }) else {
            throw .noPluginFile("\(source) is not a library; expected a file name that ends in .so")
        }
        if !files.exists(source), case .failure(let problem) = files.read(source) { throw .file(problem) }
        if let danger = files.danger(source) { throw .unsafeFile("\(source) was not installed: \(danger)") }
        guard case .success(let head) = files.read(source), head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
            throw .noPluginFile("\(source) is not an ELF library; build it with -shared")
        }
        let target = workspace.paths.plugins.appending("lib\(name).so")
        let shown = workspace.paths.shown(target)
        guard isReplaced || !files.exists(target) else {
            throw .misused("\(shown) already exists; add --replace to overwrite it")
        }
        do { try files.copy(source, target) } catch { throw .file(error) }
        let words = "installed '\(name)' as \(shown); to use it: antrain channel add \(name)"
        return PluginActionResult("installed", plugin: name, path: target, words: words)
    }

    /// The library at the path; for a folder, the only library in it.
    private func library() throws(CommandError) -> FilePath {
        if path.extension == "so" { return path }
        let found = workspace.context.files.list(path).filter { $0.hasSuffix(".so") }
        guard found.count == 1, let only = found.first else {
            throw .noPluginFile(
                found.isEmpty
                    ? "there is no library (.so) in \(path); build it first, or give the file"
                    : "there are several libraries in \(path): \(found.joined(separator: ", ")); give one of them"
            )
        }
        return path.appending(only)
    }
}

/// Removes a plugin from the user's plugin folder, and forgets the decisions about its channels.
package struct RemovingPlugin {
    private let catalog: PluginCatalog
    private let name: String

    package init(_ catalog: PluginCatalog, _ name: String) { (self.catalog, self.name) = (catalog, name) }

    /// - Returns: the result, and the channels in use that delivered through the plugin.
    package func run() throws(CommandError) -> (result: PluginActionResult, users: [String]) {
        let workspace = catalog.workspace
        guard let found = workspace.pluginPath.plugin(named: name) else { throw .noPlugin(name, near: nil) }
        guard found.path.starts(with: workspace.paths.plugins) else {
            throw .noPluginFile(
                "\(found.path) is not in your plugin folder; remove it by hand, or deny it: antrain channel deny \(name)"
            )
        }
        let users = catalog.delivery.inUse.filter { $0.plugin == name }.map(\.name)
        for channel in Set(users + [name]).sorted() { try catalog.decide(channel, nil) }
        do { try workspace.context.files.remove(found.path) } catch { throw .file(error) }
        let words = "removed '\(name)'"
        return (PluginActionResult("removed", plugin: name, path: found.path, words: words), users)
    }
}
