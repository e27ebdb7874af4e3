package import Glibc
package import SystemPackage

/// File operations on the real file system.
package enum LiveFiles {
    /// The maximum size of a file that is read as a whole, in bytes.
    static let most = 16 << 20
    /// Of a larger file, only the beginning is read, which is enough to notice its size.
    private static let largest = most + 1

    /// Reads a whole file, or that many bytes of a longer one.
    package static func read(_ path: FilePath, upTo largest: Int = LiveFiles.largest) -> Result<[UInt8], FileProblem> {
        let descriptor: Int32
        let facts: stat
        do throws(FileProblem) { (descriptor, facts) = try openRegular(path) } catch { return .failure(error) }
        defer { close(descriptor) }
        // One byte more than the file's size, to notice its end; the buffer grows if the file does. Files in /proc have no size.
        let expected = facts.st_size > 0 ? facts.st_size : 4095
        var bytes = [UInt8](repeating: 0, count: Int(min(expected, off_t(largest - 1))) + 1)
        var length = 0
        while length < largest {
            if length == bytes.count { bytes += [UInt8](repeating: 0, count: min(bytes.count, largest - length)) }
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + length }, buffer.count - length)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return .failure(problem(path)) }
            if count == 0 { break }
            length += count
        }
        bytes.removeLast(bytes.count - length)
        return .success(bytes)
    }

    /// Opens a regular file for reading.
    ///
    /// Opening or reading a FIFO or a device may block forever or change its state. The kind is checked before the file is opened,
    /// and again afterwards in case the file was replaced in between.
    package static func openRegular(_ path: FilePath, flags: Int32 = 0) throws(FileProblem) -> (Int32, stat) {
        func check(_ facts: stat) throws(FileProblem) {
            guard let kind = FileKind.irregular(mode: facts.st_mode) else { return }
            throw FileProblem(path: path, reason: "it is \(kind), not a regular file", isMissing: false)
        }
        var facts = stat()
        guard stat(path.string, &facts) == 0 else { throw problem(path) }
        try check(facts)
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags)
        guard descriptor >= 0 else { throw problem(path) }
        do throws(FileProblem) {
            guard fstat(descriptor, &facts) == 0 else { throw problem(path) }
            try check(facts)
        } catch {
            close(descriptor)
            throw error
        }
        return (descriptor, facts)
    }

    static func readAtRest(_ path: FilePath, _ expected: Int) -> Result<[UInt8], FileProblem> {
        let interval: Int32 = 20
        // An editor writes right after truncating; a file that really became shorter costs this wait.
        let rest: Int64 = 300
        for _ in 0..<(Int32(rest) / interval) {
            guard case .success(let bytes) = read(path), bytes.count < expected, let age = age(path), age < rest else {
                break
            }
            poll(nil, 0, interval)
        }
        return read(path)
    }

    /// How many seconds ago a file was written; nil if unknown, or if it was not in the past.
    package static func secondsSinceWriting(_ path: FilePath) -> Int64? {
        sinceWriting(path).flatMap { $0.seconds < 0 ? nil : $0.seconds }
    }

    /// How many milliseconds ago a file was written; nil if unknown.
    private static func age(_ path: FilePath) -> Int64? {
        // If the clock was set back, the file must not seem new for long.
        guard let (seconds, nanoseconds) = sinceWriting(path), (0...60).contains(seconds) else { return nil }
        return seconds * 1000 + nanoseconds / 1_000_000
    }

    /// The time since a file was written, negative if that is in the future; nil if it is unknown.
    private static func sinceWriting(_ path: FilePath) -> (seconds: Int64, nanoseconds: Int64)? {
        var facts = stat()
        var now = timespec()
        guard stat(path.string, &facts) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
        let (seconds, isTooLong) = Int64(now.tv_sec).subtractingReportingOverflow(Int64(facts.st_mtim.tv_sec))
        return isTooLong ? nil : (seconds, Int64(now.tv_nsec) - Int64(facts.st_mtim.tv_nsec))
    }

    package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Writes a folder to the disk: a new or renamed file survives a power cut only after its folder was written, too.
    ///
    /// File systems that cannot synchronize folders (`EINVAL`) are not an error.
    package static func synchronize(_ folder: FilePath) throws(FileProblem) {
        let descriptor = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw unwritable(folder) }
    }

    /// Creates a folder and its parents on the disk; leaves existing folders unchanged.
    package static func makeFolder(_ path: FilePath, mode: mode_t = 0o700) throws(FileProblem) {
        guard !path.isEmpty, access(path.string, F_OK) != 0 else { return }
        if errno == ENOENT { try makeFolder(path.removingLastComponent(), mode: mode) }
        guard mkdir(path.string, mode) == 0 else {
            guard errno == EEXIST else { throw unwritable(path) }
            return
        }
        FolderOwner.own(path, in: folder(of: path))
        try synchronize(folder(of: path))
    }

    /// Whether there is a file or a folder at a path; an error if a failing disk does not answer.
    package static func isThere(_ path: FilePath) throws(FileProblem) -> Bool {
        if access(path.string, F_OK) == 0 { return true }
        guard errno == ENOENT || errno == ENOTDIR else { throw problem(path) }
        return false
    }

    package static func removeIfThere(_ path: FilePath) throws(FileProblem) {
        guard unlink(path.string) != 0, errno != ENOENT, errno != ENOTDIR else { return }
        throw problem(path)
    }

    /// The folder and its parents that do not exist, the innermost first.
    package static func missingFolders(_ folder: FilePath) -> [FilePath] {
        var missing: [FilePath] = []
        var folder = folder
        while access(folder.string, F_OK) != 0, folder != "/" {
            missing.append(folder)
            folder = self.folder(of: folder)
        }
        return missing
    }

    static func stamp(_ path: FilePath) -> String? {
        var facts = stat()
        return stat(path.string, &facts) == 0 ? stamp(facts) : nil
    }

    package static func stamp(_ facts: stat) -> String {
        let changed = facts.st_ctim
        return "\(facts.st_dev):\(facts.st_ino):\(facts.st_size):\(changed.tv_sec).\(changed.tv_nsec)"
    }

    static func isFolder(_ path: FilePath) -> Bool {
        var facts = stat()
        return stat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// A file's size in bytes; 0 if it does not exist.
    package static func size(_ path: FilePath) -> Int {
        var facts = stat()
        return stat(path.string, &facts) == 0 ? Int(facts.st_size) : 0
    }

    package static func mode(_ path: FilePath) -> UInt32? {
        var facts = stat()
        return stat(path.string, &facts) == 0 ? facts.st_mode & 0o7777 : nil
    }

    static func setMode(_ path: FilePath, _ mode: UInt32) throws(FileProblem) {
        guard chmod(path.string, mode) == 0 else { throw problem(path) }
    }

    /// - Parameter isDurable: whether to wait until the line is on the disk.
    package static func append(_ path: FilePath, _ line: String, isDurable: Bool) throws(FileProblem) {
        try makeFolder(path.removingLastComponent())
        let descriptor = open(path.string, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw unwritable(path) }
        defer { close(descriptor) }
        guard writeAll(descriptor, Array((line + "\n").utf8)), !isDurable || fsync(descriptor) == 0 else {
            throw unwritable(path)
        }
    }

    /// The names in a folder, sorted; empty if it cannot be read.
    package static func list(_ path: FilePath) -> [String] { (try? names(in: path)) ?? [] }

    /// The names in a folder, sorted.
    package static func names(in path: FilePath) throws(FileProblem) -> [String] {
        guard let folder = opendir(path.string) else { throw problem(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
            )
        }
        guard errno == 0 else { throw problem(path) }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// The error for a path that cannot be written, with a remedy; a missing parent folder does not count as missing input.
    package static func unwritable(_ path: FilePath) -> FileProblem {
        let code = errno
        let remedy =
            switch code {
            case EACCES:
                "; " + (AccessRemedy.words(for: path, writes: true) ?? "make it writable, or choose another location")
            case EPERM, EROFS: "; make it writable, or choose another location"
            case ENOTDIR, ENOENT, EISDIR: "; choose another location"
            case ENOSPC, EDQUOT: "; free some space there"
            case EXDEV, EBUSY: "; a file system is mounted there: unmount it, or choose another location"
            default: ""
            }
        return FileProblem(path: path, reason: String(cString: strerror(code)) + remedy, isMissing: false)
    }

    package static func problem(_ path: FilePath) -> FileProblem {
        let code = errno
        var problem = FileProblem(
            path: path,
            reason: String(cString: strerror(code)),
            isMissing: code == ENOENT || code == ENOTDIR
        )
        if code == EACCES { problem.remedy = AccessRemedy.words(for: path, writes: false) }
        return problem
    }

    static func danger(_ path: FilePath) -> String? {
        var facts = stat()
        guard lstat(path.string, &facts) == 0 else { return String(cString: strerror(errno)) }
        if facts.st_mode & S_IFMT == S_IFLNK {
            return "it is a symbolic link, whose target can change; give the file itself"
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { return "it is not a regular file" }
        if let reason = danger(facts, "chmod go-w \(path)") { return reason }
        let folder = folder(of: path)
        guard stat(folder.string, &facts) == 0 else { return String(cString: strerror(errno)) }
        // A user with write permission for a folder can replace its files, unless the sticky bit restricts that to their owners.
        if facts.st_mode & S_ISVTX != 0 { return nil }
        return danger(facts, "chmod go-w \(folder)").map { "its folder \(folder): \($0)" }
    }

    private static func danger(_ facts: stat, _ remedy: String) -> String? {
        guard facts.st_uid == getuid() || facts.st_uid == 0 else {
            return "it belongs to another user (\(facts.st_uid)); copy it: antrain plugin install FILE"
        }
        if facts.st_mode & S_IWOTH != 0 { return "anyone can write to it; \(remedy)" }
        if facts.st_mode & S_IWGRP != 0, facts.st_gid != getgid() { return "another group can write to it; \(remedy)" }
        return nil
    }

    static func copy(_ source: FilePath, _ target: FilePath) throws(FileProblem) {
        let (from, _) = try openRegular(source, flags: O_NOFOLLOW)
        defer { close(from) }
        try makeFolder(folder(of: target))
        try write(target, mode: 0o644, keepsMode: false) { (_, to) throws(FileProblem) in
            var chunk = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = Glibc.read(from, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                if count == 0 { return }
                guard count > 0, writeAll(to, Array(chunk[..<count])) else { throw unwritable(target) }
            }
        }
    }

    static func remove(_ path: FilePath) throws(FileProblem) {
        guard unlink(path.string) == 0 else { throw problem(path) }
    }
}
