import Glibc
import Ledger
import SystemPackage

struct FileProblem: Error, Hashable {
    let path: FilePath
    let reason: String
    let isMissing: Bool
}

/// The file operations of commands.
struct FileAccess {
    /// Reads a whole file.
    var read: (FilePath) -> Result<[UInt8], FileProblem>
    /// Reads a whole file that should have at least this many bytes.
    ///
    /// If it is shorter and was just written, waits a moment: an editor may have truncated it and not yet written the new text.
    var readAtRest: (FilePath, Int) -> Result<[UInt8], FileProblem>
    /// Replaces a file, or creates it and its parent folders, accessible only to the owner; see `LiveFiles.write`.
    var replace: (FilePath, [UInt8]) throws(FileProblem) -> Void
    /// Creates a file with these permission bits, and its parent folders; fails if the file exists.
    var create: (FilePath, [UInt8], UInt32) throws(FileProblem) -> Void
    /// The names in a folder, sorted; empty if it cannot be read.
    var list: (FilePath) -> [String]
    /// Whether a path is a folder.
    var isFolder: (FilePath) -> Bool
    var exists: (FilePath) -> Bool
    /// Identifies a file and its state: it changes when the file is written or replaced; nil if the file does not exist.
    var stamp: (FilePath) -> String?
    /// A file's permission bits; nil if it does not exist.
    var mode: (FilePath) -> UInt32?
    /// The owner, the kind and this user's access of the file at a path; nil if there is none.
    var facts: (FilePath) -> FileFacts?
    /// Sets a file's permission bits.
    var setMode: (FilePath, UInt32) throws(FileProblem) -> Void
    /// Why a library must not be loaded, such as that other users can change it; nil if it is safe.
    var danger: (FilePath) -> String?
    /// Copies a library atomically.
    var copy: (FilePath, FilePath) throws(FileProblem) -> Void
    var remove: (FilePath) throws(FileProblem) -> Void
    /// Removes an empty folder.
    var removeFolder: (FilePath) throws(FileProblem) -> Void
    /// Creates a folder and its parents, accessible only to the owner; leaves existing folders unchanged.
    var makeFolder: (FilePath) -> Void
    /// Appends a line to a file; creates the file, readable only by its owner, if it does not exist.
    var append: (FilePath, String) throws(FileProblem) -> Void

    /// Reads a whole file for a reader that does not notice where the text ends.
    func readWhole(_ path: FilePath) -> Result<[UInt8], FileProblem> {
        read(path).flatMap { bytes in
            let reason = "it is larger than \(LiveFiles.most >> 20) MiB; split it into smaller files"
            return bytes.count <= LiveFiles.most
                ? .success(bytes) : .failure(FileProblem(path: path, reason: reason, isMissing: false))
        }
    }

    static var live: FileAccess {
        FileAccess(
            read: { LiveFiles.read($0) },
            readAtRest: LiveFiles.readAtRest,
            replace: { path, bytes throws(FileProblem) in try LiveFiles.replace(path, bytes) },
            create: { path, bytes, mode throws(FileProblem) in try LiveFiles.create(path, bytes, mode: mode) },
            list: LiveFiles.list,
            isFolder: { LiveFiles.isFolder($0) },
            exists: { access($0.string, F_OK) == 0 },
            stamp: LiveFiles.stamp,
            mode: LiveFiles.mode,
            facts: FileFacts.live,
            setMode: LiveFiles.setMode,
            danger: LiveFiles.danger,
            copy: LiveFiles.copy,
            remove: LiveFiles.remove,
            removeFolder: { path throws(FileProblem) in
                guard rmdir(path.string) == 0 else { throw LiveFiles.problem(path) }
            },
            makeFolder: { _ = try? LiveFiles.makeFolder($0) },
            append: { path, line throws(FileProblem) in try LiveFiles.append(path, line, isDurable: true) }
        )
    }
}
