internal import Files
internal import Foundation
internal import GRDB
internal import Ledger
internal import SystemPackage

/// Reads rows from the pages of a database file without SQLite, which refuses files that end early or whose first page is damaged.
///
/// The format is that of https://www.sqlite.org/fileformat.html. Each leaf page is read separately, so that parts of a tree are
/// found without its root. The result may include rows of pages that are no longer in use.
struct LedgerPages {
    /// A row as it is stored.
    struct Record {
        /// The row id; nil in a table without row ids.
        let number: Int64?
        let values: [DatabaseValue]
    }

    /// The maximum number of columns of a row; no table of the ledger has as many.
    private static let mostColumns = 64
    /// The maximum length of a row, in bytes.
    private static let longestRow = 64 << 20

    private let pageSize: Int
    private let data: Data
    /// Pages with a newer version in the write-ahead log, and their offsets in `log`.
    private let newer: [Int: Int]
    private let log: Data
    /// The free pages, which are unknown if the header is damaged.
    private let unused: Set<Int>

    /// Opens the file at a path; nil if it cannot be read.
    init?(path: FilePath) {
        guard let data = try? Data(contentsOf: URL(filePath: path.string), options: .alwaysMapped) else { return nil }
        self.data = data
        let header = Array(data.prefix(LedgerHeader.size))
        var size = LedgerHeader.pageSize
        var isSound = false
        if header.count == LedgerHeader.size, header[..<16] == LedgerHeader.magic[...] {
            let stated = Int(header[16]) << 8 | Int(header[17])
            let real = stated == 1 ? 65_536 : stated
            if real >= 512, real & (real - 1) == 0 { (size, isSound) = (real, true) }
        }
        pageSize = size
        log = (try? Data(contentsOf: URL(filePath: path.suffixed("-wal").string))) ?? Data()
        newer = LedgerPages.pages(in: log, size: size)
        unused = isSound ? LedgerPages.freePages(of: data, size: size) : []
    }

    private var count: Int { max((data.count + pageSize - 1) / pageSize, newer.keys.max() ?? 0) }

    /// All rows: first those of pages that a tree refers to, because the others may be out of date.
    func records(_ take: (Record) throws -> Void) rethrows {
        var leaves: [Int] = []
        var referred: Set<Int> = []
        for number in 1...max(1, count) where number > 1 && !unused.contains(number) {
            guard let page = page(number) else { continue }
            switch page.byte(0) {
            case 0x0D, 0x0A: leaves.append(number)
            case 0x05, 0x02:
                referred.formUnion(children(page))
                // The inner pages of a table without row ids contain rows, too.
                if page.byte(0) == 0x02 { leaves.append(number) }
            default: break
            }
        }
        for isReferred in [true, false] {
            for number in leaves where referred.contains(number) == isReferred {
                guard let page = page(number) else { continue }
                for record in records(on: page) { try take(record) }
            }
        }
    }

    // MARK: Pages

    private struct Page {
        let bytes: [UInt8]

        func byte(_ place: Int) -> Int { bytes.indices.contains(place) ? Int(bytes[place]) : 0 }
        func short(_ place: Int) -> Int { byte(place) << 8 | byte(place + 1) }
        func long(_ offset: Int) -> Int { short(offset) << 16 | short(offset + 2) }

        /// A variable-length integer of one to nine bytes, and the offset after it; nil if the page ends before.
        func varint(_ start: Int) -> (value: Int64, next: Int)? {
            var value: UInt64 = 0
            for offset in 0..<9 {
                guard bytes.indices.contains(start + offset) else { return nil }
                let byte = bytes[start + offset]
                if offset == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), start + 9) }
                value = value << 7 | UInt64(byte & 0x7F)
                if byte & 0x80 == 0 { return (Int64(bitPattern: value), start + offset + 1) }
            }
            return nil
        }

        /// The offset of the page's cell pointers.
        var cells: [Int] {
            let first = byte(0) == 0x02 || byte(0) == 0x05 ? 12 : 8
            let count = min(short(3), (bytes.count - first) / 2)
            guard count > 0 else { return [] }
            return (0..<count).map { short(first + 2 * $0) }
        }
    }

    private func page(_ number: Int) -> Page? {
        if let offset = newer[number] { return Page(bytes: Array(log[offset..<offset + pageSize])) }
        let start = (number - 1) * pageSize
        guard number >= 1, start < data.count else { return nil }
        // A page that is cut off by the end of the file loses its newest cells, which are at its end.
        var bytes = Array(data[start..<min(start + pageSize, data.count)])
        bytes += [UInt8](repeating: 0, count: pageSize - bytes.count)
        return Page(bytes: bytes)
    }

    private func children(_ page: Page) -> [Int] { page.cells.map(page.long) + [page.long(8)] }

    /// The unused pages according to the header's free list.
    private static func freePages(of data: Data, size: Int) -> Set<Int> {
        func long(_ offset: Int) -> Int { data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        var numbers: Set<Int> = []
        var trunk = long(32)
        while trunk > 1, trunk <= data.count / size, numbers.insert(trunk).inserted {
            let start = (trunk - 1) * size
            for index in 0..<min(long(start + 4), size / 4 - 2) { numbers.insert(long(start + 8 + 4 * index)) }
            trunk = long(start)
        }
        return numbers
    }

    /// The last committed version of each page in a write-ahead log.
    private static func pages(in log: Data, size: Int) -> [Int: Int] {
        func long(_ offset: Int) -> Int { log[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard log.count >= 32, long(0) | 1 == 0x377F_0683, long(8) == size else { return [:] }
        var (committed, open): ([Int: Int], [Int: Int]) = ([:], [:])
        var offset = 32
        // The salts change when the log restarts; the frames after that point are older.
        while offset + 24 + size <= log.count, long(offset + 8) == long(16), long(offset + 12) == long(20) {
            open[long(offset)] = offset + 24
            if long(offset + 4) > 0 {
                committed.merge(open) { $1 }
                open = [:]
            }
            offset += 24 + size
        }
        return committed
    }

    // MARK: Rows

    private func records(on page: Page) -> [Record] {
        page.cells.compactMap { start in
            let kind = page.byte(0)
            let first = kind == 0x02 ? start + 4 : start
            guard start >= 8, let (size, afterSize) = page.varint(first), size > 0, size <= LedgerPages.longestRow
            else { return nil }
            var offset = afterSize
            var number: Int64?
            if kind == 0x0D {
                guard let (value, next) = page.varint(offset) else { return nil }
                (number, offset) = (value, next)
            }
            guard let payload = payload(page, offset, Int(size), isTable: kind == 0x0D) else { return nil }
            return LedgerPages.values(payload).map { Record(number: number, values: $0) }
        }
    }

    /// A cell's content; the part that does not fit on the page is in a chain of overflow pages.
    private func payload(_ page: Page, _ place: Int, _ size: Int, isTable: Bool) -> [UInt8]? {
        let most = isTable ? pageSize - 35 : (pageSize - 12) * 64 / 255 - 23
        guard size > most else {
            return place + size <= page.bytes.count ? Array(page.bytes[place..<place + size]) : nil
        }
        let least = (pageSize - 12) * 32 / 255 - 23
        let wanted = least + (size - least) % (pageSize - 4)
        let local = wanted <= most ? wanted : least
        guard place + local + 4 <= page.bytes.count else { return nil }
        var bytes = Array(page.bytes[place..<place + local])
        var next = page.long(place + local)
        while bytes.count < size {
            guard next > 1, let page = self.page(next) else { return nil }
            let part = min(size - bytes.count, pageSize - 4)
            bytes += page.bytes[4..<4 + part]
            next = page.long(0)
        }
        return bytes
    }

    private static func values(_ bytes: [UInt8]) -> [DatabaseValue]? {
        let page = Page(bytes: bytes)
        guard let (stated, first) = page.varint(0), stated >= 1, stated <= bytes.count else { return nil }
        let headerSize = Int(stated)
        var types: [Int64] = []
        var offset = first
        while offset < headerSize {
            guard let (type, next) = page.varint(offset), type >= 0, types.count < mostColumns else { return nil }
            types.append(type)
            offset = next
        }
        guard offset == headerSize else { return nil }
        var values: [DatabaseValue] = []
        for type in types {
            let length: Int
            switch type {
            case 0, 8, 9: length = 0
            case 1...4: length = Int(type)
            case 5: length = 6
            case 6, 7: length = 8
            case 12...: length = Int(clamping: (type - 12) / 2)
            default: return nil
            }
            guard length <= bytes.count - offset else { return nil }
            values.append(value(type, bytes[offset..<offset + length]))
            offset += length
        }
        return values
    }

    private static func value(_ type: Int64, _ bytes: ArraySlice<UInt8>) -> DatabaseValue {
        switch type {
        case 0: return .null
        case 8: return Int64(0).databaseValue
        case 9: return Int64(1).databaseValue
        case 7: return Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }).databaseValue
        case 1...6:
            let isNegative = (bytes.first ?? 0) & 0x80 != 0
            return bytes.reduce(isNegative ? -1 : 0 as Int64) { $0 << 8 | Int64($1) }.databaseValue
        default: return type % 2 == 0 ? Data(bytes).databaseValue : String(decoding: bytes, as: UTF8.self).databaseValue
        }
    }

    /// The rows that can only belong to a table, with its columns.
    ///
    /// A row is assigned to a table by its values: no two tables of the ledger accept the same.
    ///
    /// - Parameter columns: its columns, in the order of the schema.
    func rows(of table: LedgerTable, _ columns: [String], _ take: (Row) throws -> Void) throws {
        try records { record in
            var values = record.values
            guard values.count <= columns.count, values.count >= table.fewestColumns else { return }
            if table.hasNumbers {
                // SQLite stores NULL in place of the row id.
                guard let number = record.number, values[0].isNull else { return }
                values[0] = number.databaseValue
            } else if record.number != nil {
                return
            }
            let row = Row(Dictionary(uniqueKeysWithValues: zip(columns, values)))
            guard (try? table.check(LedgerRow(row, of: table))) != nil else { return }
            try take(row)
        }
    }
}

extension LedgerTable {
    /// Whether its rows have row ids, which their pages then contain.
    fileprivate var hasNumbers: Bool { key.first == "number" }

    /// The number of columns of the table's first version: rows that were written before columns were added have only these.
    fileprivate var fewestColumns: Int {
        switch self {
        case .event: 8
        case .activation, .reminder, .item: 7
        case .journal: 6
        case .notification: 13
        case .delivery: 9
        case .fact: 2
        case .permission: 4
        case .plugin, .edition: 3
        case .log: 14
        case .deliveryCount: 7
        case .responseCount: 4
        }
    }
}
