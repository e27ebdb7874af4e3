import CivilTime
import Ledger
import Reminders
import TestSupport
import Testing
import Training

/// What answers, plugins that hold notifications, and pauses leave in the ledger.
@Suite struct AnswerRowTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: folder.path + "/data/ledger.sqlite")
    }

    /// What a ledger has twice, of times in which it did not look, counts once; the last answer holds.
    @Test func theLastAnswerToAWorkoutHolds() throws {
        let workout = WorkoutKey(programID: "ppl", date: monday)
        func answer(_ answer: Answer) throws -> PlanningFacts {
            _ = try ledger.plan([], facts: [.answered(workout, dayID: "push", answer)])
            return try ledger.planningFacts(today: monday)
        }
        #expect(try answer(.completed).completions["ppl"]?.count == 1)
        let written = try #require(try ledger.lastAction())
        #expect(try answer(.completed).completions["ppl"]?.count == 1)
        #expect(try ledger.lastAction() == written)
        let twice =
            "INSERT INTO journal (at, kind, subject, day_id, date, batch) SELECT at, kind, subject, day_id, date, 99 FROM journal"
        #expect(try run("/usr/bin/env", ["sqlite3", ledger.path, twice]).status == 0)
        #expect(try ledger.planningFacts(today: monday).completions["ppl"]?.count == 1)
        let skipped = try answer(.skipped)
        #expect(skipped.answers == [workout: .skipped] && skipped.completions["ppl"] == nil)
        #expect(try ledger.planningFacts(today: monday.adding(days: 300)).answers == [workout: .skipped])
    }

    /// What one channel took was delivered, whatever becomes of the others.
    @Test func whatOneChannelTookIsDeliveredThoughAnotherIsCancelled() throws {
        _ = try ledger.plan([notification(0)], channels: ["console", "mail"])
        let now = fires(0)
        let attempts = try ledger.leaseDue(now: now, for: .minutes(5), grace: .hours(4), zone: .utc).attempts
        try ledger.record(.delivered(lateSeconds: 0), of: attempts[0], now: now)
        try ledger.record(.retry(at: now.adding(.minutes(2)), reason: "busy"), of: attempts[1], now: now)
        let answer = LedgerFact.answered(WorkoutKey(programID: "ppl", date: monday), dayID: "push", .completed)
        #expect(try ledger.plan([], now: now, facts: [answer]).cancelled.count == 1)
        let record = try #require(try ledger.history(limit: 5).first)
        #expect(record.state == "delivered" && record.deliveries.map(\.state) == [.delivered, .cancelled])
        #expect(try ledger.planningFacts(today: monday).delivered.map(\.notification) == [notification(0)])
    }
}
