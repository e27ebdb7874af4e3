internal import Glibc
package import SystemPackage

/// How a user gets access to a file that antrain may not read or write.
package enum AccessRemedy {
    /// The command that gives the missing permissions, as part of a sentence.
    ///
    /// - Parameters:
    ///   - paths: the files; those that do not exist need no permission.
    ///   - writes: whether they are written, or replaced in their folder.
    /// - Returns: nil if no permission is missing, or if the files and folders belong to other users.
    package static func words(for paths: FilePath..., writes: Bool) -> String? {
        var commands: [String] = []
        for command in paths.compactMap({ command($0, writes) }) where !commands.contains(command) {
            commands.append(command)
        }
        return commands.isEmpty ? nil : "allow it: " + commands.joined(separator: " && ")
    }

    private static func command(_ path: FilePath, _ writes: Bool) -> String? {
        guard let (place, mode) = obstacle(path, writes) ?? obstacle(SymbolicLink.target(of: path), writes) else {
            return nil
        }
        var facts = stat()
        // Files of other users, and of the system, stay as they are.
        guard stat(place.string, &facts) == 0, facts.st_uid == geteuid() else { return nil }
        return word(place.string).map { "chmod u+\(mode) \($0)" }
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

    /// The first part of a path that refuses access, and the permissions that its owner lacks.
    private static func obstacle(_ path: FilePath, _ writes: Bool) -> (FilePath, String)? {
        var folder = FilePath("/")
        for component in path.removingLastComponent().components {
            guard access(folder.string, X_OK) == 0 else { return (folder, "rx") }
            folder.append(component)
        }
        guard access(folder.string, X_OK) == 0 else { return (folder, "rx") }
        let mode = writes ? R_OK | W_OK : R_OK
        // A file that is read is often written next.
        if access(path.string, F_OK) == 0, access(path.string, mode) != 0 { return (path, "rw") }
        return writes && access(folder.string, W_OK) != 0 ? (folder, "w") : nil
    }
}
