import Files
import Platform
import Ledger
package import SystemPackage

/// The paths of all ledgers created so far: if one of them is missing or empty, it was lost, and no new ledger
/// replaces it.
///
/// Paths in the home folder begin with `~`, so that they are right after it was moved.
package struct KnownLedgers {
    private static let mark = "~/"

    private let files: FileAccess
    private let file: FilePath?
    private let home: FilePath?

    package init(_ workspace: Workspace) {
        files = workspace.context.files
        file = workspace.paths.knownLedgers
        home = workspace.paths.home
    }

    package var paths: [FilePath] {
        lines.map { line in
            guard let home, line.hasPrefix(KnownLedgers.mark) else { return FilePath(line) }
            return home.appending(String(line.dropFirst(KnownLedgers.mark.count)))
        }
    }

    private var lines: [String] {
        guard let file, case .success(let bytes) = files.read(file) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func line(_ path: FilePath) -> String {
        var rest = path
        guard let home, path != home, rest.removePrefix(home) else { return path.string }
        return KnownLedgers.mark + rest.string
    }

    /// Whether `add` would change the list; earlier versions listed paths in the home folder as they were.
    func lacks(_ path: FilePath) -> Bool { !lines.contains(line(path)) }

    package func contains(_ path: FilePath) -> Bool { paths.contains(path) }

    /// Whether there was a ledger at a path, according to the list or the files: the list is missing if only the ledger's folder was
    /// copied.
    package func hadLedger(at path: FilePath) -> Bool { contains(path) || Ledger.hadData(at: path) }

    /// Adds a ledger; if that fails, as on a full disk, a later run does it.
    package func add(_ path: FilePath) {
        guard let file, !path.string.utf8.contains(0x0A) else { return }
        try? files.locked(.ledgers, in: LiveFiles.folder(of: file)) { () throws(CommandError) in
            guard lacks(path) else { return }
            let others = paths.filter { $0 != path }
            try? files.replace(file, Array((others + [path]).map { line($0) + "\n" }.joined().utf8))
        }
    }
}
