import CivilTime
import History
import Ledger
import Planning
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// Rows of answers, scheduled deliveries and pauses.
@Suite struct AnswerRowTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/data/ledger.sqlite"))
    }

    /// A ledger that missed deletions may have two answers to a workout; the last one counts.
    @Test func theLastAnswerToAWorkoutCounts() throws {
        let workout = OccurrenceKey(.program("ppl"), on: monday)
        func answer(_ answer: Answer) throws -> PlanningSnapshot {
            _ = try ledger.plan([], facts: [.answered(workout, dayID: "push", answer)])
            return try ledger.planningFacts(today: monday)
        }
        #expect(try answer(.completed).completions["ppl"]?.count == 1)
        let written = try #require(try ledger.lastAction())
        #expect(try answer(.completed).completions["ppl"]?.count == 1)
        #expect(try ledger.lastAction() == written)
        let twice =
            "INSERT INTO journal (at, kind, subject, day_id, date, batch) SELECT at, kind, subject, day_id, date, 99 FROM journal"
        #expect(try run("/usr/bin/env", ["sqlite3", ledger.path.string, twice]).status == 0)
        #expect(try ledger.planningFacts(today: monday).completions["ppl"]?.count == 1)
        let skipped = try answer(.skipped)
        #expect(skipped.answers == [workout: .skipped] && skipped.completions["ppl"] == nil)
        #expect(try ledger.planningFacts(today: monday.adding(days: 300)).answers == [workout: .skipped])
    }

    /// A notification that one channel delivered counts as delivered, whatever happens on the others.
    @Test func deliveryOnOneChannelSurvivesCancellationOfAnother() throws {
        _ = try ledger.plan([notification(0)], channels: ["console", "mail"])
        let now = fires(0)
        let attempts = try ledger.leaseDue(now: now, for: .minutes(5), grace: .hours(4), zone: .utc).attempts
        try ledger.record(.delivered(lateSeconds: 0), of: attempts[0], now: now)
        try ledger.record(.retry(at: now.adding(.minutes(2)), reason: "busy"), of: attempts[1], now: now)
        let answer = LedgerEvent.answered(OccurrenceKey(.program("ppl"), on: monday), dayID: "push", .completed)
        #expect(try ledger.plan([], now: now, facts: [answer]).cancelled.count == 1)
        let record = try #require(try ledger.history(limit: 5).first)
        #expect(record.state == "delivered" && record.deliveries.map(\.state) == [.delivered])
        #expect(try ledger.planningFacts(today: monday).delivered.map(\.notification) == [notification(0)])
    }

    /// Only the plugin that holds a notification knows whether it was displayed; it is not missed before the plugin was queried.
    @Test func heldNotificationsAreNotMissedBeforeAQuery() throws {
        _ = try ledger.plan([notification(0)], channels: ["console", "hold"])
        let held = try ledger.heldDeliveries(on: "hold", now: evening)
        try ledger.record(held.map { ($0, .scheduled) }, now: evening)
        let late = fires(0, after: 300)
        let (attempts, missed) = try ledger.leaseDue(now: late, for: .minutes(5), grace: .hours(4), zone: .utc)
        #expect(attempts.isEmpty && missed.isEmpty)
        #expect(try ledger.pending(limit: 1)[0].deliveries.map(\.state) == [.expired, .scheduled])
        try ledger.record(held.map { ($0, .fired) }, now: evening)
        #expect(try ledger.history(limit: 1)[0].state == "delivered")
        #expect(try ledger.history(limit: 1)[0].deliveries.map(\.state) == [.expired, .delivered])
    }

    /// A removed or denied plugin cannot be queried, and a plugin that never answers is not queried forever: the rows end with a
    /// reason.
    @Test(arguments: [(true, 5, false), (false, 5, true), (true, 25, true)] as [(Bool, Int64, Bool)])
    func heldNotificationsEndIfThePluginCannotBeQueried(isThere: Bool, hours: Int64, ends: Bool) throws {
        _ = try ledger.plan([notification(0)], channels: ["hold"])
        try ledger.record(
            try ledger.heldDeliveries(on: "hold", now: evening).map { ($0, .scheduled) },
            now: evening
        )
        _ = try ledger.commit(now: fires(0, after: hours * 60), today: monday) { _ in
            QueueRequest(
                notifications: [notification(2)],
                routes: ChannelRoutes(channels: ["hold"]),
                zone: .utc,
                grace: .hours(4),
                holding: isThere ? ["hold"] : []
            )
        }
        let record = try ledger.history(limit: 1).first
        #expect(record?.state == (ends ? "missed" : nil))
        #expect(
            record?.deliveries.first?.reason
                == (ends ? "the plugin scheduled it, but could not report whether it was delivered" : nil)
        )
    }

    /// An activation without reminder days differs from one without a setting.
    @Test(arguments: [WeekdaySet.none, WeekdaySet([.monday]), nil]) func theDaysOfAnActivationAreKept(days: WeekdaySet?)
        throws
    {
        let activation = Activation(programID: "ppl", path: "/p.yaml", start: monday, source: [], days: days)
        _ = try ledger.plan([], facts: [.activated(activation)])
        #expect(try ledger.activations() == [activation])
    }

    /// One program can resume while all others stay paused.
    @Test func oneProgramCanResumeDuringAPause() throws {
        let all = ScheduleException.pause(from: monday, through: .latest)
        let short = ScheduleException.pause(from: monday, through: monday.adding(days: 1))
        _ = try ledger.plan([], facts: [.paused(programID: nil, from: monday, through: .latest)])
        _ = try ledger.plan([], facts: [.resumed(programID: "ppl", on: monday.adding(days: 2))])
        var exceptions = try ledger.planningFacts(today: monday).exceptions
        #expect(exceptions.of("ppl") == [short] && exceptions.of("other") == [all])
        #expect(exceptions.resumed("ppl", on: monday.adding(days: 5)) == exceptions)
        #expect(exceptions.resumed("ppl", on: monday).of("ppl").isEmpty)
        exceptions = exceptions.resumed(nil, on: monday.adding(days: 4))
        #expect(exceptions.of("ppl") == [short])
        #expect(exceptions.of("other") == [.pause(from: monday, through: monday.adding(days: 3))])
        #expect(exceptions.resumed(nil, on: monday).of("ppl").isEmpty)
    }
}
