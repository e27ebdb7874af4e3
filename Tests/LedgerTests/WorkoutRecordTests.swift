import CivilTime
import Ledger
import Reminders
import SystemPackage
import TestSupport
import Testing

/// What the ledger records about workouts: when they began, when their reminders were delivered, and in which time zone.
@Suite struct WorkoutRecordTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    @Test func recordsOfWorkoutsAreRead() throws {
        let (program, later) = (OccurrenceKey(.program("ppl"), on: monday), evening.adding(.hours(2)))
        let reminder = OccurrenceKey(.reminder(1), on: monday)
        _ = try ledger.plan([], facts: [.started(program, dayID: "push"), .answered(reminder, dayID: "", .completed)])
        _ = try ledger.plan([], now: later, facts: [.started(program, dayID: "push")])
        _ = try ledger.plan([], now: later, facts: [.answered(program, dayID: "push", .completed)])
        var expected = WorkoutRecord(programID: "ppl", date: monday, dayID: "push")
        (expected.startedAt, expected.answeredAt, expected.isDone) = (evening, later, true)
        #expect(try ledger.workoutRecords(since: monday) == [expected])
        #expect(try ledger.workoutRecords(since: monday.adding(days: 1)).isEmpty)
        let action = try #require(try ledger.lastAction())
        _ = try ledger.plan([], facts: [.undone(batch: action.batch)])
        #expect(try ledger.workoutRecords(since: monday).map(\.isDone) == [false])
    }

    @Test func zonesAreRead() throws {
        _ = try ledger.plan([notification(0), notification(2)])
        #expect(try ledger.pastZones(since: monday).isEmpty)
        let attempts = try ledger.leaseDue(now: fires(0), for: .minutes(5), grace: .hours(4), zone: .utc).attempts
        try ledger.record(.delivered(lateSeconds: 0), of: attempts[0], now: fires(0, after: 3))
        #expect(try ledger.pastZones(since: monday).map(\.zone) == ["UTC"])
    }
}
