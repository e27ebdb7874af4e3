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
        guard stat(place.string, &facts) == 0 || lstat(place.string, &facts) == 0 else { return nil }
        return facts.st_uid == geteuid()
            ? "allow it: chmod u+\(mode) \(place)"
            : "\(place) belongs to another user; take it over: sudo chown \"$USER\" \(place)"
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
