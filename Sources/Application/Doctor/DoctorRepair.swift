import Files
import Platform
import Session
import SystemPackage

/// A change of `antrain doctor --fix` that cannot lose anything.
enum DoctorRepair: Equatable {
    /// Sets the permission bits of the user's own file or folder.
    case setMode(path: FilePath, mode: UInt32)
    /// Removes a temporary file of antrain that no process uses.
    case remove(path: FilePath)
    /// Removes the folder of a command that was killed, with the files in it.
    case removeFolder(path: FilePath)
    /// Removes the copies of a restore that was killed before it replaced any file.
    case abortRestore(path: FilePath)
    /// Adds a ledger to the list of known ledgers.
    case listLedger(path: FilePath)

    var path: FilePath {
        switch self {
        case .setMode(let path, _), .remove(let path), .removeFolder(let path), .abortRestore(let path),
            .listLedger(let path):
            path
        }
    }

    /// What it does.
    func words(_ shown: String) -> String {
        switch self {
        case .setMode(_, let mode): "chmod \(String(mode, radix: 8)) \(shown)"
        case .remove: "rm \(shown)"
        case .removeFolder: "rm -r \(shown)"
        case .abortRestore: "antrain restore --abort"
        case .listLedger: "added \(shown) to the list of ledgers"
        }
    }

    func apply(_ workspace: Workspace) throws(FileProblem) {
        switch self {
        case .setMode(let path, let mode): try workspace.context.files.setMode(path, mode)
        case .remove(let path): try workspace.context.files.remove(path)
        case .removeFolder(let path):
            for name in workspace.context.files.list(path) { try workspace.context.files.remove(path.appending(name)) }
            try workspace.context.files.removeFolder(path)
        case .abortRestore(let path):
            do { _ = try RestoreJournal.finish(workspace.paths, isAborted: true) } catch {
                throw FileProblem(path: path, reason: error.message, isMissing: false)
            }
        case .listLedger(let path): KnownLedgers(workspace).add(path)
        }
    }
}
