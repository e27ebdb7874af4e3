internal import Ledger

/// What the user ended, undid or redid after a snapshot, as far as the journal of the damaged ledger shows it.
extension SnapshotRows {
    /// The value of a column for a row `s` of the snapshot, in SQL.
    static func value(of column: String, in table: LedgerTable) -> String {
        switch (table, column) {
        case (.activation, "undone_at"), (.reminder, "undone_at"), (.log, "undone_at"):
            "CASE WHEN s.undone_at IS NULL OR \(isRedone) THEN \(undoing) ELSE s.undone_at END"
        case (.activation, "ended_batch"), (.reminder, "ended_batch"):
            "coalesce(\(ending("j.batch", table)), s.ended_batch)"
        case (.activation, "deactivated_at"), (.reminder, "deleted_at"):
            """
            CASE WHEN \(ending("j.batch", table)) IS NULL THEN s.\(column)
                ELSE \(ending("CASE WHEN j.undone_at IS NULL THEN j.at END", table)) END
            """
        default: "s.\(column)"
        }
    }

    /// When the row's action was undone, if it was.
    private static let undoing = """
        (SELECT max(j.at) FROM main.journal j WHERE j.kind = \(JournalKind.undone.sql) AND j.subject = CAST(s.batch AS TEXT) AND j.undone_at IS NULL)
        """

    /// Whether the row's action was redone after the snapshot.
    private static let isRedone = """
        EXISTS (SELECT 1 FROM main.journal j JOIN snapshot.journal o ON o.number = j.number
            WHERE j.kind = \(JournalKind.undone.sql) AND j.subject = CAST(s.batch AS TEXT) AND j.undone_at IS NOT NULL AND o.undone_at IS NULL)
        """

    /// A value of the action that ended the row: the first in force, or else the last undone one, which can be redone.
    ///
    /// A row that another one replaced ends only if that one is there.
    private static func ending(_ value: String, _ table: LedgerTable) -> String {
        let (subject, kind, replacing): (String, JournalKind, JournalKind) =
            table == .activation
            ? ("s.program_id", .deactivated, .activated)
            : ("'reminder/' || coalesce(s.revises, s.number)", .deleted, .reminderEdited)
        return """
            (SELECT \(value) FROM main.journal j WHERE j.batch > s.batch AND j.subject = \(subject)
                AND (j.kind = \(kind.sql) OR (j.kind = \(replacing.sql)
                    AND EXISTS (SELECT 1 FROM main.\(table.rawValue) r WHERE r.batch = j.batch)))
                ORDER BY j.undone_at IS NOT NULL, CASE WHEN j.undone_at IS NULL THEN j.number ELSE -j.number END LIMIT 1)
            """
    }
}
