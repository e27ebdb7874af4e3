import CivilTime
import Ledger
import Progress
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// The training log.
@Suite struct LogTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger
    private let workout = LogEntry.Workout(program: "ppl", day: "push", exercise: "press")

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    private func entry(_ sets: String, on date: CivilDate = monday, _ outcome: LogEntry.Outcome = .performed) throws
        -> LogEntry
    {
        LogEntry(
            date: date,
            exercise: "overhead-press",
            name: "Press",
            workout: workout,
            outcome: outcome,
            sets: try PerformedSet.parse(sets, unit: .kilograms),
            notes: "heavy"
        )
    }

    private func record(_ events: LedgerEvent...) throws { _ = try ledger.plan([], facts: events) }

    private func shown() throws -> [String] {
        try ledger.log().map { "\($0.number) \($0.date) \(PerformedSet.notation($0.sets))" }
    }

    @Test func correctionsKeepTheNumberAndUndoRestoresEachStep() throws {
        try record(.logged(try entry("5x5@80kg")))
        var first = try #require(try ledger.logEntry(1))
        #expect(first.notes == "heavy" && first.workout == workout && first.outcome == .performed)
        first.sets = try PerformedSet.parse("5,5,5,5,3", unit: .kilograms)
        try record(.relogged(first))
        first.date = monday.adding(days: -40)
        try record(.relogged(first))
        #expect(try shown() == ["1 2026-10-14 4x5, 3"])
        #expect(try ledger.log(since: monday.adding(days: -30)).isEmpty)
        try record(.unlogged(first))
        #expect(try ledger.log().isEmpty && ledger.logEntry(1) == nil)
        let expected = [["1 2026-10-14 4x5, 3"], ["1 2026-11-23 4x5, 3"], ["1 2026-11-23 5x5@80kg"], []]
        let kinds: [JournalKind] = [.unlogged, .relogged, .relogged, .logged]
        for (kind, entries) in zip(kinds, expected) {
            let action = try #require(try ledger.lastAction())
            #expect(action.kind == kind && action.subjects == ["overhead-press"])
            try record(.undone(batch: action.batch))
            #expect(try shown() == entries)
        }
        #expect(try ledger.lastAction() == nil)
    }

    /// A correction may move an entry into or out of the dates that are read.
    @Test func datesAreThoseOfTheLastCorrection() throws {
        try record(.logged(try entry("5@80", on: monday.adding(days: -400))))
        var moved = try #require(try ledger.logEntry(1))
        moved.date = monday
        try record(.relogged(moved))
        #expect(try ledger.log(since: monday).map(\.number) == [1])
        moved.date = monday.adding(days: -1)
        try record(.relogged(moved))
        #expect(try ledger.log(since: monday).isEmpty)
    }

    /// What queries read is what the whole history of entries, corrections, deletions and undone actions leaves.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func queriesReadWhatTheHistoryLeaves(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Each action's rows: the number of the entry, and its contents; nil for a deletion.
        var actions: [[(root: Int64, entry: LogEntry?)]] = []
        var rows: Int64 = 0
        func history() -> [LogEntry] {
            var entries: [Int64: LogEntry] = [:]
            for row in actions.joined() { entries[row.root] = row.entry }
            return entries.values.sorted { $0.number < $1.number }
        }
        for _ in 0..<60 {
            var events: [LedgerEvent] = []
            var added: [(root: Int64, entry: LogEntry?)] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                rows += 1
                var entry = LogEntry(
                    date: monday.adding(days: -Int.random(in: 0..<200, using: &random)),
                    exercise: ["squat", "row", "press"].randomElement(using: &random) ?? "",
                    name: "Exercise",
                    workout: Bool.random(using: &random) ? workout : nil,
                    sets: try PerformedSet.parse("5x5@\(rows)kg", unit: .kilograms)
                )
                let former = history().filter { entry in !added.contains { $0.root == entry.number } }
                let choice = Int.random(in: 0..<5, using: &random)
                guard choice > 1, let old = former.randomElement(using: &random) else {
                    entry.number = rows
                    events.append(.logged(entry))
                    added.append((rows, entry))
                    continue
                }
                entry.number = old.number
                events.append(choice == 2 ? .unlogged(old) : .relogged(entry))
                added.append((old.number, choice == 2 ? nil : entry))
            }
            _ = try ledger.plan([], facts: events)
            actions.append(added)
            for _ in 0..<max(0, Int.random(in: -6...2, using: &random)) where !actions.isEmpty {
                try record(.undone(batch: try #require(try ledger.lastAction()).batch))
                actions.removeLast()
            }
            let first = monday.adding(days: -Int.random(in: 0..<200, using: &random))
            #expect(try ledger.log() == history())
            #expect(try ledger.log(since: first) == history().filter { $0.date >= first })
            let number = Int64.random(in: 1...rows, using: &random)
            #expect(try ledger.logEntry(number) == history().first { $0.number == number })
            let recent = try ledger.planningFacts(today: monday, recent: RecentScope(trainedSince: first)).recentLog
            #expect(
                recent.entries.filter { $0.date >= first } == history().filter { $0.date >= first },
                "trained since \(first)"
            )
            #expect(recent.entries.allSatisfy(Set(history()).contains))
        }
    }

    @Test func anAnswerAndItsEntriesAreOneAction() throws {
        let key = OccurrenceKey(.program("ppl"), on: monday)
        try record(.answered(key, dayID: "push", .completed), .logged(try entry("5x5@80kg", .planned)))
        #expect(try ledger.undoableActions(limit: 9).map(\.kind) == [.completed])
        let action = try #require(try ledger.lastAction())
        try record(.undone(batch: action.batch))
        #expect(try ledger.log().isEmpty)
    }

    /// Two shells that log the same workout as planned at once.
    @Test func plannedSetsAreLoggedOnce() throws {
        let key = OccurrenceKey(.program("ppl"), on: monday)
        for _ in 0..<2 {
            try record(.answered(key, dayID: "push", .completed), .logged(try entry("5x5@80kg", .planned)))
        }
        #expect(try ledger.log().count == 1)
        try record(.logged(try entry("5@85kg")))
        #expect(try ledger.log().count == 2)
    }

    @Test func planningReadsTheLogFromNinetyDaysBeforeTheFirstActivation() throws {
        for days in [-400, -91, -90, 0] { try record(.logged(try entry("5@80kg", on: monday.adding(days: days)))) }
        #expect(try ledger.planningFacts(today: monday).log.isEmpty)
        try record(.activated(Activation(programID: "ppl", path: "/p.yaml", start: monday, source: [1])))
        #expect(try ledger.planningFacts(today: monday).log.map(\.number) == [3, 4])
    }

    /// Processes that import the same file at once have all read the log before any of them writes.
    @Test func aFileThatIsImportedTwiceAddsItsEntriesOnce() throws {
        try record(.logged(try entry("5@85kg")))
        let file = [try entry("5x5@80kg"), try entry("5x5@80kg"), try entry("5@85kg")]
        for _ in 0..<3 { try record(.imported(file)) }
        #expect(try ledger.log().count == 3)
        #expect(try ledger.undoableActions(limit: 9).count == 2)
    }

    @Test func entriesSurviveARepair() throws {
        try record(.logged(try entry("5x5@80kg")), .logged(try entry("3@90kg")))
        let damage = "INSERT INTO plugin VALUES ('/x', 1, 2)"
        #expect(try run("/usr/bin/sqlite3", [ledger.path.string, damage]).status == 0)
        let repair = try Ledger.repair(path: ledger.path, suffix: "damaged", now: evening)
        #expect(repair.tables.first { $0.name == "log_entry" }?.kept == 2)
        #expect(try Ledger(path: ledger.path, isKnown: true).log().count == 2)
    }

    /// Of the exercises that were logged or trained recently, all entries are read.
    @Test func theRecentLogIsRead() throws {
        func other(_ exercise: String, _ sets: String, _ day: Int = -100) throws -> LogEntry {
            LogEntry(
                date: monday.adding(days: day),
                exercise: exercise,
                name: exercise,
                sets: try PerformedSet.parse(sets, unit: .kilograms)
            )
        }
        func numbers(_ scope: RecentScope) throws -> [Int64] {
            let facts = try ledger.planningFacts(today: monday, recent: scope)
            return facts.recentLog.entries.map(\.number)
        }
        let later = evening.adding(.hours(72))
        try record(.logged(try other("squat", "5@100kg")))
        try record(.logged(try other("press", "5@50kg")))
        try record(.logged(try other("row", "5@60kg", 0)))
        _ = try ledger.plan([], now: later, facts: [.logged(try other("squat", "5@110kg", 3))])
        _ = try ledger.plan([], now: later, facts: [.imported([try other("press", "5@55kg", 3)])])
        let recent = RecentScope(loggedSince: evening.adding(.hours(48)))
        let facts = try ledger.planningFacts(today: monday, recent: recent)
        #expect(facts.recentLog.entries.map(\.number) == [1, 4])
        #expect(facts.recentLog.loggedAt == [4: later])
        #expect(try numbers(RecentScope(trainedSince: monday)) == [1, 2, 3, 4, 5])
        #expect(try numbers(RecentScope(trainedSince: monday.adding(days: 3))) == [1, 2, 4, 5])
        #expect(try numbers(RecentScope()).isEmpty)
        // A correction counts as recent, and an undone entry does not.
        var corrected = try #require(try ledger.logEntry(3))
        corrected.sets = try PerformedSet.parse("5@65kg", unit: .kilograms)
        _ = try ledger.plan([], now: later, facts: [.relogged(corrected)])
        #expect(try numbers(recent) == [1, 3, 4])
        let action = try #require(try ledger.lastAction())
        _ = try ledger.plan([], now: later, facts: [.undone(batch: action.batch)])
        #expect(try numbers(recent) == [1, 4])
    }
}
