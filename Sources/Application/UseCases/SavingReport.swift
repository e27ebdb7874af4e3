import Files
package import Platform
import PrintableText
import Reports
package import Results
package import Session
package import SystemPackage

/// Writes a report to a file; only an earlier report is replaced without `isForced`.
package struct SavingReport {
    private let workspace: Workspace
    private let page: String
    private let path: FilePath
    private let name: String
    private let isForced: Bool

    /// - Parameter name: the path as the user wrote it, for errors.
    package init(_ workspace: Workspace, _ page: String, at path: FilePath, as name: String, isForced: Bool) {
        (self.workspace, self.page) = (workspace, page)
        (self.path, self.name, self.isForced) = (path, name, isForced)
    }

    package func run() throws(CommandError) -> ResultPath {
        let files = workspace.context.files
        switch files.read(path) {
        case .failure(let problem) where problem.isMissing: break
        case .failure(let problem): throw .file(problem)
        case .success(let bytes):
            let head = String(decoding: bytes.prefix(1000), as: UTF8.self)
            guard isForced || bytes.isEmpty || head.contains(ReportPage.generator) else {
                throw .misused(
                    "\(quoted(name)) exists and is not a report; choose another name, or add --force to replace the file"
                )
            }
        }
        do { try files.replace(path, Array(page.utf8)) } catch { throw .file(error) }
        return ResultPath(path, workspace.paths)
    }
}
