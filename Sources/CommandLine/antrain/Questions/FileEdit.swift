import Files
import Platform
import Session
import SystemPackage
import UseCases

/// Lets the user edit a copy of a file, and replaces the file once the copy is correct.
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
        (self.workspace, self.path, self.isOptional, self.template) = (workspace, path, isOptional, template)
    }

    /// Runs the editor until the text is correct, or the user gives up.
    ///
    /// - Parameters:
    ///   - review: what a correct text changes, for the user to confirm; nil if there is nothing to confirm.
    ///   - check: returns the errors of a text, rendered for the user; nil if it is correct.
    func run(
        review: ([UInt8]) throws(CommandError) -> String? = { (_) throws(CommandError) in nil },
        _ check: ([UInt8]) -> String?
    ) throws(CommandError) -> Outcome {
        let context = workspace.context
        try context.checkRestored()
        let before = try context.files.contents(path, isOptional: isOptional)
        let start = before ?? template
        let copy = LiveFiles.editedCopy(of: path, process: context.processID)
        do { try context.files.replace(copy, start) } catch { throw .file(error) }
        while true {
            let failure = edit(copy)
            let after = try context.files.contents(copy, isOptional: false) ?? []
            if after == start {
                // An unedited copy need not be kept.
                try? context.files.remove(copy)
                if let (editor, status) = failure { throw .editorFailed(editor, status: status, copy: nil) }
                return Outcome(isChanged: false, backup: nil, before: before, after: start)
            }
            if let (editor, status) = failure {
                let question = "The editor \(quoted(editor)) ended with exit code \(status). Save its text anyway?"
                guard context.agrees(to: question) == true else {
                    throw .editorFailed(editor, status: status, copy: workspace.paths.shown(copy))
                }
            }
            let problems = check(after)
            let changes = problems == nil ? try review(after) : nil
            if let shown = problems ?? changes { workspace.talk(shown) }
            if problems == nil, changes == nil || context.agrees(to: "Save it?", byDefault: true) ?? true {
                let saving = SavingEdit(workspace, path, isOptional: isOptional, copy: copy, from: before, to: after)
                return Outcome(isChanged: true, backup: try saving.run(), before: before, after: after)
            }
            if context.agrees(to: "Edit it again?") == true { continue }
            throw .notSaved(path: workspace.paths.shown(path), copy: workspace.paths.shown(copy))
        }
    }

    /// - Returns: the editor and its exit code if it failed.
    private func edit(_ file: FilePath) -> (editor: String, status: Int32)? {
        let environment = workspace.context.environment
        let chosen = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        for editor in chosen.map({ [$0] }) ?? ["vi", "nano"] {
            // The variables hold a command line, as in EDITOR='code --wait'.
            switch workspace.context.runsEditor(editor, file) {
            case 0: return nil
            case 127 where chosen == nil: continue
            case let status: return (editor, status)
            }
        }
        return ("vi", 127)
    }
}
