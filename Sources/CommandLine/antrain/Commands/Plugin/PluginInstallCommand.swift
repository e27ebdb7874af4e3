import ArgumentParser
import Completion
import Files
import Platform
import Results
import Session
import SystemPackage
import UseCases

/// The command `antrain plugin install`.
struct PluginInstallCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Copy a plugin library to your plugin folder.",
        discussion: "The plugin doesn't run until you allow it: antrain channel allow NAME."
    )

    @Argument(help: "Library file, or folder that contains it.", completion: .file(extensions: ["so"])) var file: String
    @Flag(help: "Replace an installed plugin of the same name.") var replace = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try context.checkRestored()
        let workspace = try Workspace(context, global.launch)
        let source = try library(Paths.absolute(file, context), context)
        guard let name = source.lastComponent.flatMap({ PluginPath.name(of: $0.string) }) else {
            throw .noPluginFile("\(source) is not a library; expected a file name that ends in .so")
        }
        if !context.files.exists(source), case .failure(let problem) = context.files.read(source) {
            throw .file(problem)
        }
        if let danger = context.files.danger(source) { throw .unsafeFile("\(source) was not installed: \(danger)") }
        guard case .success(let head) = context.files.read(source), head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
            throw .noPluginFile("\(source) is not an ELF library; build it with -shared")
        }
        let target = workspace.paths.plugins.appending("lib\(name).so")
        guard replace || !context.files.exists(target) else {
            throw .misused("\(workspace.paths.shown(target)) already exists; add --replace to overwrite it")
        }
        do { try context.files.copy(source, target) } catch { throw .file(error) }
        workspace.report(
            PluginActionResult(
                "installed",
                plugin: name,
                path: target,
                words:
                    "installed '\(name)' as \(workspace.paths.shown(target)); to use it: antrain channel add \(name)"
            ),
            asJSON: data.json
        )
        return .success
    }

    /// The library at a path; for a folder, the only library in it.
    private func library(_ path: FilePath, _ context: Context) throws(CommandError) -> FilePath {
        if path.extension == "so" { return path }
        let found = context.files.list(path).filter { $0.hasSuffix(".so") }
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

/// The command `antrain plugin remove`.
struct PluginRemoveCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a plugin from your plugin folder and forget its permission."
    )

    @Argument(help: "Name of the plugin.", completion: .values(.ownPlugin)) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        let workspace = catalog.workspace
        let (result, users) = try RemovingPlugin(catalog, name).run()
        workspace.report(result, asJSON: data.json)
        if !users.isEmpty {
            workspace.warn(
                "still used by the settings or a program, but no longer delivering: \(users.joined(separator: ", "))"
            )
        }
        return .success
    }
}
