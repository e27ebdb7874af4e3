import Foundation

/// The example plugin whose answers are files in a folder.
public enum InboxPlugin {
    /// The library, built once.
    public static let library = Result { try built("inbox") { $0 } }

    /// Builds the plugin with changes.
    public static func built(_ name: String, _ change: (String) -> String) throws -> String {
        let folder = try TemporaryFolder(path: TemporaryFolder.ofRun.path + "/inbox-\(name)")
        let path = BuildProducts.package + "Plugins/Examples/inbox.c"
        return try compilePlugin(change(try String(contentsOfFile: path, encoding: .utf8)), into: folder, name: name)
    }
}
