import Ledger
import SystemPackage

/// The paths of all ledgers created so far: if one of them is missing or empty, it was lost, and no new ledger
/// replaces it.
struct KnownLedgers {
    private let files: FileAccess
    private let file: FilePath?

    init(_ workspace: Workspace) {
        files = workspace.context.files
        file = workspace.paths.knownLedgers
    }

    /// The paths in the list.
    var paths: [FilePath] {
        guard let file, case .success(let bytes) = files.read(file) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { FilePath(String($0)) }
    }

    func contains(_ path: FilePath) -> Bool { paths.contains(path) }

    /// Whether there was a ledger at a path, according to the list or the files: the list is missing if only the ledger's folder was
    /// copied, and contains another path if the home was moved.
    func hadLedger(at path: FilePath) -> Bool { contains(path) || Ledger.hadData(at: path) }

    /// Adds a ledger; if that fails, as on a full disk, a later run does it.
    func add(_ path: FilePath) {
        guard let file, !path.string.utf8.contains(0x0A) else { return }
        try? files.locked(.ledgers, in: LiveFiles.folder(of: file)) { () throws(CommandError) in
            let known = paths
            guard !known.contains(path) else { return }
            try? files.replace(file, Array((known + [path]).map { $0.string + "\n" }.joined().utf8))
        }
    }
}
