import Files
import Platform
import SystemPackage

/// Lists files and folders for shells whose own file completion cannot be combined with other candidates.
enum PathCompletion {
    /// The paths that begin with a text; a path that begins with `~/` keeps it.
    ///
    /// - Parameter extensions: the extensions of the files to list; an empty list lists all files, and nil only folders.
    static func paths(_ typed: String, extensions: [String]?, _ context: Context) -> [String] {
        // By scalars: a slash with a combining mark is a different Swift character.
        let scalars = typed.unicodeScalars
        let start = scalars.lastIndex(of: "/").map(scalars.index(after:)) ?? scalars.startIndex
        let (folder, name) = (String(scalars[..<start]), String(scalars[start...]))
        let place = Paths.absolute(folder, context)
        return context.files.list(place).filter { entry in
            guard entry.hasPrefix(name), name.hasPrefix(".") || !entry.hasPrefix(".") else { return false }
            if context.files.isFolder(place.appending(entry)) { return true }
            guard let extensions else { return false }
            return extensions.isEmpty || extensions.contains { entry.hasSuffix("." + $0) }
        }.map { folder + $0 }
    }
}
