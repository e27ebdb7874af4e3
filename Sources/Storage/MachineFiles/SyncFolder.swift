package import Files
internal import Glibc
package import SystemPackage

/// A folder that another program synchronizes between a person's machines, with the files of these machines.
///
/// Other programs make copies of a machine's file, such as `<machine>.sync-conflict-20261128-101112-ABCDEFG.antrain`. They are read, too: the name
/// of a file does not decide whose it is, but its `MachineFile.Opening`.
package enum SyncFolder {
    /// How many files are listed.
    package static let mostFiles = 1000

    package struct File: Sendable, Hashable {
        package let path: FilePath
        /// Changes when the file is written or replaced; see `FileAccess.stamp`.
        package let stamp: String
    }

    package struct Listing: Sendable, Hashable {
        /// The files that may be machines' files, sorted by their names.
        package let files: [File]
        /// How many further ones there are.
        package let omitted: Int
    }

    /// Lists the regular files whose name a machine's file or a copy of one can have; does not open them.
    ///
    /// Symbolic links and hidden files are left out, and so are the temporary files of Syncthing and rsync.
    ///
    /// - Throws: if the folder cannot be read; its disk may not be mounted.
    package static func list(_ folder: FilePath) throws(FileProblem) -> Listing {
        var files: [File] = []
        var omitted = 0
        for name in try LiveFiles.names(in: folder) where isMachineFile(name) {
            let path = folder.appending(name)
            var facts = stat()
            // The file may have been removed in the meantime.
            guard lstat(path.string, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
            if files.count < mostFiles {
                files.append(File(path: path, stamp: LiveFiles.stamp(facts)))
            } else {
                omitted += 1
            }
        }
        return Listing(files: files, omitted: omitted)
    }

    /// Whether a machine's file or a copy of one can have a name: `*.antrain`, or a machine's name, and later `.antrain`.
    static func isMachineFile(_ name: String) -> Bool {
        guard !name.hasPrefix("."), !name.hasPrefix("~syncthing~") else { return false }
        if name.hasSuffix(".antrain") { return true }
        let start = name.utf8.prefix(16)
        return start.count == 16 && start.allSatisfy(HexDigits.contain) && name.contains(".antrain")
    }
}
