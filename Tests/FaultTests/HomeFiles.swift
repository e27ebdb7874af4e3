import Foundation

/// A snapshot of the files below a folder: relative paths with content and mode.
struct HomeFiles: Equatable {
    struct File: Equatable {
        var bytes: [UInt8]
        var mode: mode_t
    }

    var files: [String: File] = [:]
    var folders: [String: mode_t] = [:]

    init() {}

    /// Reads everything below a folder except SQLite's shared-memory files, which do not outlive a process.
    init(below root: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
            var facts = stat()
            guard lstat("\(root)/\(path)", &facts) == 0 else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: folders[path] = facts.st_mode & 0o777
            case S_IFREG where !path.hasSuffix("-shm"):
                let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(root)/\(path)")))
                files[path] = File(bytes: bytes, mode: facts.st_mode & 0o777)
            default: break
            }
        }
    }

    /// Replaces everything below a folder with these files.
    func write(below root: String) throws {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: root)) ?? [] {
            try manager.removeItem(atPath: "\(root)/\(name)")
        }
        try manager.createDirectory(atPath: root, withIntermediateDirectories: true)
        for (path, mode) in folders.sorted(by: { $0.key < $1.key }) {
            guard mkdir("\(root)/\(path)", mode) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
        for (path, file) in files {
            let descriptor = open("\(root)/\(path)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, file.mode)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            defer { close(descriptor) }
            guard Foundation.write(descriptor, file.bytes, file.bytes.count) == file.bytes.count else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
    }
}
