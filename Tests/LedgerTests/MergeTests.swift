import CivilTime
import History
import Ledger
import Machines
import Planning
import Progress
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// The histories of several machines, merged.
@Suite struct MergeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func ledger(_ name: String) throws -> Ledger {
        try Ledger(path: FilePath("\(folder.path)/\(name).sqlite"))
    }

    /// Random actions, undoing and redoing on one machine.
    private func act(_ ledger: Ledger, _ random: inout SplitMix64, at now: Instant) throws {
        let history = RandomHistory(ledger: ledger)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<7:
            let day = monday.days(until: Zone.utc.civil(at: now).date)
            try history.commit(try history.action(&random, day), at: now)
        case 7:
            let edited = LedgerEvent.programRead(
                programID: Bool.random(using: &random) ? "a" : "b",
                source: [UInt8.random(in: 10...20, using: &random)]
            )
            try history.commit([edited], at: now)
        case 8:
            guard let chosen = try ledger.undoableActions(limit: 999).randomElement(using: &random) else { return }
            for action in try ledger.dependents(on: chosen.batch) + [chosen] {
                try history.commit([.undone(batch: action.batch)], at: now)
            }
        default:
            if let last = try ledger.redoableAction() { try history.commit([.redone(batch: last.batch)], at: now) }
        }
    }

    /// The history of one machine, computed from its events, is what its ledger contains.
    @Test(arguments: Share.of(1...300 as ClosedRange<UInt64>, 6, "folded histories"))
    func theFoldOfEventsIsTheHistoryOfTheLedger(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let ledger = try ledger("one")
        var now = evening.adding(.days(-4))
        for _ in 0..<60 {
            now = now.adding(.minutes(Int64.random(in: 0...60, using: &random)))
            try act(ledger, &random, at: now)
            let (folded, stored) = (PortableHistory(try ledger.portableEvents()), try ledger.portableHistory())
            try #require(folded.rows == stored.rows)
            try #require(folded.texts == stored.texts)
        }
    }

    /// Up to five machines act, exchange events in any order and with copies, and in the end have the same history.
    @Test(arguments: Share.of(1...300 as ClosedRange<UInt64>, 8, "merged histories"))
    func machinesWithTheSameEventsHaveTheSameHistory(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let ledgers = try (1...Int.random(in: 2...5, using: &random)).map { try ledger("machine \($0)") }
        // Their clocks differ by up to a day.
        let skews = ledgers.map { _ in TimeSpan.minutes(Int64.random(in: -720...720, using: &random)) }
        var now = evening.adding(.days(-4))
        func exchange(from one: Ledger, to other: Ledger, at now: Instant) throws {
            var events = try one.portableEvents().map { try PortableEvent(encoded: $0.encoded()) }
            events += events.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            let merge = try other.merge(events.shuffled(using: &random), now: now)
            try #require(merge.held.isEmpty, "\(merge)")
            let again = try other.merge(events, now: now)
            try #require(again == EventMerge())
        }
        for _ in 0..<40 {
            now = now.adding(.minutes(Int64.random(in: 0...60, using: &random)))
            let place = ledgers.indices.randomElement(using: &random) ?? 0
            try act(ledgers[place], &random, at: now.adding(skews[place]))
            let other = ledgers.indices.randomElement(using: &random) ?? 0
            guard other != place, Int.random(in: 0..<4, using: &random) == 0 else { continue }
            try exchange(from: ledgers[place], to: ledgers[other], at: now.adding(skews[other]))
            let folded = PortableHistory(try ledgers[other].portableEvents())
            let stored = try ledgers[other].portableHistory()
            try #require(folded.rows == stored.rows)
            try #require(folded.texts == stored.texts)
        }
        for one in ledgers { for other in ledgers where one !== other { try exchange(from: one, to: other, at: now) } }
        let history = try ledgers[0].portableHistory()
        for ledger in ledgers {
            try #require(try ledger.portableHistory() == history)
            try #require(try ledger.damages(isThorough: true) == [])
        }
        let new = try ledger("new")
        for event in try ledgers.flatMap({ try $0.portableEvents() }) {
            // An event whose references have not arrived waits.
            _ = try new.merge([event], now: now)
        }
        for ledger in ledgers { _ = try new.merge(try ledger.portableEvents(), now: now) }
        try #require(try new.portableHistory() == history)
        try #require(try PortableHistory(new.portableEvents().shuffled(using: &random)) == history)
    }
}

/// What two machines said about the same thing.
@Suite struct MergedAnswerTests {
    private let folder: TemporaryFolder
    private let (laptop, server): (Ledger, Ledger)
    private let workout = OccurrenceKey(.program("a"), on: monday)

    init() throws {
        folder = try TemporaryFolder()
        laptop = try Ledger(path: FilePath(folder.path + "/laptop.sqlite"))
        server = try Ledger(path: FilePath(folder.path + "/server.sqlite"))
    }

    private func record(_ events: [LedgerEvent], on ledger: Ledger, after minutes: Int64) throws {
        let now = evening.adding(.minutes(minutes))
        _ = try ledger.commit(events, now: now, today: monday.adding(days: -1), plan: RandomHistory.request)
    }

    private func exchange() throws {
        for (one, other) in [(laptop, server), (server, laptop)] {
            _ = try other.merge(try one.portableEvents(), now: evening.adding(.hours(9)))
        }
        #expect(try laptop.portableHistory() == server.portableHistory())
    }

    private func answers(_ ledger: Ledger) throws -> [OccurrenceKey: Answer] {
        try ledger.planningFacts(today: monday).answers
    }

    private func entry(_ outcome: LogEntry.Outcome, _ sets: String) throws -> LogEntry {
        LogEntry(
            date: monday,
            exercise: "squat",
            name: "Squat",
            workout: LogEntry.Workout(program: "a", day: "push", exercise: "squat"),
            outcome: outcome,
            sets: try PerformedSet.parse(sets, unit: .kilograms)
        )
    }

    /// The later answer counts, whichever machine learns of the other one first.
    @Test(arguments: [(0, 5), (5, 0)] as [(Int64, Int64)]) func theLaterAnswerCounts(done: Int64, skipped: Int64) throws
    {
        try record([.answered(workout, dayID: "push", .completed)], on: laptop, after: done)
        try record([.answered(workout, dayID: "push", .skipped)], on: server, after: skipped)
        try exchange()
        #expect(try answers(laptop) == [workout: done > skipped ? .completed : .skipped])
        // Undoing it leaves the other one.
        let last = try #require(try server.lastAction())
        try record([.undone(batch: last.batch)], on: server, after: 20)
        try exchange()
        #expect(try answers(laptop) == [workout: done > skipped ? .skipped : .completed])
    }

    /// `undo` undoes what it named, although the other machine did something later, and its own numbers mean something else there.
    @Test func anActionIsUndoneOnTheOtherMachine() throws {
        try record([.answered(workout, dayID: "push", .completed)], on: laptop, after: 0)
        try record([.paused(programID: nil, from: monday, through: monday)], on: server, after: 1)
        try exchange()
        let action = try #require(try server.undoableActions(limit: 9).first { $0.kind == .completed })
        try record([.undone(batch: action.batch)], on: server, after: 2)
        try record([.resumed(programID: nil, on: monday)], on: laptop, after: 3)
        try exchange()
        #expect(try answers(laptop).isEmpty && answers(server).isEmpty)
        #expect(try laptop.undoableActions(limit: 9).map(\.kind) == [.resumed, .paused])
        // No later action hides what can be redone if none followed.
        #expect(try laptop.redoableAction() == nil && server.redoableAction() == nil)
    }

    /// Both machines undo an action; redoing it once suffices.
    @Test func anActionIsUndoneTwice() throws {
        try record([.answered(workout, dayID: "push", .completed)], on: laptop, after: 0)
        try exchange()
        for (ledger, minutes) in [(laptop, 2), (server, 4)] as [(Ledger, Int64)] {
            let last = try #require(try ledger.lastAction())
            try record([.undone(batch: last.batch)], on: ledger, after: minutes)
        }
        try exchange()
        #expect(try answers(laptop).isEmpty && answers(server).isEmpty)
        let last = try #require(try laptop.redoableAction())
        try record([.redone(batch: last.batch)], on: laptop, after: 6)
        try exchange()
        #expect(try answers(server) == [workout: .completed] && server.redoableAction() == nil)
    }

    /// A workout that was logged as planned on both machines was performed once; sets that were typed on both count twice.
    @Test func aWorkoutLoggedAsPlannedOnBothMachinesCountsOnce() throws {
        let planned = try entry(.planned, "5x5@60kg")
        for (ledger, minutes) in [(laptop, 0), (server, 1)] as [(Ledger, Int64)] {
            try record([.answered(workout, dayID: "push", .completed), .logged(planned)], on: ledger, after: minutes)
        }
        try exchange()
        #expect(try laptop.log().map(\.sets) == [planned.sets] && server.log().map(\.sets) == [planned.sets])
        // Without the first one, the other one counts.
        let first = try #require(try server.undoableActions(limit: 9).last)
        try record([.undone(batch: first.batch)], on: server, after: 5)
        try exchange()
        #expect(try laptop.log().map(\.sets) == [planned.sets] && answers(laptop) == [workout: .completed])
        for (ledger, minutes) in [(laptop, 6), (server, 7)] as [(Ledger, Int64)] {
            try record([.logged(try entry(.performed, "3x5@70kg"))], on: ledger, after: minutes)
        }
        try exchange()
        #expect(try laptop.log().count == 3 && server.log().count == 3)
    }

    /// The same file imported on both machines adds its entries once, as often as the file has them.
    @Test func aFileImportedOnBothMachinesCountsOnce() throws {
        let entries = [try entry(.performed, "3x5@70kg"), try entry(.performed, "3x5@70kg")]
        try record([.imported(entries)], on: laptop, after: 0)
        try record([.imported(entries + [try entry(.performed, "5@80kg")])], on: server, after: 1)
        let tea = UserReminder(number: 0, title: "Tea", notes: nil, at: Zone.utc.civil(at: fires(0)), rule: .once)
        for ledger in [laptop, server] { try record([.reminderImported(tea, uid: "1@tea")], on: ledger, after: 2) }
        try exchange()
        #expect(try laptop.log().count == 3 && server.log().count == 3)
        #expect(try laptop.reminders().count == 1 && server.reminders().count == 1)
    }

    /// Of a deletion and a change of a reminder, the later one counts; numbers differ between machines.
    @Test(arguments: [(3, 5), (5, 3)] as [(Int64, Int64)]) func aReminderIsChangedAndDeleted(
        edited: Int64,
        deleted: Int64
    )
        throws
    {
        func reminder(_ number: Int64, _ title: String) -> UserReminder {
            UserReminder(number: number, title: title, notes: nil, at: Zone.utc.civil(at: fires(0)), rule: .once)
        }
        try record([.reminderAdded(reminder(0, "Coffee"))], on: server, after: 0)
        try record([.reminderAdded(reminder(0, "Tea"))], on: laptop, after: 1)
        try exchange()
        let number = try #require(try server.reminders().first { $0.title == "Tea" }).number
        #expect(number == 2)
        try record([.reminderEdited(reminder(number, "Milk"))], on: server, after: edited)
        try record([.reminderDeleted(number: 1)], on: laptop, after: deleted)
        try exchange()
        let expected: Set = edited > deleted ? ["Coffee", "Milk"] : ["Coffee"]
        #expect(try Set(laptop.reminders().map(\.title)) == expected)
        #expect(try Set(server.reminders().map(\.title)) == expected)
    }

    /// The last activation of a program counts, with the text that its file had last.
    @Test func aProgramIsActiveOnce() throws {
        func activation(_ start: CivilDate, _ text: UInt8) -> LedgerEvent {
            .activated(Activation(programID: "a", path: "/a.yaml", start: start, source: [text]))
        }
        try record([activation(monday, 1)], on: laptop, after: 0)
        try record([activation(monday.adding(days: 7), 2)], on: server, after: 1)
        try record([.programRead(programID: "a", source: [3])], on: server, after: 2)
        try exchange()
        for ledger in [laptop, server] {
            let active = try ledger.activations()
            #expect(active.map(\.start) == [monday.adding(days: 7)] && active.map(\.source) == [[3]])
        }
        // Its file is on the server.
        #expect(try laptop.activations().map(\.path) == [""] && server.activations().map(\.path) == ["/a.yaml"])
        let last = try #require(try laptop.lastAction())
        try record([.undone(batch: last.batch)], on: laptop, after: 3)
        try exchange()
        #expect(try server.activations().map(\.start) == [monday] && server.activations().map(\.source) == [[1]])
    }
}
