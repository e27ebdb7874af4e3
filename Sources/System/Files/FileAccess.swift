internal import Glibc
public import SystemPackage

package struct FileProblem: Error, Hashable {
    package let path: FilePath
    package let reason: String
    package let isMissing: Bool
    /// The command that gives access, if permissions are the cause and the reason does not name it.
    package var remedy: String?

    package init(path: FilePath, reason: String, isMissing: Bool) {
        (self.path, self.reason, self.isMissing) = (path, reason, isMissing)
    }
}

/// The file operations of commands.
package struct FileAccess {
    /// Reads a whole file.
    package var read: (FilePath) -> Result<[UInt8], FileProblem>
    /// Reads a whole file that should have at least this many bytes.
    ///
    /// If it is shorter and was just written, waits a moment: an editor may have truncated it and not yet written the new text.
    package var readAtRest: (FilePath, Int) -> Result<[UInt8], FileProblem>
    /// Replaces a file, or creates it and its parent folders, accessible only to the owner; see `LiveFiles.write`.
    package var replace: (FilePath, [UInt8]) throws(FileProblem) -> Void
    /// Creates a file with these permission bits, and its parent folders; fails if the file exists.
    package var create: (FilePath, [UInt8], UInt32) throws(FileProblem) -> Void
    /// The names in a folder, sorted; empty if it cannot be read.
    package var list: (FilePath) -> [String]
    package var isFolder: (FilePath) -> Bool
    package var exists: (FilePath) -> Bool
    /// Identifies a file and its state: it changes when the file is written or replaced; nil if the file does not exist.
    package var stamp: (FilePath) -> String?
    /// A file's permission bits; nil if it does not exist.
    package var mode: (FilePath) -> UInt32?
    /// The owner, the kind and this user's access of the file at a path; nil if there is none.
    package var facts: (FilePath) -> FileFacts?
    package var setMode: (FilePath, UInt32) throws(FileProblem) -> Void
    /// Why a library must not be loaded, such as that other users can change it; nil if it is safe.
    package var danger: (FilePath) -> String?
    /// Copies a library atomically.
    package var copy: (FilePath, FilePath) throws(FileProblem) -> Void
    package var remove: (FilePath) throws(FileProblem) -> Void
    package var removeFolder: (FilePath) throws(FileProblem) -> Void
    /// Creates a folder and its parents, accessible only to the owner; leaves existing folders unchanged.
    package var makeFolder: (FilePath) -> Void
    /// Appends a line to a file; creates the file, readable only by its owner, if it does not exist.
    package var append: (FilePath, String) throws(FileProblem) -> Void

    /// Reads a whole file for a reader that does not notice where the text ends.
    package func readWhole(_ path: FilePath) -> Result<[UInt8], FileProblem> {
        read(path).flatMap { bytes in
            let reason = "it is larger than \(LiveFiles.most >> 20) MiB; split it into smaller files"
            return bytes.count <= LiveFiles.most
                ? .success(bytes) : .failure(FileProblem(path: path, reason: reason, isMissing: false))
        }
    }

    package static var live: FileAccess {
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

/// The space on the disk of a file.
public enum DiskSpace {
    /// The least space in bytes that SQLite needs for its files next to a ledger.
    private static let least = 1 << 15

    /// The bytes that this user may still write to the file system of a path; nil if unknown.
    public static func free(at path: FilePath) -> Int64? {
        var facts = statvfs()
        guard statvfs(path.string, &facts) == 0 else { return nil }
        let (bytes, isTooLarge) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
        return isTooLarge ? .max : Int64(clamping: bytes)
    }

    /// Whether a failure to write is due to a full disk: SQLite reports some of these as errors of the disk or as missing permissions.
    public static func isExhausted(at path: FilePath) -> Bool {
        free(at: path.folder).map { $0 < least } ?? false
    }
}
