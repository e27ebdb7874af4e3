internal import CivilTime
internal import GRDB
public import Ledger
internal import Localization
internal import Reminders

extension Ledger {
    public static var schemaVersion: Int { Migrations.version }

    /// The maximum number of reported damages.
    public static let mostDamages = 20

    /// Checks the structure of the file and every value in it, without changing anything.
    ///
    /// - Throws: `LedgerError.damaged` or `.badValue` for the first damage, or why the file cannot be read.
    public func check() throws(LedgerError) {
        try read { database in
            let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
            guard finding == "ok" else { throw LedgerError.damaged(path: path, reason: finding) }
            try RowNumbers.check(database)
            try EventLog(database).check()
            for table in LedgerTable.allCases { try Ledger.checkRows(of: table, in: database) { throw $0 } }
            try Ledger.checkFacts(database)
        }
    }

    /// All damages, at most `mostDamages`: of the structure, of references between rows, and of values.
    ///
    /// - Parameter isThorough: whether the header, the indexes and the schema are checked, too, which takes longer.
    /// - Throws: `LedgerError` if the file cannot be read.
    public func damages(isThorough: Bool) throws(LedgerError) -> [String] {
        let isForeign = isThorough && LedgerHeader.hasForeignValue(path)
        let header = isForeign ? ["the header of the file: a value is wrong"] : []
        return try header + read { try Ledger.damages(in: $0, isThorough: isThorough, schema: nil) }
    }

    /// All damages of a ledger with this antrain's version of the schema.
    ///
    /// - Parameter kind: what a thorough check compares with the schema of this version: by default, only the migrations, because a repair
    ///   takes rows from snapshots whatever else is in them; nil for everything.
    static func damages(in database: Database, isThorough: Bool, schema kind: String? = "migration") throws -> [String]
    {
        let check = isThorough ? "integrity_check" : "quick_check"
        var damages: [String] = []
        func attempt(_ what: String, _ body: () throws -> Void) throws {
            do { try body() } catch let error as LedgerValueError {
                damages.append("\(error)")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                damages.append("\(what): \(error.message ?? "part of it cannot be read")")
            }
        }
        try attempt("the file") {
            damages += try String.fetchAll(database, sql: "PRAGMA \(check)(\(mostDamages))").filter { $0 != "ok" }
        }
        if isThorough {
            let expected = try LedgerSchema.expected()
            try attempt("the schema") {
                damages += [try LedgerSchema(database).difference(from: expected, in: kind)].compactMap(\.self)
            }
        }
        try attempt("the references between tables") { damages += try orphans(database) }
        try attempt("the row numbers") {
            try RowNumbers.check(database)
            try EventLog(database).check()
        }
        for table in LedgerTable.allCases where damages.count < mostDamages {
            try attempt("table \(table.rawValue)") {
                try checkRows(of: table, in: database) { error in
                    if damages.count < mostDamages { damages.append("\(error)") }
                }
            }
        }
        if damages.isEmpty { try attempt("table \(LedgerTable.fact.rawValue)") { try checkFacts(database) } }
        return Array(damages.prefix(mostDamages))
    }

    /// The rows that refer to rows that do not exist.
    private static func orphans(_ database: Database) throws -> [String] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent
                ORDER BY "table", parent
                """
        )
        return rows.map { row in
            let (table, parent) = (row[0] as String? ?? "?", row[1] as String? ?? "?")
            let count = row[2] as Int64? ?? 1
            let verb = count == 1 ? "row refers to a row" : "rows refer to rows"
            return "table \(table): \(count) \(verb) of \(parent) that \(count == 1 ? "does" : "do") not exist"
        }
    }

    private static func checkRows(
        of table: LedgerTable,
        in database: Database,
        report: (LedgerValueError) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table.rawValue)")
        while let row = try rows.next() {
            do { try table.check(LedgerRow(row, of: table)) } catch { try report(error) }
        }
    }

    /// The table of facts has values of several types, which only their readers know.
    private static func checkFacts(_ database: Database) throws {
        let facts = FactStore(database)
        _ = (try PlanningSnapshotReader(database).read(today: .latest), try facts.lastRun(), try facts.clock())
    }
}

extension LedgerTable {
    /// Checks every value of a row that the ledger's readers decode.
    ///
    /// - Throws: `LedgerValueError` for the first invalid value.
    package func check(_ row: LedgerRow) throws(LedgerValueError) {
        switch self {
        case .activation:
            _ = (try row.number("number"), try row.text("program_id"), try row.text("path"), try row.date("start_date"))
            _ = (try row.instant("activated_at"), try row.optional("deactivated_at", row.instant))
            try checkAction(row)
            _ = (try row.bytes("source"), try row.optional("time", row.time), try row.optional("channels", row.names))
            _ = try row.optional("days", row.weekdays)
        case .edition:
            _ = (try row.edition("number"), try row.text("program_id"), try row.bytes("source"))
            _ = try row.optional("origin", row.text)
        case .event:
            _ = (try row.number("number"), try row.integer("clock", in: EventLog.clocks, as: "a hybrid logical clock"))
            _ = try row.parsed("machine", as: "the name of a ledger") { LedgerLineage.isName($0) ? $0 : nil }
            _ = try row.optional("origin", row.number)
            for table in EventLog.tables {
                _ = try row.integer(table.rawValue, in: 0...RowNumbers.range.upperBound, as: "a row number, or 0")
            }
        case .journal:
            _ = (try row.number("number"), try row.instant("at"), try row.text("subject"))
            _ = (
                try row.optional("day_id", row.text), try row.optional("date", row.date),
                try row.optional("value", row.text)
            )
            try checkAction(row)
            switch try row.word("kind", JournalKind.self) {
            case .snoozed: _ = try row.parsed("value", as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
            case .paused, .moved: _ = (try row.date("date"), try row.date("value"))
            case .jumped: _ = (try row.date("date"), try row.optional("value", row.place))
            case .oneRepMax, .trainingMax, .load: _ = (try row.date("date"), try row.weight("value"))
            case .measured: _ = try row.measurement()
            case .chosen: _ = try row.choice()
            case .sessionLoad: _ = (try row.date("date"), try row.sessionLoad())
            case .timeMoved: _ = try row.timeMove()
            case .daysChanged: _ = try row.daysChange()
            case .preset: _ = try row.reminderNumbers("value")
            case .settings: _ = try row.settingsRevision()
            case .completed, .skipped, .started:
                _ = (
                    try row.date("date"), try row.optional("value", row.week), try row.optional("edition", row.edition)
                )
            case .resumed, .declined: _ = try row.date("date")
            case .edited: _ = try row.edition("edition")
            case .deliverer: _ = try row.deliverer()
            case .reported, .refused: _ = (try row.reportedAnswer(), try row.number("batch"))
            case .activated, .deactivated, .unanswered, .cancelled, .logged, .relogged, .unlogged, .imported,
                .reminderAdded, .reminderEdited, .deleted, .reminderImported, .withdrawn, .prioritized, .decided,
                .undone, .redone,
                .timeRuled, .setting, .elsewhere:
                break
            }
        case .notification:
            _ = (try row.number("number"), try row.text("id"), try row.word("category", NotificationCategory.self))
            _ = (
                try row.word("origin", NotificationOrigin.self), try row.date("date"), try row.civilTime("fire_at"),
                try row.text("zone")
            )
            _ = (try row.instant("instant"), try row.text("title"), try row.text("body"), try row.text("key"))
            _ = (try row.word("state", NotificationState.self), try row.instant("created_at"))
        case .item:
            _ = (try row.number("notification"), try row.count("position"), try row.text("program_id"))
            _ = (try row.text("program_name"), try row.text("day_id"), try row.text("day_name"), try row.count("week"))
        case .delivery:
            _ = (try row.number("notification"), try row.text("channel"), try row.word("state", OutboxState.self))
            _ = (try row.instant("due_at"), try row.count("attempts"), try row.optional("lease", row.text))
            _ = (try row.optional("ended_at", row.instant), try row.optional("late_seconds", row.seconds))
            _ = (try row.optional("reason", row.text), try row.optional("taken_over_from", row.text))
            let waitsUntil =
                try row.optional("wait_boot", row.text) == nil
                ? row.optional("wait_until", row.uptime) : row.uptime("wait_until")
            _ = (waitsUntil, try row.optional("handed_to", row.text))
            _ = (try row.optional("noticed_at", row.instant), try row.optional("early_at", row.instant))
            _ = try row.optional("early_count", row.count)
            _ = try row.optional("former_ends", row.formerEnds)
        case .fact: try checkFact(row)
        case .reminder:
            _ = (try row.number("number"), try row.text("title"), try row.optional("notes", row.text))
            _ = (try row.civilTime("at"), try row.instant("created_at"), try row.optional("deleted_at", row.instant))
            _ = try row.parsed("rule", as: "a repetition such as daily") { try? RepeatRule(parsing: $0) }
            try checkAction(row)
            _ = try row.optional("revises") { (column) throws(LedgerValueError) in try row.integer(column) }
        case .permission:
            _ = (
                try row.text("channel"), try row.word("state", PermissionState.self),
                try row.optional("digest", row.text)
            )
            _ = (try row.instant("decided_at"), try row.optional("card", row.bytes))
        case .log:
            _ = (try LogStore.Revision(row), try row.instant("at"), try row.integer("batch"))
            try checkAction(row)
            _ = try row.optional("root_rank", row.number)
        case .deliveryCount: _ = (try CountedDeliveries(row), try row.word("category", NotificationCategory.self))
        case .responseCount: _ = try CountedResponses(row)
        case .plugin: _ = (try row.text("path"), try row.text("stamp"), try row.bytes("card"))
        }
    }

    /// Checks the facts that all commands read; a repair leaves out those that are wrong.
    private func checkFact(_ row: LedgerRow) throws(LedgerValueError) {
        switch FactName(rawValue: try row.text("name")) {
        case .clock, .lastRun, .triggerInstalled, .compactedBefore:
            _ = try row.encoded("value", as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
        case .plannedThrough: _ = try row.encoded("value", as: "a date") { try? CivilDate(parsing: $0) }
        case .skipped: _ = try row.encoded("value", as: "two dates in ascending order", LedgerRow.dates(parsing:))
        case .reminders: _ = try row.encoded("value", as: "on or off") { ["on": true, "off": false][$0] }
        case .language: _ = try row.encoded("value", as: "a supported language", Language.init(rawValue:))
        case .territory: _ = try row.encoded("value", as: "a territory code", Territory.init(code:))
        case .settings, .asked, .answerSecret, .sync, .exchange: _ = try row.bytes("value")
        case .lineage: _ = try row.encoded("value", as: "the names of a ledger", LedgerLineage.init(parsing:))
        case .machine:
            _ = try row.encoded("value", as: "the name of a ledger") { LedgerLineage.isName($0) ? $0 : nil }
        case .activities, .answersKept, .copied, .group, .heartbeat, .holding, .holdingPlugins, .losses, .owner,
            .plannedEvents, .readinessAsked, .retentionClock, .sentElsewhere, .sharedSettings, .shortage, .toldDetails,
            .zone, nil:
            _ = try row.encoded("value", as: "text") { $0 }
        }
    }

    /// Checks the columns that assign a row to the actions that began, ended and undid it.
    private func checkAction(_ row: LedgerRow) throws(LedgerValueError) {
        _ = try row.optional("undone_at", row.instant)
        for column in ["batch", "ended_batch", "rank"] {
            _ = try row.optional(column, row.number)
        }
        _ = try row.optional("origin", row.text)
    }

    /// The keys for finding rows hidden by a damaged page: those of their notifications.
    func parentKeys(in target: Database) throws -> [Int64] {
        switch self {
        case .item, .delivery: try Int64.fetchAll(target, sql: "SELECT number FROM notification ORDER BY number")
        default: []
        }
    }
}
