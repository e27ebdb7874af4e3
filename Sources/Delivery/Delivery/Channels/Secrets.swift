internal import Glibc
public import Reminders

/// Reads values that are not in the settings: from files and from the environment.
public struct Secrets: Sendable {
    let environment: [String: String]

    /// Why a value cannot be read.
    public struct Problem: Error, Sendable, Hashable {
        /// What is wrong.
        public let reason: String
        /// What the user can do about it.
        public let remedy: String

        /// The reason and the remedy.
        public var words: String { "\(reason); \(remedy)" }
    }

    /// Reads with an environment.
    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// Why a value cannot be read, determined without reading it; nil if it can.
    public func problem(_ key: String, _ origin: ValueOrigin) -> Problem? {
        do {
            switch origin {
            case .literal: break
            case .forgotten: throw Secrets.forgotten(key)
            case .variable: _ = try text(key, origin)
            case .file(let path): close(try opened(key, path))
            }
            return nil
        } catch { return error as? Problem }
    }

    /// A value; for a file, its first line without the line break.
    public func text(_ key: String, _ origin: ValueOrigin) throws(Problem) -> String {
        switch origin {
        case .literal(let text): return text
        case .forgotten: throw Secrets.forgotten(key)
        case .variable(let name):
            if let text = environment[name], !text.isEmpty { return text }
            throw Problem(
                reason: "the environment variable \(name) for '\(key)' is not set",
                remedy:
                    "set it where antrain runs (cron has its own environment), or use a file: {file: ~/.secrets/\(key)}"
            )
        case .file(let path): return try firstLine(key, path)
        }
    }

    private func firstLine(_ key: String, _ path: String) throws(Problem) -> String {
        let descriptor = try opened(key, path)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw Secrets.unreadable(key, path, String(cString: strerror(errno))) }
        var line = bytes[..<count].prefix { $0 != 0x0A }
        if line.last == 0x0D { line = line.dropLast() }
        guard !line.isEmpty, let text = String(validating: line, as: UTF8.self) else {
            throw Problem(
                reason: "the first line of \(path), which contains '\(key)', is \(line.isEmpty ? "empty" : "not text")",
                remedy: "write only the secret in the first line"
            )
        }
        return text
    }

    /// Opens a file that only its owner can read.
    private func opened(_ key: String, _ path: String) throws(Problem) -> Int32 {
        let full = path.hasPrefix("~/") ? (environment["HOME"] ?? "") + path.dropFirst() : path
        let descriptor = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Secrets.unreadable(key, path, String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Secrets.unreadable(key, path, "not a regular file")
        }
        guard status.st_mode & 0o066 == 0 else {
            close(descriptor)
            throw Problem(
                reason: "\(path), which contains '\(key)', can be read or changed by other users",
                remedy: "restrict it: chmod 600 \(path)"
            )
        }
        return descriptor
    }

    private static func unreadable(_ key: String, _ path: String, _ reason: String) -> Problem {
        Problem(
            reason: "cannot read '\(key)' from \(path): \(reason)",
            remedy: "write the secret in its first line, then run: chmod 600 \(path)"
        )
    }

    private static func forgotten(_ key: String) -> Problem {
        Problem(
            reason: "'\(key)' was in the settings file, which now has errors, and antrain does not store secrets",
            remedy:
                "fix the file; to keep the secret available, store it in its own file: \(key): {file: ~/.secrets/\(key)}"
        )
    }
}
