import Files
package import Platform
import Reminders
package import Session
package import SystemPackage
import YAMLSource

/// Replaces a file with a copy that the user edited, and keeps the previous file next to it.
///
/// It locks the file only while it replaces it, so an open editor does not block other commands.
package struct SavingEdit {
    private let workspace: Workspace
    private let path: FilePath
    private let isOptional: Bool
    private let copy: FilePath
    private let texts: (before: [UInt8]?, after: [UInt8])

    /// - Parameters:
    ///   - isOptional: whether the file may be missing.
    ///   - copy: the edited copy; it stays if the file cannot be replaced.
    ///   - before: what the user began to edit; nil if there was no file.
    package init(
        _ workspace: Workspace,
        _ path: FilePath,
        isOptional: Bool,
        copy: FilePath,
        from before: [UInt8]?,
        to after: [UInt8]
    ) {
        (self.workspace, self.path, self.isOptional) = (workspace, path, isOptional)
        (self.copy, texts) = (copy, (before, after))
    }

    /// - Returns: the path of the previous file; nil if there was none.
    package func run() throws(CommandError) -> FilePath? {
        let files = workspace.context.files
        let kept = workspace.paths.shown(copy)
        let backup = LiveFiles.target(of: path).suffixed("~")
        try files.locked(.files, in: workspace.paths.data) { () throws(CommandError) in
            guard try files.contents(path, isOptional: isOptional) == texts.before else {
                throw .changedMeanwhile(path: workspace.paths.shown(path), copy: kept)
            }
            do throws(FileProblem) {
                if let before = texts.before { try files.replace(backup, before) }
                try files.replace(path, texts.after)
            } catch {
                let reason = "\(error.reason); the edited text is kept in \(kept)"
                throw .file(FileProblem(path: error.path, reason: reason, isMissing: false))
            }
        }
        try? files.remove(copy)
        return texts.before == nil ? nil : backup
    }
}

/// Records that the user edited the settings file, and brings the queue in line with it.
package struct RecordingSettingsEdit {
    private let workspace: Workspace
    private let texts: (before: [UInt8]?, after: [UInt8])

    package init(_ workspace: Workspace, from before: [UInt8]?, to after: [UInt8]) {
        (self.workspace, texts) = (workspace, (before, after))
    }

    /// - Returns: the store with the edited settings.
    package func run() throws(CommandError) -> Store {
        let name = workspace.paths.settings.lastComponent?.string ?? workspace.paths.settings.string
        try workspace.noteSettings([name], from: texts.before, to: texts.after)
        workspace.recordRevision()
        let store = try Store(workspace)
        _ = try store.commit(isChange: true)
        return store
    }
}
