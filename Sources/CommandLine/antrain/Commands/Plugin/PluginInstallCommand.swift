import ArgumentParser
import Completion
import Platform
import Results
import Session
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
        let installing = InstallingPlugin(workspace, from: Paths.absolute(file, context), isReplaced: replace)
        workspace.report(try installing.run(), asJSON: data.json)
        return .success
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
