package import GRDB

/// The IDs by which rows are known on all machines.
package struct RowIDs {
    package let events: [RecordedEvent]
    /// The IDs of the rows of other machines, by number.
    private let origins: [LedgerTable: [Int64: String]]

    package init(_ database: Database) throws {
        let events = try EventLog(database).recorded()
        self.events = events
        guard events.contains(where: { $0.origin != nil }) else {
            origins = [:]
            return
        }
        var origins: [LedgerTable: [Int64: String]] = [:]
        for table in EventLog.tables {
            let query = "SELECT number, origin FROM \(table.rawValue) WHERE origin IS NOT NULL"
            let rows = try database.rows(query, of: table) { (try $0.integer("number"), try $0.text("origin")) }
            origins[table] = Dictionary(rows) { first, _ in first }
        }
        self.origins = origins
    }

    /// The ID of a row; nil if no event has it.
    package func id(of number: Int64, in table: LedgerTable) -> String? {
        if let origin = origins[table]?[number] { return origin }
        guard let index = EventLog.tables.firstIndex(of: table) else { return nil }
        // The first event whose end is at or after the number.
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].ends[index] < number { low = middle + 1 } else { high = middle }
        }
        return low < events.count ? "\(events[low].machine):\(table.rawValue):\(number)" : nil
    }

    /// The ID that a notification has on all machines.
    package func portable(notification id: String) -> String {
        RowReferences.replaced(id, in: "subject", of: .snoozed) { table, number in
            Int64(number).flatMap { self.id(of: $0, in: table) } ?? number
        }
    }
}
