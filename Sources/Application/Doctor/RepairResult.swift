package import CivilTime
package import Platform
package import Recovery
package import Results

/// The rows that a repair kept and lost.
package struct RepairResult: CommandResult {
    package static let kind = "repair"

    struct Table: Encodable {
        let table: String
        let kept: Int
        let lost: Int
        /// The number of lost rows that were taken from the snapshot.
        let restored: Int
        let incomplete: Bool
    }

    /// The previous file of the ledger, which was kept; nil if there was none, it was an empty file, or the ledger is intact.
    let path: ResultPath?
    /// The snapshot from which lost rows were taken; nil if there was none.
    let snapshot: ResultPath?
    /// The time up to which the snapshot contains all changes; nil unless the ledger was rebuilt from it.
    let snapshotAt: String?
    let complete: Bool
    let tables: [Table]
    let problems: [ResultMessage]
    /// Lost data that only the user can add again.
    let losses: [Loss]

    /// `snapshotAt` in local time, for display.
    private let rebuiltFrom: String?
    /// Messages about unusable snapshots and kept files, which `problems` contains, too.
    private let notes: [String]
    private let lost: [String]

    private enum CodingKeys: String, CodingKey {
        case path, snapshot
        case snapshotAt = "snapshot_at"
        case complete, tables, problems, losses
    }

    package init(
        _ repair: LedgerRepair,
        path: ResultPath?,
        snapshot: ResultPath?,
        zone: Zone,
        _ losses: [Loss],
        notes: [String]
    ) {
        snapshotAt = repair.snapshotTime?.description
        rebuiltFrom = repair.snapshotTime.map { zone.civil(at: $0) }.map { "\($0.date) \($0.time)" }
        self.snapshot = snapshot
        self.losses = losses
        self.path = path
        complete = repair.isComplete
        tables = repair.tables.map {
            Table(table: $0.name, kept: $0.kept, lost: $0.lost, restored: $0.restored, incomplete: $0.isIncomplete)
        }
        self.notes = notes
        lost = repair.problems
        problems = (repair.problems + notes).map(ResultMessage.init)
    }

    package func text(_ style: Style, columns: Int) -> String {
        if let snapshot, let rebuiltFrom {
            var lines = [style.green("rebuilt the ledger from the snapshot \(snapshot.shown) of \(rebuiltFrom)")]
            lines.append(
                style.magenta(
                    "changes made after that time are lost, such as answers and decisions about channels; a reminder sent after it may be sent again if it is still within the grace period; to check the next reminders and the channels, run: antrain"
                )
            )
            if let path { lines.append("the previous file was kept as \(path.shown)") }
            lines += notes
            return lines.joined(separator: "\n") + "\n"
        }
        var lines = tables.filter { $0.lost > 0 || $0.incomplete }.map { table in
            "\(table.table): \(table.kept) rows kept, "
                + (table.incomplete
                    ? "\(table.lost > 0 ? "at least \(table.lost)" : "an unknown number") lost; part of the table could not be read"
                    : "\(table.lost) lost") + (table.restored > 0 ? "; \(table.restored) taken from the snapshot" : "")
        }
        lines += lost.map { "lost: \($0)" }
        let kept = tables.reduce(0) { $0 + $1.kept }
        if path == nil { lines.append("the ledger is intact") }
        lines.append(complete ? style.green("all \(kept) rows were kept") : style.magenta("\(kept) rows were kept"))
        if let snapshot { lines.append("missing rows were taken from the snapshot \(snapshot.shown)") }
        if let path { lines.append("the damaged ledger was kept as \(path.shown)") }
        lines += notes
        lines += losses.map { style.magenta($0.message) }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The result of `antrain doctor --files`.
package struct CheckResult: CommandResult {
    package static let kind = "check"

    package let report: DoctorResult

    package init(report: DoctorResult) { self.report = report }

    package func encode(to encoder: any Encoder) throws { try report.encode(to: encoder) }

    package func text(_ style: Style, columns: Int) -> String { report.text(style, columns: columns) }
}
