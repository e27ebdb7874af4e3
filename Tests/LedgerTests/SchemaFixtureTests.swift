import CivilTime
import Foundation
import Ledger
import Progress
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// Ledgers of each earlier schema, with rows that commands of that version wrote: `Schemas/N.sql`.
@Suite struct SchemaFixtureTests {
    private static let schemas = 1...14

    private let folder: TemporaryFolder
    private var path: String { folder.path + "/ledger.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func load(_ version: Int) throws {
        let file = BuildProducts.package + "Tests/LedgerTests/Schemas/\(version).sql"
        let done = try run("/usr/bin/sqlite3", [path, ".read '\(file)'"])
        #expect(done.status == 0 && done.errors.isEmpty, "\(done)")
    }

    @Test(arguments: schemas) func aLedgerOpenedForReadingIsNotMigrated(version: Int) throws {
        try load(version)
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: LedgerError.older(path: FilePath(path), version: version)) {
            try Ledger(reading: FilePath(path))
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test(arguments: schemas) func aLedgerOfAnEarlierVersionIsMigratedAndUsed(version: Int) throws {
        try load(version)
        let ledger = try Ledger(path: FilePath(path), isKnown: true)
        // There is a snapshot of the old ledger.
        let copy = folder.path + "/snapshots/schema-\(version).ledger.sqlite"
        let old = try run("/usr/bin/sqlite3", [copy, "PRAGMA user_version; SELECT count(*) FROM activation"])
        #expect(ledger.snapshotProblem == nil && old.output == "\(version)\n2\n", "\(old)")
        let facts = try ledger.planningFacts(today: monday)
        let activation = try #require(facts.activations.first)
        #expect(facts.activations.count == 1 && activation.programID == "ppl")
        #expect(activation.channels == (version >= 2 ? ["console", "mail"] : nil))
        #expect(facts.completions == ["ppl": [Completion(date: monday.adding(days: -7), dayID: "push")]])
        let given = facts.answered[OccurrenceKey(.program("ppl"), on: monday.adding(days: -7))]
        #expect(given?.dayID == "push" && given?.week == nil)
        #expect(given?.edition.flatMap { facts.editions[$0] }?.source == activation.source)
        #expect(facts.log.first { $0.workout != nil }?.edition == (version >= 12 ? given?.edition : nil))
        #expect(facts.answers.count == (version >= 2 ? 2 : 1))
        #expect(facts.snoozes.count == (version >= 2 ? 1 : 0))
        #expect(facts.exceptions.of("ppl").count == (version >= 2 ? 2 : 0))
        #expect(facts.reminders.map(\.title) == (version >= 3 ? ["Drink water"] : []))
        #expect(try ledger.permissions()["mine"]?.manifest == (version >= 7 ? [1] : nil))
        #expect(facts.settings.text != nil && facts.cancelled.count == 1)
        // The first is due: one channel has failed once.
        #expect(try ledger.history(limit: 9).map(\.state) == ["pending", "delivered", "missed", "delivered"])
        #expect(try !ledger.owner().isEmpty)
        // due notifications are delivered with the same key
        let now = fires(0, hour: 7, after: 3)
        let due = try ledger.leaseDue(now: now, for: .minutes(5), grace: .hours(4), zone: .utc).attempts
        #expect(due.map(\.channel) == (version >= 5 ? ["console", "log", "mail"] : ["console", "mail"]))
        #expect(due.allSatisfy { $0.key.contains("6b1cfa52-0000-4000-8000-000000000004") })
        for attempt in due { try ledger.record(.delivered(lateSeconds: 180), of: attempt, now: now) }
        // planning and answering continue to work
        _ = try ledger.plan([notification(2), notification(4)], now: now)
        _ = try ledger.plan(
            [notification(2), notification(4)],
            now: now,
            facts: [.answered(OccurrenceKey(.program("ppl"), on: monday), dayID: "push", .completed)]
        )
        let answer = try #require(try ledger.lastAction())
        #expect(answer.kind == "completed")
        // what earlier versions recorded can be undone and redone
        _ = try ledger.plan([], now: now, facts: [.undone(batch: answer.batch)])
        let earlier = try ledger.undoableActions(limit: 9)
        #expect(earlier.last?.kind == "activated" && earlier.last?.subjects == ["ppl"])
        for action in earlier { _ = try ledger.plan([], now: now, facts: [.undone(batch: action.batch)]) }
        let undone = try ledger.planningFacts(today: monday)
        #expect(undone.activations.isEmpty && undone.answers.isEmpty && undone.snoozes.isEmpty)
        #expect(
            undone.reminders.map(\.title)
                == (version < 3 ? [] : version < 12 ? ["Drink water"] : ["Drink water", "Gone"])
        )
        while let action = try ledger.redoableAction() {
            _ = try ledger.plan([], now: now, facts: [.redone(batch: action.batch)])
        }
        _ = try ledger.plan([notification(2), notification(4)], now: now)
        let redone = try ledger.planningFacts(today: monday)
        #expect(redone.activations == facts.activations && redone.reminders == facts.reminders)
        #expect(redone.answers.count == facts.answers.count + 1)
        let again = try Ledger(path: FilePath(path), isKnown: true)
        #expect(try again.history(limit: 1).first?.notification.date == monday)
        #expect(
            try again.pending(limit: 9).map(\.notification.date) == [monday.adding(days: 2), monday.adding(days: 4)]
        )
    }

    @Test(arguments: schemas) func aLedgerOfAnEarlierVersionIsRepaired(version: Int) throws {
        try load(version)
        let repair = try Ledger.repair(path: FilePath(path), suffix: "damaged", now: evening)
        #expect(repair.problems.isEmpty && repair.tables.allSatisfy { $0.lost == 0 })
        #expect(repair.tables.first { $0.name == "notification" }?.kept == 6)
        let ledger = try Ledger(path: FilePath(path), isKnown: true)
        #expect(try ledger.planningFacts(today: monday).answered.values.allSatisfy { $0.edition != nil })
        // The first is due: one channel has failed once.
        #expect(try ledger.history(limit: 9).map(\.state) == ["pending", "delivered", "missed", "delivered"])
        #expect(try !ledger.owner().isEmpty)
    }

    @Test(arguments: schemas) func aLostLedgerIsRebuiltFromASnapshotOfAnEarlierVersion(version: Int) throws {
        try load(version)
        let snapshot = FilePath(folder.path + "/snapshots/schema-\(version).ledger.sqlite")
        try FileManager.default.createDirectory(atPath: folder.path + "/snapshots", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path, toPath: snapshot.string)
        let before = try Data(contentsOf: URL(filePath: snapshot.string))
        #expect(Ledger.hadData(at: FilePath(path)))
        let repair = try Ledger.repair(path: FilePath(path), suffix: "damaged", now: evening)
        #expect(repair.isRebuilt && repair.snapshot == snapshot && repair.damaged == nil)
        #expect(repair.tables.first { $0.name == "notification" }?.restored == 6)
        let ledger = try Ledger(path: FilePath(path), isKnown: true)
        #expect(try ledger.history(limit: 9).map(\.state) == ["pending", "delivered", "missed", "delivered"])
        #expect(try Data(contentsOf: URL(filePath: snapshot.string)) == before)
    }
}
