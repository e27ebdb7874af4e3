internal import Foundation
public import SystemPackage

/// Symbolic links in place of a file.
public enum SymbolicLink {
    /// The file that a path leads to after all symbolic links; that file and its folder need not exist yet.
    public static func target(of path: FilePath) -> FilePath {
        var path = path
        // The kernel follows at most 40 links, too.
        for _ in 0..<40 {
            if let pointer = realpath(path.string, nil) {
                defer { free(pointer) }
                return FilePath(String(cString: pointer))
            }
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(path.string, &buffer, buffer.count)
            guard length > 0 else {
                guard let name = path.lastComponent, path.folder != path else { return path }
                return target(of: path.folder).appending(name)
            }
            let next = FilePath(String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self))
            path = path.folder.pushing(next)
        }
        return path
    }

    /// The target of a symbolic link that leads nowhere; nil for everything else.
    public static func missingTarget(of path: FilePath) -> FilePath? {
        var facts = stat()
        guard isLink(path), stat(path.string, &facts) != 0 else { return nil }
        return target(of: path)
    }

    /// The file behind a link, or the path itself, unchanged, if it is not a link.
    public static func file(at path: FilePath) -> FilePath { isLink(path) ? target(of: path) : path }

    private static func isLink(_ path: FilePath) -> Bool {
        var facts = stat()
        return lstat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
    }
}
