public import CivilTime
internal import GRDB
public import Reminders

/// Moves of the time of reminders: the subject has both times (`07:30 07:40`), the date is the first with the new one, and the value has
/// the evidence (`12 14 18:05 18:40`). An entry of the kind `time-ruled` begins a rule: earlier moves no longer apply.
extension JournalStore {
    func add(_ auto: AutoTime) throws { try add(.timeRuled, "\(auto)", value: auto.start?.description) }

    /// The number of the entry that began the present rule; 0 if there is none.
    func timeRule() throws -> Int64 {
        try database.firstRow(
            "SELECT number FROM journal WHERE kind = \(JournalKind.timeRuled.sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql) DESC LIMIT 1",
            of: .journal
        ) { try $0.integer("number") } ?? 0
    }

    /// The moves since the present rule began that were not replaced, in the order in which they were recorded.
    func timeMoves() throws -> [TimeMove] {
        let entries = try database.rows(
            """
            SELECT number, kind, date, subject, value FROM journal
            WHERE kind IN \([JournalKind.timeMoved, .timeRuled].sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql)
            """,
            of: .journal
        ) { try $0.word("kind", JournalKind.self) == .timeRuled ? nil : try $0.timeMove() }
        return entries.split(separator: nil, omittingEmptySubsequences: false).last?.compactMap(\.self) ?? []
    }

    /// Whether the time may move on a date: there is no other move, replaced or not, in the seven days before and after it.
    func mayMoveTime(on date: CivilDate) throws -> Bool {
        let days = TimeMove.leastDays
        return try database.firstRow(
            "SELECT number FROM journal WHERE kind = \(JournalKind.timeMoved.sql) AND date > ? AND date < ? LIMIT 1",
            [date.adding(days: -days).description, date.adding(days: days).description],
            of: .journal
        ) { try $0.integer("number") } == nil
    }

    /// Records a move, unless the rule changed since it was computed, or the time may not move on its date.
    ///
    /// It replaces moves of later dates, which a clock that was ahead recorded.
    ///
    /// - Returns: whether it was recorded.
    func add(_ move: TimeMove, under rule: Int64) throws -> Bool {
        guard try timeRule() == rule, try mayMoveTime(on: move.date) else { return false }
        try database.run(
            "UPDATE journal SET undone_at = ? WHERE kind = \(JournalKind.timeMoved.sql) AND date > ? AND undone_at IS NULL",
            [now.secondsSinceEpoch, move.date.description]
        )
        let window = move.window
        try add(
            .timeMoved,
            "\(move.from) \(move.to)",
            date: move.date,
            value: "\(window.count) \(window.total) \(window.from) \(window.to)"
        )
        return true
    }
}

extension LedgerRow {
    package func timeMove() throws(LedgerValueError) -> TimeMove {
        let date = try date("date")
        let times = try parsed("subject", as: "two times of day, such as '07:30 07:40'") { text in
            let times = LedgerRow.times(text.split(separator: " ", omittingEmptySubsequences: false)[...])
            return times?.count == 2 ? times : nil
        }
        let window = try parsed("value", as: "two counts and two times of day, such as '12 14 18:05 18:40'") {
            (text: String) -> StartWindow? in
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 4, let count = Int(parts[0]), let total = Int(parts[1]), total <= 1_000_000,
                let ends = LedgerRow.times(parts[2...])
            else { return nil }
            return StartWindow(from: ends[0], to: ends[1], count: count, total: total)
        }
        return TimeMove(on: date, from: times[0], to: times[1], window: window)
    }

    /// Times of day; nil if a text is not a time of day.
    private static func times(_ texts: ArraySlice<Substring>) -> [TimeOfDay]? {
        let times = texts.compactMap { try? TimeOfDay(parsing: $0) }
        return times.count == texts.count ? times : nil
    }
}

extension Ledger {
    /// The moves of the time of reminders that apply, in the order in which they were recorded, and the rule that they follow.
    ///
    /// - Returns: the moves, and the number of the entry that began the rule, for `record(_:under:at:)`.
    public func timeMoves() throws(LedgerError) -> (moves: [TimeMove], rule: Int64) {
        try read { (try JournalStore($0).timeMoves(), try JournalStore($0).timeRule()) }
    }

    /// Whether no other move is within seven days of a date.
    public func mayMoveTime(on date: CivilDate) throws(LedgerError) -> Bool {
        try read { try JournalStore($0).mayMoveTime(on: date) }
    }

    /// Records a move, unless another process recorded one, or changed the rule, in the meantime.
    /// - Returns: whether it was recorded.
    public func record(_ move: TimeMove, under rule: Int64, at now: Instant) throws(LedgerError) -> Bool {
        try write { try JournalStore($0, at: now).add(move, under: rule) }
    }
}
