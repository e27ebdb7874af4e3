package import CivilTime
internal import Foundation
internal import GRDB
package import History
package import Ledger
internal import Recovery

/// What a merge added to the ledger.
package struct EventMerge: Sendable, Hashable {
    /// How many events were new.
    package fileprivate(set) var added = 0
    /// The first event of each machine that was left out, with all later ones of that machine.
    package fileprivate(set) var held: [String: HeldEvent] = [:]

    package init() {}
}

/// An event that cannot be added yet.
package struct HeldEvent: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// It refers to an event of another machine that has not arrived.
        case waits(machine: String)
        /// It has a value that this version of antrain does not write.
        case invalid(String)
    }

    package let number: Int64
    package let reason: Reason
}

/// Adds events of other machines to the ledger: each of them once, however often it arrives.
struct EventMerger {
    private let database: Database
    /// The numbers of rows by their IDs.
    private var numbers: [String: Int64] = [:]

    private struct Held: Error {
        let reason: HeldEvent.Reason
    }

    init(_ database: Database) { self.database = database }

    /// - Parameter restores: whether a repair may have lost rows of events that the ledger has.
    mutating func merge(_ events: [PortableEvent], now: Instant, restores: Bool) throws -> EventMerge {
        var result = EventMerge()
        try EventLog(database).note(at: now)
        let ids = try RowIDs(database)
        var known = Set(ids.events.map { EventID(machine: $0.machine, number: $0.id) })
        let new = events.filter { !known.contains($0.id) }.sorted(by: PortableEvent.isBefore)
        guard !new.isEmpty || restores else { return result }
        try readNumbers(ids)
        if restores { result.added += try restore(events, ids.events) }
        for event in new where result.held[event.machine] == nil {
            guard known.insert(event.id).inserted else { continue }
            do {
                try add(event)
                result.added += 1
            } catch let held as Held {
                result.held[event.machine] = HeldEvent(number: event.number, reason: held.reason)
            }
        }
        if result.added > 0 { try RowRanking(database).update() }
        return result
    }

    private mutating func readNumbers(_ ids: RowIDs) throws {
        for table in EventLog.tables {
            let all = try database.rows("SELECT number FROM \(table.rawValue)", of: table) { try $0.integer("number") }
            for number in all { if let id = ids.id(of: number, in: table) { numbers[id] = number } }
        }
    }

    /// Adds the rows that the ledger lacks of events that it has, at the numbers that they had.
    ///
    /// - Returns: to how many events rows were added.
    private mutating func restore(_ events: [PortableEvent], _ recorded: [RecordedEvent]) throws -> Int {
        let copies = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        var former = EventLog.tables.map { _ in 0 as Int64 }
        var count = 0
        for known in recorded {
            defer { former = known.ends }
            guard let event = copies[EventID(machine: known.machine, number: known.id)] else { continue }
            let missing = missingNumbers(event, known, after: former)
            guard !missing.isEmpty else { continue }
            let present = numbers
            numbers.merge(missing) { own, _ in own }
            do {
                try database.inSavepoint {
                    for row in event.rows where missing[row.id] != nil {
                        try add(row, of: event, isOwn: known.origin == nil)
                    }
                    return .commit
                }
                count += 1
            } catch is Held { numbers = present } catch is LedgerValueError { numbers = present }
        }
        return count
    }

    /// The numbers of the rows that the ledger lacks of an event, by their IDs.
    private func missingNumbers(_ event: PortableEvent, _ known: RecordedEvent, after former: [Int64]) -> [String:
        Int64]
    {
        var missing: [String: Int64] = [:]
        for (index, table) in EventLog.tables.enumerated() {
            let rows = event.rows.filter { $0.table == table.rawValue }
            let (first, last) = (former[index] + 1, known.ends[index])
            guard first <= last, rows.count <= last - first + 1 else { continue }
            for (row, place) in zip(rows, first...) where numbers[row.id] == nil {
                // The rows of another machine's event have consecutive numbers, and those of this machine have theirs in the ID.
                let number = known.origin == nil ? row.id.split(separator: ":").last.flatMap { Int64($0) } : place
                if let number, (first...last).contains(number) { missing[row.id] = number }
            }
        }
        return missing
    }

    /// Adds an event, or nothing of it.
    private mutating func add(_ event: PortableEvent) throws {
        let former = numbers
        do {
            try database.inSavepoint {
                // Rows refer to the action that they belong to, whose row comes after some of them.
                let new = event.rows.filter { numbers[$0.id] == nil }
                for table in EventLog.tables { try number(new.filter { $0.table == table.rawValue }, in: table) }
                for row in new { try add(row, of: event) }
                try EventLog(database).add(machine: event.machine, origin: event.number, clock: event.clock)
                return .commit
            }
        } catch {
            numbers = former
            if let problem = error as? LedgerValueError { throw Held(reason: .invalid("\(problem)")) }
            throw error
        }
    }

    /// Gives new rows of a table the next numbers.
    private mutating func number(_ rows: [PortableEvent.Row], in table: LedgerTable) throws {
        guard !rows.isEmpty else { return }
        for (row, number) in zip(rows, try RowNumbers.next(in: table, database)...) { numbers[row.id] = number }
    }

    /// - Parameter isOwn: whether this machine recorded the row.
    private func add(_ row: PortableEvent.Row, of event: PortableEvent, isOwn: Bool = false) throws {
        guard let table = LedgerTable(rawValue: row.table), let columns = PortableEventReader.columns[table],
            let number = numbers[row.id]
        else { throw Held(reason: .invalid("table \(row.table)")) }
        if let unknown = row.values.keys.sorted().first(where: { !columns.contains($0) }) {
            throw Held(reason: .invalid("table \(row.table), column \(unknown)"))
        }
        var values: [(column: String, value: any DatabaseValueConvertible)] = [("number", number)]
        if !isOwn { values.append(("origin", row.id)) }
        for column in columns {
            guard let value = row.values[column] else { continue }
            if let local = try local(value, in: column, of: table, row, event) { values.append((column, local)) }
        }
        // The file of the program is on another machine. `RowRanking` decides whether the activation is in force, and adds its text.
        if table == .activation { values += [("path", ""), ("source", Data()), ("deactivated_at", 0)] }
        do {
            try database.run(
                """
                INSERT INTO \(table.rawValue) (\(values.map(\.column).joined(separator: ", ")))
                VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
                """,
                StatementArguments(values.map(\.value))
            )
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw Held(reason: .invalid("table \(row.table): \(error.message ?? "a value is missing")"))
        }
        _ = try database.rows("SELECT * FROM \(table.rawValue) WHERE number = ?", [number], of: table) {
            try table.check($0)
        }
    }

    /// A value with numbers of this ledger in place of IDs; nil for NULL.
    private func local(
        _ value: PortableEvent.Value,
        in column: String,
        of table: LedgerTable,
        _ row: PortableEvent.Row,
        _ event: PortableEvent
    ) throws -> (any DatabaseValueConvertible)? {
        switch value {
        case .integer(let number): return number
        case .bytes(let bytes): return Data(bytes)
        case .text(let text):
            if RowReferences.table(of: column, in: table) != nil {
                if let number = try number(of: text, in: event) { return number }
                // Only a repaired ledger has an action without its first row.
                return column == "batch" ? numbers[row.id] : nil
            }
            guard table == .journal, case .text(let code)? = row.values["kind"], let kind = JournalKind(rawValue: code)
            else { return text }
            return try RowReferences.replaced(text, in: column, of: kind) { _, reference in
                RowReferences.machine(of: reference) == nil ? reference : "\(try number(of: reference, in: event) ?? 0)"
            }
        }
    }

    /// The number of a row with an ID; nil if its machine has lost it.
    private func number(of id: String, in event: PortableEvent) throws -> Int64? {
        if let number = numbers[id] { return number }
        guard let machine = RowReferences.machine(of: id) else { throw Held(reason: .invalid("reference \(id)")) }
        guard machine == event.machine else { throw Held(reason: .waits(machine: machine)) }
        return nil
    }
}

extension Ledger {
    /// Adds the events that are new, in one transaction; the order and the number of their copies do not matter.
    ///
    /// - Parameter restores: whether a repair may have lost rows of events that the ledger has.
    package func merge(_ events: [PortableEvent], now: Instant, restores: Bool = false) throws(LedgerError)
        -> EventMerge
    {
        try write { database in
            var merger = EventMerger(database)
            return try merger.merge(events, now: now, restores: restores)
        }
    }
}
