import CivilTime
import History
import Ledger
import Planning
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// Rows of answers that channels report.
@Suite struct ReportedAnswerRowTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger
    private let workout = OccurrenceKey(.program("ppl"), on: monday)
    private let id = notification(0).id

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/data/ledger.sqlite"))
    }

    private func reported(
        _ id: String,
        on channel: String = "task",
        at instant: Instant = evening,
        isRecorded: Bool = true,
        text: String = ""
    ) -> LedgerEvent {
        .reported(
            ReportedAnswer(
                channel: channel,
                id: id,
                notification: self.id,
                date: monday,
                action: "done",
                at: instant,
                isRecorded: isRecorded,
                text: text
            )
        )
    }

    private func answered(_ answer: Answer) -> LedgerEvent { .answered(workout, dayID: "push", answer) }

    /// Two processes collect the same answer, and each decides without knowing the other.
    @Test func anAnswerIsRecordedOnce() throws {
        _ = try ledger.plan([], facts: [reported("a/1"), answered(.completed)])
        _ = try ledger.plan([], facts: [reported("a/1"), answered(.skipped)])
        #expect(try ledger.planningFacts(today: monday).answers == [workout: .completed])
        let action = try #require(try ledger.lastAction())
        _ = try ledger.plan([], facts: [.undone(batch: action.batch)])
        _ = try ledger.plan([], facts: [reported("a/1"), answered(.completed)])
        #expect(try ledger.planningFacts(today: monday).answers.isEmpty)
        #expect(try ledger.reportedAnswer("a/1", on: "task")?.isRecorded == true)
        // Another channel may use the same ID.
        _ = try ledger.plan([], facts: [reported("a/1", on: "desk"), answered(.skipped)])
        #expect(try ledger.planningFacts(today: monday).answers == [workout: .skipped])
        #expect(try ledger.damages(isThorough: true) == [])
    }

    /// The time of an answer is when it was given, not when it was recorded.
    @Test func anAnswerHasItsOwnTimeAndChannel() throws {
        let (given, now) = (fires(0, after: 30), fires(0, after: 300))
        let answer = reported("1", at: given, text: "not read: 'a'\nsecond line")
        _ = try ledger.plan([notification(0)], channels: ["task"])
        _ = try ledger.plan([], now: now, facts: [answer, answered(.completed)])
        #expect(try ledger.planningFacts(today: monday).answeredAt == [workout: given])
        #expect(try ledger.workoutRecords(since: monday).map(\.answeredAt) == [given])
        #expect(try ledger.answer(to: workout)?.at == given)
        let action = try #require(try ledger.actions(about: monday).first)
        #expect(action.at == given && action.channel == "task" && action.kind == .answered(.completed))
        guard case .reported(let expected) = answer else { return }
        #expect(try ledger.reportedAnswer("1", on: "task") == expected)
        // What a command records later has the time of the command, and no channel.
        _ = try ledger.plan([], now: now, facts: [answered(.skipped)])
        #expect(try ledger.answer(to: workout)?.at == now)
        #expect(try ledger.actions(about: monday).last?.channel == nil)
    }

    @Test func aStartHasItsOwnTime() throws {
        let given = fires(0, after: 30)
        _ = try ledger.plan(
            [],
            now: fires(0, after: 300),
            facts: [reported("1", at: given), .started(workout, dayID: "push")]
        )
        #expect(try ledger.planningFacts(today: monday).started.map(\.at) == [given])
    }

    /// A channel holds what it delivered or scheduled.
    @Test(arguments: ["pending", "scheduled", "delivered", "cancelled", "answered", "missed", "unknown"])
    func aChannelHoldsWhatItGot(state: String) throws {
        _ = try ledger.plan([notification(0)], channels: ["task"])
        #expect(try ledger.held(id, on: "task") == nil && ledger.held(id, on: "desk") == nil)
        let held = try ledger.heldDeliveries(on: "task", now: evening)
        switch state {
        case "scheduled": try ledger.record(held.map { ($0, .scheduled) }, now: evening)
        case "delivered": try ledger.record(held.map { ($0, .fired) }, now: evening)
        case "cancelled": _ = try ledger.plan([], facts: [answered(.completed)])
        case "answered": _ = try ledger.plan([], facts: [reported("1"), answered(.completed)])
        case "missed": _ = try ledger.plan([notification(0)], channels: ["task"], now: fires(2))
        case "unknown":
            // The plugin cannot be queried in the next run.
            try ledger.record(held.map { ($0, .scheduled) }, now: evening)
            _ = try ledger.plan([notification(0)], channels: ["task"], now: fires(2))
        default: break
        }
        let found = try ledger.held(id, on: "task")
        #expect((found?.notification == notification(0)) == !["pending", "cancelled", "missed"].contains(state))
        if let found { #expect(found.plannedAt == evening) }
    }

    /// A plugin cannot fill the disk with answers that are refused.
    @Test func refusedAnswersAreLimited() throws {
        for number in 0..<100 {
            _ = try ledger.record([reported("\(number)", isRecorded: false, text: "no")], continuing: nil, at: evening)
        }
        let refused = try ledger.refusedAnswers(since: evening)
        #expect(refused.count == ReportedAnswer.mostRefused && refused.first?.text == "no")
        #expect(try ledger.undoableActions(limit: 1).isEmpty)
        let later = evening.adding(.days(2))
        _ = try ledger.record([reported("next", isRecorded: false, text: "no")], continuing: nil, at: later)
        #expect(try ledger.refusedAnswers(since: later).map(\.id) == ["next"])
        // They concern this machine only.
        #expect(try ledger.portableEvents().isEmpty)
    }
}
