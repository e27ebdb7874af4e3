import Glibc

/// The notifications scheduled with at(1) and not delivered yet: one file each, which its job removes when it runs.
///
/// Jobs that have run and jobs that somebody removed are both missing from at's queue. A job has run only if its file is missing,
/// too. If no file can be written, the two cannot be distinguished, and a missing job counts as run.
struct AtReceipts {
    private let folder: String?

    init() {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        folder = (variable("XDG_STATE_HOME") ?? variable("HOME").map { $0 + "/.local/state" }).map {
            $0 + "/antrain/at"
        }
    }

    /// The file of a notification; nil if its key is not a valid file name.
    func path(_ key: String) -> String? {
        guard let folder, !key.isEmpty, !key.hasPrefix("."), !key.utf8.contains(0x2F) else { return nil }
        return folder + "/" + key
    }

    /// Records that a notification was scheduled as a job.
    func add(_ key: String) {
        guard let folder, let path = path(key) else { return }
        // By scalars: a slash with a combining mark is a different Swift character.
        let scalars = folder.unicodeScalars
        for slash in scalars.indices.dropFirst() where scalars[slash] == "/" {
            mkdir(String(scalars[..<slash]), 0o700)
        }
        mkdir(folder, 0o700)
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file >= 0 { close(file) }
    }

    func remove(_ key: String) {
        if let path = path(key) { unlink(path) }
    }

    /// All notifications that have not been delivered.
    var keys: [String] {
        guard let folder, let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var found: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if path(name) != nil { found.append(name) }
        }
        return found
    }
}
