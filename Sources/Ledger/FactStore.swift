internal import CivilTime
internal import GRDB
internal import Reminders
internal import Training

/// Reads and writes what happened.
struct FactStore {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func planningFacts(today: CivilDate) throws -> PlanningFacts {
        PlanningFacts(
            activations: try activations(),
            completions: try completions(),
            cancelled: try cancelled(since: today.adding(days: -31)),
            plannedZone: try plannedZone(),
            settings: try bytes("settings")
        )
    }

    func activations() throws -> [Activation] {
        let rows = try Row.fetchCursor(
            try statement(
                "SELECT program_id, path, start_date, source FROM activation WHERE deactivated_at IS NULL ORDER BY number"
            )
        )
        var result: [Activation] = []
        while let row = try rows.next() {
            guard let start = try? CivilDate(parsing: row[2] as String) else { continue }
            let source = row.withUnsafeDataBytes(3)
            result.append(Activation(programID: row[0], path: row[1], start: start, source: source))
        }
        return result
    }

    private func completions() throws -> [String: [Completion]] {
        let rows = try Row.fetchCursor(
            try statement("SELECT subject, day_id, date FROM journal WHERE kind = 'completed' ORDER BY date, number")
        )
        var result: [String: [Completion]] = [:]
        while let row = try rows.next() {
            guard let date = try? CivilDate(parsing: row[2] as String) else { continue }
            result[row[0], default: []].append(Completion(date: date, dayID: row[1]))
        }
        return result
    }

    private func cancelled(since date: CivilDate) throws -> Set<NotificationID> {
        let rows = try statement("SELECT subject FROM journal WHERE kind = 'cancelled' AND date >= ?")
        return Set(try String.fetchAll(rows, arguments: [date.description]).map(NotificationID.init(rawValue:)))
    }

    func record(_ fact: LedgerFact, at now: Instant) throws {
        switch fact {
        case .activated(let activation):
            try end(activation.programID, at: now)
            try database.execute(
                sql:
                    "INSERT INTO activation (program_id, path, start_date, activated_at, source) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    activation.programID, activation.path, activation.start.description, now.secondsSinceEpoch,
                    activation.source.databaseData,
                ]
            )
            try journal("activated", activation.programID, date: activation.start, at: now)
        case .deactivated(let programID):
            try end(programID, at: now)
            try journal("deactivated", programID, at: now)
        case .programRead(let programID, let source):
            try database.execute(
                sql: "UPDATE activation SET source = ? WHERE program_id = ? AND deactivated_at IS NULL",
                arguments: [source.databaseData, programID]
            )
        case .settingsRead(let bytes):
            try set("settings", bytes)
        case .completed(let programID, let dayID, let date):
            try journal("completed", programID, dayID: dayID, date: date, at: now)
        case .cancelled(let id, let date):
            try journal("cancelled", id, date: date, at: now)
        }
    }

    private func end(_ programID: String, at now: Instant) throws {
        try database.execute(
            sql: "UPDATE activation SET deactivated_at = ? WHERE program_id = ? AND deactivated_at IS NULL",
            arguments: [now.secondsSinceEpoch, programID]
        )
    }

    private func journal(
        _ kind: String,
        _ subject: String,
        dayID: String? = nil,
        date: CivilDate? = nil,
        at now: Instant
    ) throws {
        try database.execute(
            sql: "INSERT INTO journal (at, kind, subject, day_id, date) VALUES (?, ?, ?, ?, ?)",
            arguments: [now.secondsSinceEpoch, kind, subject, dayID, date?.description]
        )
    }

    func plannedZone() throws -> String? {
        try text("zone")
    }

    func goodSettings() throws -> [UInt8]? {
        try bytes("settings")
    }

    func recordZone(_ identifier: String) throws {
        if try plannedZone() != identifier { try set("zone", Array(identifier.utf8)) }
    }

    private func set(_ name: String, _ value: [UInt8]) throws {
        try database.execute(
            sql: "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [name, value.databaseData]
        )
    }

    private func text(_ name: String) throws -> String? {
        try bytes(name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func bytes(_ name: String) throws -> [UInt8]? {
        try Row.fetchOne(try statement("SELECT value FROM fact WHERE name = ?"), arguments: [name])?
            .withUnsafeDataBytes(0)
    }

    private func statement(_ sql: String) throws -> Statement {
        try database.cachedStatement(sql: sql)
    }
}
