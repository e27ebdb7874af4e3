import Glibc
import SystemPackage

/// A private folder for temporary files, which is removed with them.
final class ScratchFolder {
    let path: FilePath

    /// Creates it in `TMPDIR`, or in /tmp.
    init(_ context: Context) throws(CommandError) {
        let parent = context.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array("\(parent)/antrain-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .file(LiveFiles.unwritable(FilePath(parent))) }
        path = FilePath(String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    deinit {
        for name in LiveFiles.list(path) { unlink(path.appending(name).string) }
        rmdir(path.string)
    }
}
