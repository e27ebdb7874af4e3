internal import Glibc
package import SystemPackage

/// How a user gets access to a file that antrain may not read or write.
package enum AccessRemedy {
    /// The command that gives access to what a path lacks permission for, as part of a sentence; nil if permissions are not the cause.
    ///
    /// - Parameter writes: whether the file is written, or replaced in its folder.
    package static func words(for path: FilePath, writes: Bool) -> String? {
        guard let (place, mode) = obstacle(path, writes) else { return nil }
        var facts = stat()
        // Files of other users, and of the system, stay as they are.
        guard stat(place.string, &facts) == 0, facts.st_uid == geteuid(), let word = word(place.string) else {
            return nil
        }
        return "allow it: chmod u+\(mode) \(word)"
    }

    /// A path as a word for a shell; nil if it has characters that a terminal may interpret or hide.
    private static func word(_ path: String) -> String? {
        guard path.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let isPlain = path.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || "/._-".utf8.contains(byte)
        }
        return isPlain
            ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The first part of a path that does not allow an access, and the missing permissions of its owner.
    private static func obstacle(_ path: FilePath, _ writes: Bool) -> (FilePath, String)? {
        var folder = FilePath("/")
        for component in path.removingLastComponent().components {
            guard access(folder.string, X_OK) == 0 else { return (folder, "rx") }
            folder.append(component)
        }
        guard access(folder.string, X_OK) == 0 else { return (folder, "rx") }
        let mode = writes ? R_OK | W_OK : R_OK
        // What can only be read is often written next.
        if access(path.string, F_OK) == 0, access(path.string, mode) != 0 { return (path, "rw") }
        return writes && access(folder.string, W_OK) != 0 ? (folder, "w") : nil
    }
}
