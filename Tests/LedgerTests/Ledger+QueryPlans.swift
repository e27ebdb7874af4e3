import GRDB

@testable import Ledger

extension Ledger {
    /// How SQLite finds the rows of each statement that some calls execute, for tests.
    ///
    /// - Parameter body: the calls.
    /// - Returns: the lines of `EXPLAIN QUERY PLAN` by statement.
    func queryPlans(_ body: () throws -> Void) throws -> [String: [String]] {
        let executed = Set(try statements(body)).filter { sql in
            ["SELECT", "UPDATE", "DELETE", "WITH"].contains { sql.hasPrefix($0) }
        }
        return try queue.writeWithoutTransaction { database in
            return Dictionary(
                uniqueKeysWithValues: try executed.map { sql in
                    (sql, try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] })
                }
            )
        }
    }

    /// The statements that some calls execute, in order, for tests.
    func statements(_ body: () throws -> Void) throws -> [String] {
        final class Statements: @unchecked Sendable { var all: [String] = [] }
        let statements = Statements()
        queue.writeWithoutTransaction { database in
            database.trace { event in
                if case .statement(let statement) = event { statements.all.append(statement.expandedSQL) }
            }
        }
        defer { queue.writeWithoutTransaction { $0.trace() } }
        try body()
        return statements.all
    }
}
