internal import Files
internal import Foundation
internal import GRDB
internal import Ledger
internal import SystemPackage

/// Replaces the header of a damaged ledger in a copy, so that SQLite can read its tables completely.
///
/// The header is the first 100 bytes of the file (https://www.sqlite.org/fileformat.html#the_database_header). If only the header
/// is damaged, no row is lost, which reading single pages cannot show.
enum LedgerHeader {
    static let size = 100
    static let pageSize = 4096
    static let magic = Array("SQLite format 3\0".utf8)
    private static let name = "headed.sqlite"

    /// Whether the header of a ledger that no process changes is wrong, so that SQLite may misread the file.
    static func isDamaged(_ path: FilePath) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path.string) else { return false }
        defer { try? file.close() }
        guard let header = read(file), let length = try? file.seekToEnd() else { return true }
        func long(_ offset: Int) -> UInt32 { LedgerHeader.long(header, offset) }
        // The number of pages counts only if these two are equal.
        let isSize = long(24) != long(92) || UInt64(long(28)) * UInt64(pageSize) == length
        return hasForeignValue(header) || !isSize
    }

    /// Whether the header of a ledger has a value that no ledger has; other processes may change the ledger.
    static func hasForeignValue(_ path: FilePath) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path.string) else { return false }
        defer { try? file.close() }
        return read(file).map(hasForeignValue) ?? true
    }

    private static func read(_ file: FileHandle) -> [UInt8]? {
        guard let header = try? file.read(upToCount: size), header.count == size else { return nil }
        return Array(header)
    }

    private static func long(_ header: [UInt8], _ offset: Int) -> UInt32 {
        header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func hasForeignValue(_ header: [UInt8]) -> Bool {
        func long(_ offset: Int) -> UInt32 { LedgerHeader.long(header, offset) }
        let isFormat =
            header[..<16] == magic[...] && Int(header[16]) << 8 | Int(header[17]) == pageSize
            && header[18...19].allSatisfy { (1...2).contains($0) } && header[20] == 0
            && Array(header[21...23]) == [64, 32, 32] && long(44) == 4
        // No ledger moves its pages to free space, and all text is in UTF-8.
        let isKind = long(52) == 0 && long(56) == 1 && long(64) == 0
        return !(isFormat && isKind)
    }

    /// Opens a copy of a damaged ledger with the header of an intact one.
    /// - Returns: nil if more than the header is damaged, so that SQLite finds no tables of a ledger.
    static func readableCopy(of path: FilePath, headedAs model: FilePath, _ queue: DatabaseQueue, in folder: FilePath)
        -> DatabaseQueue?
    {
        // The header of a new ledger is in its write-ahead log at first.
        _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let copy = folder.appending(name)
        guard let intact = FileHandle(forReadingAtPath: model.string),
            var header = try? intact.read(upToCount: size), header.count == size,
            (try? FileManager.default.copyItem(atPath: path.string, toPath: copy.string)) != nil,
            let file = FileHandle(forUpdatingAtPath: copy.string),
            let length = try? file.seekToEnd(), length >= UInt64(pageSize)
        else { return nil }
        defer { try? file.close() }
        try? intact.close()
        func set(_ offset: Int, _ value: UInt32) {
            for index in 0..<4 { header[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
        }
        set(28, UInt32(clamping: length / UInt64(pageSize)))
        // The list of free pages is unknown; nothing is written to the copy.
        set(32, 0)
        set(36, 0)
        guard (try? file.seek(toOffset: 0)) != nil, (try? file.write(contentsOf: header)) != nil else { return nil }
        for end in ["-wal"] where FileManager.default.fileExists(atPath: path.suffixed(end).string) {
            try? FileManager.default.copyItem(atPath: path.suffixed(end).string, toPath: copy.suffixed(end).string)
        }
        guard let opened = try? DatabaseQueue(path: copy.string), (try? opened.read(hasTables)) == true else {
            return nil
        }
        return opened
    }

    private static func hasTables(_ database: Database) throws -> Bool {
        try database.tableExists(LedgerTable.activation.rawValue) && database.tableExists(LedgerTable.fact.rawValue)
    }
}
