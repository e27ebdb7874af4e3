internal import Glibc
internal import SystemPackage

extension DamagedPart {
    /// The Debian packages of the system's libraries that the runner needs.
    private static let packages = [
        "libseccomp.so.2": "libseccomp2", "libstdc++.so.6": "libstdc++6", "libgcc_s.so.1": "libgcc-s1",
    ]

    /// The cause of a failure to start the runner; nil if it may be temporary, such as a lack of memory.
    init?(runner: FilePath, code: Int32) {
        switch code {
        case ENOENT, ENOTDIR, EACCES, EPERM, ENOEXEC, EISDIR, ELOOP, ELIBBAD, EINVAL:
            self.init(path: runner, reason: String(cString: strerror(code)))
        default: return nil
        }
    }

    /// The cause of a runner's end before it confined itself, which it does before it loads a plugin; nil if it may be temporary.
    ///
    /// - Parameters:
    ///   - runner: the runner's path.
    ///   - ending: how it ended.
    ///   - said: the last line that it wrote to its log, such as the message of glibc's dynamic linker.
    init?(runner: FilePath, ending: RunnerEnding, said: String) {
        guard ending.isItsOwn else { return nil }
        if let complaint = LinkerComplaint(said) {
            guard !complaint.isPassing else { return nil }
            // The linker names a library by its path if it was found, and the program by the name that it was started with.
            let file = FilePath(complaint.file)
            let path =
                file.components.count > 1 || file.isAbsolute
                ? file
                : runner.ends(with: file)
                    ? runner : runner.removingLastComponent().appending("runtime").appending(complaint.file)
            if let package = DamagedPart.packages[complaint.file] {
                self.init(
                    path: runner,
                    reason: "\(complaint.file) is not installed",
                    remedy: "apt install \(package)"
                )
            } else {
                self.init(path: path, reason: complaint.reason)
            }
        } else {
            self.init(
                path: runner,
                reason: "it \(ending.description) before it loaded the plugin" + (said.isEmpty ? "" : ": \(said)")
            )
        }
    }
}

/// A message of glibc's dynamic linker, which could not start a program.
struct LinkerComplaint {
    /// The library, with its path unless it was not found.
    let file: String
    /// What is wrong with it.
    let reason: String

    private static let kinds = [
        "error while loading shared libraries: ", "symbol lookup error: ", "relocation error: ",
    ]

    /// Reads a line; nil if it is no such message.
    init?(_ line: String) {
        let found = LinkerComplaint.kinds.lazy.compactMap { line.firstRange(of: $0)?.upperBound }.first
        guard let start = found, let end = line[start...].firstRange(of: ": ") else { return nil }
        file = String(line[start..<end.lowerBound])
        reason = String(line[end.upperBound...]).trimmingOwnName(file)
        guard !file.isEmpty else { return nil }
    }

    /// Whether the file is not the cause.
    var isPassing: Bool {
        [ENOMEM, EMFILE, ENFILE].contains { reason.hasSuffix(String(cString: strerror($0))) }
    }
}

extension String {
    /// The text without a file name at its beginning, which the linker sometimes repeats.
    fileprivate func trimmingOwnName(_ name: String) -> String {
        hasPrefix(name + ": ") ? String(dropFirst(name.count + 2)) : self
    }
}
