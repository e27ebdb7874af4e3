import Ledger
import SystemPackage

/// Lets the user edit a copy of a file, and replaces the file once the copy is correct.
///
/// The file's lock is held only while the result is written, so that an open editor stops no other command. If the file changed
/// meanwhile, nothing is written, and the edited copy stays.
struct FileEdit {
    /// The result of an edit.
    struct Outcome {
        let isChanged: Bool
        /// The path of the previous file; nil if there was none, or nothing was changed.
        let backup: FilePath?
        /// The texts before and after; the first is nil if there was no file.
        let before: [UInt8]?
        let after: [UInt8]
    }

    private let workspace: Workspace
    private let path: FilePath
    private let isOptional: Bool
    private let template: [UInt8]

    /// - Parameters:
    ///   - isOptional: whether the file may be missing.
    ///   - template: the text with which the editor starts if the file is missing.
    init(_ workspace: Workspace, path: FilePath, isOptional: Bool = false, template: [UInt8] = []) {
        self.workspace = workspace
        self.path = path
        self.isOptional = isOptional
        self.template = template
    }

    /// Runs the editor until the text is correct, or the user gives up.
    ///
    /// - Parameter check: returns the errors of a text, rendered for the user; nil if it is correct.
    func run(_ check: ([UInt8]) -> String?) throws(CommandError) -> Outcome {
        let context = workspace.context
        let before = try read(path, isOptional: isOptional)
        let start = before ?? template
        // Editors choose the syntax highlighting by the file name's extension.
        let name = path.lastComponent?.string ?? path.string
        let copy = LiveFiles.folder(of: path).appending(".edit-\(context.processID)-\(name)")
        do {
            context.files.makeFolder(LiveFiles.folder(of: path))
            try context.files.replace(copy, start)
        } catch { throw .file(error) }
        while true {
            do { try edit(copy) } catch {
                // An unedited copy need not be kept.
                if case .success(start) = context.files.read(copy) { try? context.files.remove(copy) }
                throw error
            }
            let after = try read(copy, isOptional: false) ?? []
            if after == start {
                try? context.files.remove(copy)
                return Outcome(isChanged: false, backup: nil, before: before, after: start)
            }
            guard let problems = check(after) else { return try save(after, over: before, copy) }
            workspace.talk(problems)
            if context.agrees(to: "Edit it again?") == true { continue }
            throw .notSaved(path: workspace.paths.shown(path), copy: workspace.paths.shown(copy))
        }
    }

    private func read(_ path: FilePath, isOptional: Bool) throws(CommandError) -> [UInt8]? {
        switch workspace.context.files.read(path) {
        case .success(let bytes): return bytes
        case .failure(let problem) where problem.isMissing && isOptional: return nil
        case .failure(let problem): throw .file(problem)
        }
    }

    private func save(_ bytes: [UInt8], over before: [UInt8]?, _ copy: FilePath) throws(CommandError) -> Outcome {
        let files = workspace.context.files
        let lock: FileLock
        do { lock = try files.lock(path) } catch { throw .file(error) }
        defer { withExtendedLifetime(lock) {} }
        guard try read(path, isOptional: isOptional) == before else {
            throw .changedMeanwhile(path: workspace.paths.shown(path), copy: workspace.paths.shown(copy))
        }
        let backup = LiveFiles.target(of: path).suffixed("~")
        do {
            if let before { try files.replace(backup, before) }
            try files.replace(path, bytes)
        } catch { throw .file(error) }
        try? files.remove(copy)
        return Outcome(isChanged: true, backup: before == nil ? nil : backup, before: before, after: bytes)
    }

    private func edit(_ file: FilePath) throws(CommandError) {
        let environment = workspace.context.environment
        let chosen = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        for editor in chosen.map({ [$0] }) ?? ["vi", "nano"] {
            // The variables hold a command line, as in EDITOR='code --wait'.
            switch workspace.context.runsEditor(editor, file) {
            case 0: return
            case 127 where chosen == nil: continue
            case let status:
                throw .editorFailed(editor, status: status)
            }
        }
        throw .editorFailed("vi", status: 127)
    }
}
