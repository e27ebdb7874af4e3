internal import Files
package import GRDB
internal import Glibc
public import SystemPackage

/// The snapshots of a ledger: copies that antrain makes in the folder `snapshots` next to it, once a month and before each
/// update of the schema.
///
/// `antrain repair` recovers from them the rows that a damaged ledger lost. They are complete SQLite files of mode 0600.
/// Their number is limited: one for each version of the schema, and one for each of the last six months.
public struct LedgerSnapshots: Sendable {
    /// The end of the names of snapshots, and that of snapshots that are being written.
    package static let ending = ".ledger.sqlite"
    package static let newEnding = ".new"

    private let ledger: FilePath
    public let folder: FilePath

    public init(ofLedgerAt path: FilePath) {
        ledger = path
        folder = path.folder.appending("snapshots")
    }

    /// Makes a snapshot before the schema is updated; it is never removed.
    func keep(_ queue: DatabaseQueue, ofVersion version: Int) throws(LedgerError) {
        let name = "schema-\(version)\(LedgerSnapshots.ending)"
        // A snapshot of a damaged ledger would replace one from which its rows can be recovered.
        let finding = try LedgerFile.worded(ledger) {
            try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") ?? "no answer" }
        }
        guard finding == "ok" else {
            if let reason = LedgerFile.failureToRead(ledger) { throw .file(path: ledger, reason: reason) }
            throw .damaged(path: ledger, reason: finding)
        }
        do throws(LedgerError) {
            guard try write(name, queue, waits: true) else { throw .busy(path: folder) }
        } catch {
            // The error names the folder of snapshots, because the ledger itself may be usable.
            guard case .file(_, let reason) = error else { throw error }
            throw .folder(path: folder, reason: reason)
        }
    }

    /// The snapshots, the latest first.
    package var newestFirst: [FilePath] {
        let files = names.map { (path: folder.appending($0), time: LedgerSnapshots.modified(folder.appending($0))) }
        return files.sorted { ($0.time.0, $0.time.1, $0.path.string) > ($1.time.0, $1.time.1, $1.path.string) }.map(
            \.path
        )
    }

    /// Whether there is a snapshot that is a SQLite file; its contents are not checked.
    public var canRebuild: Bool { !databases.isEmpty }

    /// The snapshots that begin with the header of a SQLite file, the latest first.
    var databases: [FilePath] {
        newestFirst.filter { path in
            guard FileKind.irregular(path) == nil else { return false }
            let file = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else { return false }
            defer { close(file) }
            let start = Array("SQLite format 3\0".utf8)
            var bytes = [UInt8](repeating: 0, count: start.count)
            return Glibc.read(file, &bytes, bytes.count) == bytes.count && bytes == start
        }
    }

    /// When a file was last written, as seconds and nanoseconds.
    package static func modified(_ path: FilePath) -> (Int, Int) {
        var facts = stat()
        return stat(path.string, &facts) == 0 ? (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec) : (0, 0)
    }

    package var names: [String] { contents.filter { $0.hasSuffix(LedgerSnapshots.ending) } }

    /// The names of all files in the folder.
    package var contents: [String] {
        guard let stream = opendir(folder.string) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Writes a snapshot, which gets its name only when it is complete on the disk.
    ///
    /// - Parameter waits: whether to wait while another process is writing one.
    /// - Returns: false if another process is writing one.
    package func write(_ name: String, _ queue: DatabaseQueue, waits: Bool = false) throws(LedgerError) -> Bool {
        func failure(_ path: FilePath) -> LedgerError {
            errno == ENOSPC || errno == EDQUOT
                ? .full(path: path) : .file(path: path, reason: String(cString: strerror(errno)))
        }
        if mkdir(folder.string, 0o700) == 0 {
            FolderOwner.own(folder, in: folder.folder)
        } else if errno != EEXIST {
            throw failure(folder)
        }
        let lock = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw failure(folder) }
        defer { close(lock) }
        guard flock(lock, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 else { return false }
        for name in contents where name.hasSuffix(LedgerSnapshots.newEnding) { unlink(folder.appending(name).string) }
        let new = folder.appending(name + LedgerSnapshots.newEnding)
        let file = open(new.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(new) }
        defer { close(file) }
        FolderOwner.own(file, in: folder)
        do throws(LedgerError) {
            try LedgerFile.worded(ledger) { try queue.vacuum(into: new.string) }
            guard fsync(file) == 0, rename(new.string, folder.appending(name).string) == 0 else { throw failure(new) }
            guard fsync(lock) == 0 || errno == EINVAL else { throw failure(folder) }
        } catch {
            unlink(new.string)
            throw error
        }
        return true
    }

    /// The maximum number of reported problems.
    package static let mostProblems = 20

    /// Reads a snapshot, which may be of an earlier version of the schema.
    ///
    /// - Throws: `LedgerError` if it cannot be read, or is no ledger that this antrain can update.
    package static func read<Value>(_ path: FilePath, _ body: (Database) throws -> Value) throws(LedgerError) -> Value {
        try LedgerFile.worded(path, isDiagnosed: false) {
            try LedgerFile.checkKind(path)
            let queue = try LedgerFile.immutable(path)
            defer { try? queue.close() }
            return try queue.read { database in
                try LedgerIdentity.check(database, path: path, isKnown: true)
                try LedgerIdentity.checkVersion(database, path: path)
                return try body(database)
            }
        }
    }

    /// Whether a lost ledger can probably be rebuilt.
    var use: LedgerError.Snapshots {
        if canRebuild { return .usable }
        let problems = newestFirst.compactMap { path -> String? in
            do throws(LedgerError) { try LedgerSnapshots.read(path) { _ in } } catch {
                return "\(path): \(LedgerSnapshots.reason(error))"
            }
            return nil
        }
        return problems.isEmpty ? .noSnapshot : .unusable(Array(problems.prefix(LedgerSnapshots.mostProblems)))
    }

    /// Why a snapshot, or a copy of it, cannot be used.
    package static func reason(_ error: LedgerError) -> String {
        switch error {
        case .damaged(_, let reason), .file(_, let reason), .inputOutput(_, let reason): reason
        case .badValue(_, let problem): "\(problem)"
        case .empty: "it is empty"
        case .foreign: "it is another program's database"
        case .irregular(_, let kind): "it is \(kind), not a regular file"
        case .newer: "it was written by a newer antrain"
        case .tooOld(_, let version): "it has schema \(version), which this antrain cannot update"
        default: "\(error)"
        }
    }
}

extension LedgerError {
    /// The ledger at a path is missing; `.danglingLink` if the path is a link.
    public static func missing(at path: FilePath) -> LedgerError {
        if let target = SymbolicLink.missingTarget(of: path) { return .danglingLink(path: path, target: target) }
        return .missing(path: path, snapshots: LedgerSnapshots(ofLedgerAt: path).use)
    }

    public static func empty(at path: FilePath) -> LedgerError {
        .empty(path: path, snapshots: LedgerSnapshots(ofLedgerAt: path).use)
    }
}
