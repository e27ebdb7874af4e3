package import AntrainPluginKit
import Glibc

/// The small files of one folder: read whole, and replaced whole.
package struct FileFolder {
    /// The path, without a slash at its end.
    package let path: String

    package init(path: String) { self.path = path }

    /// The maximum length of a file that is read.
    package static let longest = 1 << 20

    /// The contents of a file as far as they matter.
    package enum Contents: Hashable {
        case missing
        /// Not a file, too long, or not readable.
        case unusable
        case bytes([UInt8], changed: Int64)

        package var bytes: [UInt8]? {
            if case .bytes(let bytes, _) = self { return bytes }
            return nil
        }
    }

    /// The names of all entries that are not hidden.
    package func names() throws(PluginFailure) -> [String] {
        guard let names = list() else { throw failure("read") }
        return names.filter { $0.utf8.first != 0x2E }
    }

    /// All entries; nil if the folder cannot be read.
    private func list() -> [String]? {
        guard let listing = opendir(path) else { return nil }
        defer { closedir(listing) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(listing) {
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(String(cString: $0)) }
            }
            errno = 0
        }
        return errno == 0 ? names : nil
    }

    package func read(_ name: String) -> Contents {
        // Without waiting for the other end of a pipe that somebody put there.
        let file = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return errno == ENOENT ? .missing : .unusable }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= FileFolder.longest else {
            return .unusable
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= FileFolder.longest {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .unusable }
            guard count > 0 else { return .bytes(bytes, changed: Int64(status.st_mtim.tv_sec)) }
            bytes += chunk[..<count]
        }
        return .unusable
    }

    /// Creates or replaces a file: other programs see the old or the new contents, also after a power failure.
    package func replace(_ name: String, _ bytes: [UInt8]) throws(PluginFailure) {
        // The name has no extension, so that programs that read the folder ignore it.
        let temporary = path + "/." + name + FileFolder.temporary
        unlink(temporary)
        var status = stat()
        let mode = stat(path + "/" + name, &status) == 0 ? status.st_mode & 0o666 : 0o600
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw failure("write to") }
        var isWritten = true
        var rest = bytes[...]
        while isWritten, !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            isWritten = count > 0
            if isWritten { rest = rest.dropFirst(count) }
        }
        isWritten = isWritten && fsync(file) == 0
        let code = errno
        close(file)
        guard isWritten, rename(temporary, path + "/" + name) == 0 else {
            let cause = isWritten ? errno : code
            unlink(temporary)
            throw failure("write to", cause)
        }
        sync()
    }

    package func remove(_ name: String) throws(PluginFailure) {
        guard unlink(path + "/" + name) == 0 || errno == ENOENT else { throw failure("remove \(name) from") }
        sync()
    }

    /// Removes the temporary files that a killed process left.
    package func removeTemporaries(of prefix: String) {
        for name in list() ?? [] where name.hasPrefix("." + prefix) && name.hasSuffix(FileFolder.temporary) {
            unlink(path + "/" + name)
        }
    }

    private static let temporary = ".antrain-new"

    /// Makes the present entries survive a power failure.
    private func sync() {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    package func failure(_ what: String, _ code: Int32 = errno) -> PluginFailure {
        .passing(
            "cannot \(what) the folder \(path): \(String(cString: strerror(code)))",
            remedy: FileFolder.remedy(code)
        )
    }

    private static func remedy(_ code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "free some disk space"
        case ENOENT: "create it, or mount it"
        case ENOTDIR: "set folder to a folder"
        default: "make it writable for you"
        }
    }

    /// A plugin's own folder, as its manifest declares it: `$XDG_STATE_HOME/antrain/NAME/`.
    package static func state(_ name: String) throws(PluginFailure) -> FileFolder {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.utf8.first == 0x2F ? $0 : nil }
        }
        guard let state = variable("XDG_STATE_HOME") ?? variable("HOME").map({ $0 + "/.local/state" }) else {
            throw .final(
                "cannot store the state of \(name): neither XDG_STATE_HOME nor HOME is set",
                remedy: "set HOME"
            )
        }
        return FileFolder(path: "\(state)/antrain/\(name)")
    }

    /// A file name for a text: its 64-bit FNV-1a hash in hexadecimal digits.
    package static func name(for text: String) -> String {
        String(text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}
