internal import CivilTime
internal import GRDB

/// Reads, undoes and redoes the user's actions.
///
/// An action is a batch: every row that it added has its number. A row is in force unless it was undone or another action ended it, and
/// everything else follows from the rows in force. Undoing an action ends its own rows and revives those that it ended; redoing it does
/// the reverse. No row is ever deleted.
struct ActionStore {
    private static let listed = "kind IN \(JournalKind.actions.sql)"
    /// The maximum number of journal rows to read, which keeps the list short.
    private static let longest = 1000

    /// The tables whose rows belong to actions.
    private static let tables: [LedgerTable] = [.journal, .log, .activation, .reminder]
    /// The tables with rows that other actions end, and their column with the time of the end.
    private static let ended: [(table: LedgerTable, column: String)] = [
        (.journal, "undone_at"), (.activation, "deactivated_at"), (.reminder, "deleted_at"),
    ]

    private let database: Database

    init(_ database: Database) { self.database = database }

    // MARK: Reading

    /// The actions in force, latest first.
    func undoable(limit: Int) throws -> [JournalAction] {
        try actions(
            """
            WHERE \(ActionStore.listed) AND undone_at IS NULL AND batch IS NOT NULL
            ORDER BY \(RecordOrder.ofAction("journal.batch")) DESC, \(RecordOrder.sql) LIMIT \(ActionStore.longest)
            """,
            limit: limit
        )
    }

    /// The actions that can be redone, the last undone one first: those undone since the last new action.
    func redoable(limit: Int) throws -> [JournalAction] {
        try undoings(limit: limit).compactMap { try action($0.batch) }
    }

    private func undoings(limit: Int) throws -> [(batch: Int64, entry: Int64, at: Instant)] {
        try database.rows(
            """
            SELECT number, at, subject FROM journal WHERE kind = ? AND undone_at IS NULL
                AND \(RecordOrder.sql) > (SELECT coalesce(max(\(RecordOrder.sql)), 0) FROM journal WHERE \(ActionStore.listed))
            ORDER BY \(RecordOrder.sql) DESC LIMIT ?
            """,
            [JournalKind.undone.rawValue, limit],
            of: .journal
        ) { row in
            let batch = try row.parsed("subject", as: "the number of an action") { Int64($0) }
            return (batch, try row.integer("number"), try row.instant("at"))
        }
    }

    /// The last decision about a channel, if it is later than any action in force.
    func laterDecision() throws -> JournalAction? {
        let last = try undoable(limit: 1).first?.batch ?? 0
        return try actions(
            "WHERE kind = \(JournalKind.decided.sql) AND \(isAfter("journal.batch", "?")) ORDER BY \(RecordOrder.sql) DESC LIMIT 1",
            [last],
            limit: 1
        ).first
    }

    /// The actions in force that must be undone before an action, in this order: they changed or answered what it added, or
    /// restarted what it ended.
    func dependents(on batch: Int64) throws -> [JournalAction] {
        var found: [Int64: Int64] = [:]
        var open = [batch]
        while let next = open.popLast() {
            let new = try directDependents(on: next).filter { found.updateValue($0.place, forKey: $0.batch) == nil }
            open += new.map(\.batch)
        }
        return try found.sorted { $0.value > $1.value }.compactMap { try action($0.key) }
    }

    private func directDependents(on batch: Int64) throws -> [(batch: Int64, place: Int64)] {
        try database.rows(
            """
            SELECT batch, number, \(RecordOrder.ofAction("journal.batch")) AS place FROM journal WHERE \(isAfter("journal.batch", ":batch")) AND undone_at IS NULL AND \(ActionStore.listed) AND batch IN (
                SELECT ended_batch FROM activation WHERE batch = :batch AND deactivated_at IS NOT NULL
                UNION SELECT ended_batch FROM reminder WHERE batch = :batch AND deleted_at IS NOT NULL
                UNION SELECT ended_batch FROM journal WHERE batch = :batch AND undone_at IS NOT NULL
                UNION SELECT again.batch FROM activation JOIN activation AS again
                    ON again.program_id = activation.program_id AND \(RecordOrder.of("again")) > \(RecordOrder.of("activation"))
                    WHERE activation.ended_batch = :batch AND again.undone_at IS NULL
                UNION SELECT later.batch FROM journal AS former JOIN journal AS later
                    ON later.kind = former.kind AND \(isAfter("later.batch", ":batch")) AND later.undone_at IS NULL
                    WHERE former.batch = :batch AND former.kind = \(JournalKind.settings.sql)
                UNION SELECT later.batch FROM journal AS former JOIN journal AS later
                    ON later.kind IN \(JournalKind.given.sql) AND \(isAfter("later.batch", ":batch")) AND later.undone_at IS NULL
                        AND later.date IN (former.date, former.value) AND former.subject IN (later.subject, '*')
                    WHERE former.batch = :batch AND former.kind = \(JournalKind.moved.sql)
                UNION SELECT revision.batch FROM log_entry JOIN log_entry AS revision
                    ON revision.revises = coalesce(log_entry.revises, log_entry.number) AND \(RecordOrder.of("revision")) > \(RecordOrder.of("log_entry"))
                    WHERE log_entry.batch = :batch AND revision.undone_at IS NULL
                UNION SELECT entry.batch FROM reminder JOIN journal AS entry ON \(isAfter("entry.batch", ":batch"))
                    AND (entry.subject = 'reminder/' || reminder.number
                        OR entry.subject LIKE 'reminder/' || reminder.number || '/%')
                    WHERE reminder.batch = :batch AND reminder.revises IS NULL AND entry.undone_at IS NULL
                UNION SELECT entry.batch FROM activation JOIN journal AS entry ON \(isAfter("entry.batch", ":batch"))
                    AND (entry.subject = program_id OR (entry.kind IN \([JournalKind.chosen, .load].sql)
                        AND substr(entry.subject, 1, length(program_id) + 1) = program_id || '/'))
                    WHERE activation.batch = :batch AND entry.undone_at IS NULL AND NOT EXISTS (SELECT 1 FROM activation AS former
                        WHERE former.program_id = activation.program_id AND former.ended_batch = :batch)
            )
            """,
            ["batch": batch],
            of: .journal
        ) { (try $0.integer("batch"), try $0.integer("place")) }
    }

    /// Whether an action is later than another, in SQL.
    private func isAfter(_ batch: String, _ other: String) -> String {
        "\(RecordOrder.ofAction(batch)) > coalesce(\(RecordOrder.ofAction(other)), 0)"
    }

    private func action(_ batch: Int64) throws -> JournalAction? {
        try actions("WHERE \(ActionStore.listed) AND batch = ? ORDER BY \(RecordOrder.sql)", [batch], limit: 1).first
    }

    private func actions(_ condition: String, _ arguments: StatementArguments = [], limit: Int) throws
        -> [JournalAction]
    {
        let entries = try database.rows(
            "SELECT number, at, batch, kind, subject, date, value, origin FROM journal \(condition)",
            arguments,
            of: .journal
        ) { row in
            let kind = try row.word("kind", JournalKind.self)
            let isOwn = try row.optional("origin", row.text) == nil
            return JournalAction.Entry(
                batch: try row.integer("batch"),
                kind: kind,
                at: try row.instant("at"),
                subject: try row.text("subject"),
                date: try row.optional("date", row.date),
                // A change of another machine's file says nothing about the file of this one.
                settings: kind == .settings && isOwn ? try row.settingsRevision() : nil,
                change: try row.planChange()
            )
        }
        var batches: [[JournalAction.Entry]] = []
        for entry in entries {
            if batches.last?.first?.batch == entry.batch {
                batches[batches.count - 1].append(entry)
            } else if batches.count < limit {
                batches.append([entry])
            } else {
                break
            }
        }
        return batches.compactMap(JournalAction.init)
    }

    // MARK: Writing

    /// - Returns: whether it was in force.
    func undo(_ batch: Int64, at now: Instant) throws -> Bool {
        guard try hasRows("batch = ? AND undone_at IS NULL AND \(ActionStore.listed)", batch) else { return false }
        if try EventLog(database).hasOtherMachines() { return true }
        for table in ActionStore.tables {
            try database.run(
                "UPDATE \(table.rawValue) SET undone_at = ? WHERE batch = ? AND undone_at IS NULL",
                [now.secondsSinceEpoch, batch]
            )
        }
        for (table, column) in ActionStore.ended {
            try database.run("UPDATE \(table.rawValue) SET \(column) = NULL WHERE ended_batch = ?", [batch])
        }
        return true
    }

    /// Redoes an undone action if it is the next one to be redone.
    ///
    /// - Returns: whether it was.
    func redo(_ batch: Int64, at now: Instant) throws -> Bool {
        guard let last = try undoings(limit: 1).first, last.batch == batch else { return false }
        if try EventLog(database).hasOtherMachines() { return true }
        for (table, column) in ActionStore.ended {
            try database.run(
                """
                UPDATE \(table.rawValue) SET \(column) = (SELECT min(at) FROM journal AS entry WHERE entry.batch = :batch)
                WHERE ended_batch = :batch
                """,
                ["batch": batch]
            )
        }
        for table in ActionStore.tables {
            try database.run(
                "UPDATE \(table.rawValue) SET undone_at = NULL WHERE batch = ? AND undone_at = ?",
                [batch, last.at.secondsSinceEpoch]
            )
        }
        try database.run("UPDATE journal SET undone_at = ? WHERE number = ?", [now.secondsSinceEpoch, last.entry])
        return true
    }

    private func hasRows(_ condition: String, _ batch: Int64) throws -> Bool {
        try database.firstRow("SELECT number FROM journal WHERE \(condition) LIMIT 1", [batch], of: .journal) {
            try $0.integer("number")
        } != nil
    }
}
