internal import Glibc
internal import SystemPackage

extension LiveFiles {
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
