import Files
package import Platform
package import SystemPackage

/// Lets the user edit a copy of a file, and replaces the file once the copy is correct.
///
/// The file's lock is held only while the result is written, so that an open editor stops no other command. If the file changed
/// meanwhile, nothing is written, and the edited copy stays.
package struct FileEdit {
    /// The result of an edit.
    package struct Outcome {
        package let isChanged: Bool
        /// The path of the previous file; nil if there was none, or nothing was changed.
        package let backup: FilePath?
        /// The texts before and after; the first is nil if there was no file.
        package let before: [UInt8]?
        package let after: [UInt8]
    }

    private static let copyStart = ".edit-"

    private let workspace: Workspace
    private let path: FilePath
    private let isOptional: Bool
    private let template: [UInt8]

    /// - Parameters:
    ///   - isOptional: whether the file may be missing.
    ///   - template: the text with which the editor starts if the file is missing.
    package init(_ workspace: Workspace, path: FilePath, isOptional: Bool = false, template: [UInt8] = []) {
        self.workspace = workspace
        self.path = path
        self.isOptional = isOptional
        self.template = template
    }

    /// Runs the editor until the text is correct, or the user gives up.
    ///
    /// - Parameter check: returns the errors of a text, rendered for the user; nil if it is correct.
    package func run(_ check: ([UInt8]) -> String?) throws(CommandError) -> Outcome {
        let context = workspace.context
        try context.checkRestored()
        let before = try read(path, isOptional: isOptional)
        let start = before ?? template
        // Editors choose the syntax highlighting by the file name's extension.
        let name = path.lastComponent?.string ?? path.string
        let copy = LiveFiles.folder(of: path).appending("\(Self.copyStart)\(context.processID)-\(name)")
        do { try context.files.replace(copy, start) } catch { throw .file(error) }
        while true {
            let failure = edit(copy)
            let after = try read(copy, isOptional: false) ?? []
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
            guard let problems = check(after) else { return try save(after, over: before, copy) }
            workspace.talk(problems)
            if context.agrees(to: "Edit it again?") == true { continue }
            throw .notSaved(path: workspace.paths.shown(path), copy: workspace.paths.shown(copy))
        }
    }

    /// The id of the process that made a copy; nil for any other file name.
    package static func process(ofCopy name: String) -> Int32? {
        guard name.hasPrefix(copyStart) else { return nil }
        return name.dropFirst(copyStart.count).split(separator: "-").first.flatMap { Int32($0) }
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
        let kept = workspace.paths.shown(copy)
        let backup = LiveFiles.target(of: path).suffixed("~")
        try files.locked(.files, in: workspace.paths.data) { () throws(CommandError) in
            guard try read(path, isOptional: isOptional) == before else {
                throw .changedMeanwhile(path: workspace.paths.shown(path), copy: kept)
            }
            do throws(FileProblem) {
                if let before { try files.replace(backup, before) }
                try files.replace(path, bytes)
            } catch {
                let reason = "\(error.reason); the edited text is kept in \(kept)"
                throw .file(FileProblem(path: error.path, reason: reason, isMissing: false))
            }
        }
        try? files.remove(copy)
        return Outcome(isChanged: true, backup: before == nil ? nil : backup, before: before, after: bytes)
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
