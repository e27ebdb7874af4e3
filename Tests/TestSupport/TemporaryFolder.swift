import Foundation

/// A path at which there is nothing on any machine.
public let nowhere = TemporaryFolder.ofRun.path + "/nowhere"

/// A folder that is deleted with its last reference.
public final class TemporaryFolder: Sendable {
    /// The path.
    public let path: String
    private let isKept: Bool

    /// A folder for what all tests share, such as compiled libraries; it is deleted when the tests end.
    public static let ofRun: TemporaryFolder = {
        do {
            let folder = try TemporaryFolder()
            atexit { try? FileManager.default.removeItem(atPath: TemporaryFolder.ofRun.path) }
            return folder
        } catch { fatalError("there is no temporary folder: \(error)") }
    }()

    public init() throws {
        isKept = false
        path = FileManager.default.temporaryDirectory.appending(path: "antrain-test-\(UUID().uuidString.prefix(8))")
            .path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// A folder at a given path, which is not deleted.
    public init(path: String) throws {
        self.path = path
        isKept = true
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        if isKept { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file into the folder and creates missing folders.
    @discardableResult
    public func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        guard mode & 0o111 != 0 else {
            try Data(text.utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            return file
        }
        // Not by this process: see `copyExecutables`.
        try Data(text.utf8).write(to: URL(filePath: file + ".text"))
        _ = try run("/usr/bin/install", ["-m", String(mode, radix: 8), file + ".text", file])
        return file
    }

    /// Copies a file or folder with executables.
    ///
    /// Another process copies them: one that another test forks at this moment inherits the descriptors that this process has open
    /// for writing, and then executing the files fails with ETXTBSY.
    public static func copyExecutables(_ source: String, to target: String) throws {
        _ = try run("/usr/bin/env", ["cp", "-a", "--", source, target])
    }

    /// A file's text.
    public func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
    }
}
