internal import Foundation
internal import GRDB
internal import Ledger
internal import SystemPackage

/// Reads the readable part of a damaged ledger row by row, and writes the valid rows to a new one.
///
/// SQLite reads as much as it can; rows hidden by damage, or the whole file if SQLite refuses it, are read page by page.
struct LedgerSalvage {
    private(set) var tables: [LedgerRepair.Table] = []
    private(set) var problems: [String] = []

    /// Opens a damaged ledger without writing anything except its write-ahead log.
    static func source(_ path: FilePath) throws(LedgerError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try LedgerIdentity.check(database, path: path, isKnown: true)
            if LedgerIdentity.isNewer(database) {
                let version = try LedgerIdentity.version(database)
                throw LedgerError.newer(path: path, version: version, isCertain: true)
            }
            if LedgerIdentity.isTooOld(database) {
                throw LedgerError.tooOld(path: path, version: try LedgerIdentity.version(database))
            }
        }
        return try LedgerFile.worded(path) { try DatabaseQueue(path: path.string, configuration: configuration) }
    }

    /// A damaged ledger opened by SQLite, or the reason why it cannot be opened.
    static func readableSource(_ path: FilePath) throws(LedgerError) -> (queue: DatabaseQueue?, problem: LedgerError?) {
        do { return (try source(path), nil) } catch {
            guard case .damaged = error else { throw error }
            return (nil, error)
        }
    }

    /// Whether no row by a user or a plan was found.
    var isEmpty: Bool { tables.allSatisfy { $0.kept == 0 } }

    /// - Parameter source: the damaged ledger; nil if SQLite refuses it.
    mutating func run(from source: Database?, to target: Database, path: FilePath) throws {
        try target.execute(sql: "DELETE FROM fact")
        let pages = LedgerPages(path: path)
        for table in LedgerTable.allCases { try copy(table, from: source, pages, to: target) }
        try target.execute(
            sql: "INSERT OR IGNORE INTO fact (name, value) VALUES ('owner', CAST(? AS BLOB))",
            arguments: [LedgerOwner.name(at: path)]
        )
    }

    /// Whether the ledger lacks a table because its schema is an earlier one.
    private static func lacks(_ table: LedgerTable, _ database: Database) throws -> Bool {
        guard let version = try? LedgerIdentity.version(database), version > 0, version < Migrations.version,
            let exists = try? database.tableExists(table.rawValue)
        else { return false }
        return !exists
    }

    private mutating func copy(
        _ table: LedgerTable,
        from source: Database?,
        _ pages: LedgerPages?,
        to target: Database
    ) throws {
        let present = Set((try? source?.columns(in: table.rawValue).map(\.name)) ?? [])
        let all = try target.columns(in: table.rawValue).map(\.name)
        let columns = all.filter(present.contains)
        var (kept, lost) = (0, 0)
        // A ledger of an earlier schema may lack tables.
        let isAbsent = try source.map { try LedgerSalvage.lacks(table, $0) } ?? false
        var isIncomplete = columns.isEmpty && !isAbsent
        var known: Set<[DatabaseValue]> = []
        func take(_ row: Row) throws {
            let key = table.key.map { row[$0] as DatabaseValue }
            guard known.insert(key).inserted else { return }
            let columns = all.filter(row.hasColumn)
            let insert =
                "INSERT INTO \(table.rawValue) (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
            do {
                try table.check(LedgerRow(row, of: table))
                try target.execute(sql: insert, arguments: StatementArguments(columns.map { row[$0] as DatabaseValue }))
                kept += 1
            } catch let error as LedgerValueError {
                lost += 1
                note("\(error)")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                lost += 1
                let place = zip(table.key, key).map { "\($0) \($1)" }.joined(separator: ", ")
                note("table \(table.rawValue), row \(place): its parent row is lost, or it is a duplicate")
            }
        }
        let list = columns.joined(separator: ", ")
        let order = table.key.joined(separator: ", ")
        let backwards = table.key.map { $0 + " DESC" }.joined(separator: ", ")
        // A damaged page ends a query: the rows after it are read from the other end, and by their keys.
        if let source, !columns.isEmpty,
            try !LedgerSalvage.fetch("SELECT \(list) FROM \(table.rawValue) ORDER BY \(order)", source, [], take)
        {
            isIncomplete = true
            _ = try LedgerSalvage.fetch("SELECT \(list) FROM \(table.rawValue) ORDER BY \(backwards)", source, [], take)
            for key in try table.parentKeys(in: target) {
                _ = try LedgerSalvage.fetch(
                    "SELECT \(list) FROM \(table.rawValue) WHERE \(table.key[0]) = ?",
                    source,
                    [key],
                    take
                )
            }
        }
        if isIncomplete { try pages?.rows(of: table, all, take) }
        tables.append(LedgerRepair.Table(name: table.rawValue, kept: kept, lost: lost, isIncomplete: isIncomplete))
    }

    /// - Returns: whether the query completed.
    private static func fetch(
        _ sql: String,
        _ source: Database,
        _ arguments: StatementArguments = [],
        _ take: (Row) throws -> Void
    ) throws -> Bool {
        do {
            let rows = try Row.fetchCursor(source, sql: sql, arguments: arguments)
            while let row = try nextRow(rows) { try take(row.copy()) }
            return true
        } catch is Unreadable { return false } catch let error as DatabaseError
            // An unknown column or table is damage of the schema.
            where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
        {
            return false
        }
    }

    private struct Unreadable: Error {}

    private static func nextRow(_ rows: RowCursor) throws -> Row? {
        do { return try rows.next() } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
            throw Unreadable()
        }
    }

    private mutating func note(_ problem: String) {
        if problems.count < LedgerRepair.limit { problems.append(problem) }
    }
}
