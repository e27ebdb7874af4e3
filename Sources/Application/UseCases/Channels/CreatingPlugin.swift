import Files
package import Platform
package import Results
package import Session
import SystemPackage

/// Writes the files of a new plugin to a folder of their own.
package struct CreatingPlugin {
    private let context: Context
    private let name: String
    private let language: PluginLanguage
    private let place: String

    /// - Parameter place: the folder as the user named it; it must be empty or missing.
    package init(_ context: Context, _ name: String, in language: PluginLanguage, at place: String) {
        (self.context, self.name, self.language, self.place) = (context, name, language, place)
    }

    package func run() throws(CommandError) -> PluginNewResult {
        let files = try PluginTemplate(in: language, context).instantiate(name)
        let folder = Paths.absolute(place, context)
        guard context.files.list(folder).isEmpty else { throw .folderInUse(folder) }
        do throws(FileProblem) {
            for file in files { try context.files.create(folder.appending(file.path), file.bytes, 0o666) }
        } catch {
            // The rest would keep the command from being repeated.
            for file in files {
                var place = folder.appending(file.path)
                try? context.files.remove(place)
                while place.removeLastComponent(), place != folder { try? context.files.removeFolder(place) }
            }
            throw .file(error)
        }
        return PluginNewResult(
            name: name,
            language: language,
            folder: folder.string,
            place: place,
            files: files.map(\.path)
        )
    }
}
