import Files
import Platform
import SystemPackage

/// The lasting problems that routine runs reported and could not record in the ledger: a file in the state folder.
///
/// It has a line for each problem, with its kind. The next run that succeeds removes it.
package struct ReportedFile {
    private let files: FileAccess
    private let file: FilePath?

    package init(_ workspace: Workspace) {
        files = workspace.context.files
        file = workspace.paths.reported
    }

    /// Records the problems of one kind that exist now, instead of those that existed before.
    ///
    /// - Returns: those that no run has reported yet; all if they cannot be recorded.
    func newProblems(_ problems: [String], of kind: String) -> [String] {
        let start = kind + ": "
        func line(_ problem: String) -> String {
            start + problem.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
        guard let file else { return problems }
        let known = lines
        let present = known.filter { !$0.hasPrefix(start) } + problems.map(line)
        if Set(present) != Set(known) {
            guard (try? files.replace(file, Array(present.map { $0 + "\n" }.joined().utf8))) != nil else {
                return problems
            }
        }
        return problems.filter { !known.contains(line($0)) }
    }

    /// Forgets all problems.
    package func clear() {
        guard let file, files.exists(file) else { return }
        try? files.remove(file)
    }

    private var lines: [String] {
        guard let file, case .success(let bytes) = files.read(file) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
