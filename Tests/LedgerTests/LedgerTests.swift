import CivilTime
import Foundation
import History
import Ledger
import Planning
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

@Suite struct LedgerTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/data/ledger.sqlite"))
    }

    @Test func filesArePrivate() throws {
        _ = try ledger.plan([notification(0)])
        func mode(_ path: String) throws -> Int {
            try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }
        #expect(try mode(folder.path + "/data") == 0o700)
        for name in ["ledger.sqlite", "ledger.sqlite-wal", "ledger.sqlite-shm"] {
            #expect(try mode(folder.path + "/data/" + name) == 0o600)
        }
    }

    @Test func eventsAreStored() throws {
        let activation = Activation(programID: "ppl", path: "/p.yaml", start: monday, source: [1, 2, 3])
        _ = try ledger.plan(
            [],
            facts: [
                .activated(activation),
                .answered(OccurrenceKey(.program("ppl"), on: monday), dayID: "push", .completed),
                .cancelled(id: "workout/2026-11-25/0730", date: monday), .settingsRead([9]),
            ]
        )
        let again = try Ledger(path: ledger.path)
        let facts = try again.planningFacts(today: monday)
        #expect(facts.activations == [activation])
        #expect(facts.completions == ["ppl": [Completion(date: monday, dayID: "push")]])
        #expect(facts.cancelled == [NotificationID(rawValue: "workout/2026-11-25/0730")])
        #expect(facts.plannedZone == "UTC" && facts.settings.text == [9])
        #expect(try again.rememberedSettings() == RememberedSettings(text: [9]))
        _ = try again.plan([], facts: [.programRead(programID: "ppl", source: [4])])
        #expect(try again.activations().map(\.source) == [[4]])
        _ = try again.plan(
            [],
            facts: [.activated(Activation(programID: "ppl", path: "/q.yaml", start: monday, source: []))]
        )
        #expect(try again.activations().map(\.path) == ["/q.yaml"])
        _ = try again.plan([], facts: [.deactivated(programID: "ppl")])
        #expect(try again.activations().isEmpty)
        #expect(try again.planningFacts(today: monday.adding(days: 60)).cancelled.isEmpty)
    }

    @Test func planningAgainChangesAndWritesNothing() throws {
        #expect(try ledger.plan([notification(0), notification(2)]).summary == "2 added, 0 cancelled, 0 kept")
        let before = try Data(contentsOf: URL(filePath: ledger.path.string + "-wal"))
        #expect(try ledger.plan([notification(0), notification(2)]).summary == "0 added, 0 cancelled, 2 kept")
        #expect(try Data(contentsOf: URL(filePath: ledger.path.string + "-wal")) == before)
        #expect(
            try ledger.preview(now: evening, today: monday, plan: request([notification(2)])).cancelled == [
                notification(0)
            ]
        )
        #expect(try ledger.pending(limit: 9).map(\.notification) == [notification(0), notification(2)])
    }

    @Test func openingAndReadingWriteNothing() throws {
        let path = folder.path + "/other.sqlite"
        _ = try Ledger(path: FilePath(path)).plan([notification(0)])
        let before = try Data(contentsOf: URL(filePath: path))
        for _ in 0..<3 { #expect(try Ledger(path: FilePath(path)).pending(limit: 9).count == 1) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func manyProcessesCanCreateALedger() async throws {
        let path = folder.path + "/fresh/ledger.sqlite"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try Ledger(path: FilePath(path)).activations() } }
            try await group.waitForAll()
        }
    }

    @Test func theQueueFollowsThePlan() throws {
        _ = try ledger.plan([notification(0), notification(2)])
        #expect(
            try ledger.plan([notification(2, body: "Today: Leg Day"), notification(4)]).summary
                == "1 added, 1 cancelled, 0 kept, 1 updated"
        )
        #expect(try ledger.pending(limit: 9).map(\.notification.body) == ["Today: Leg Day", "Today: Push Day"])
        // a cancelled notification is pending again when it is wanted again
        #expect(try ledger.plan([notification(0), notification(2), notification(4)]).added == [notification(0)])
        #expect(try ledger.pending(limit: 1).first?.deliveries.map(\.state) == [.pending])
    }

    @Test func addedAndRemovedChannelsUpdateTheQueue() throws {
        _ = try ledger.plan([notification(0)], channels: ["console"])
        #expect(
            try ledger.plan([notification(0)], channels: ["log", "mail"]).summary == "0 added, 0 cancelled, 1 kept"
        )
        #expect(try ledger.pending(limit: 1)[0].deliveries.map(\.channel) == ["log", "mail"])
        _ = try ledger.plan([notification(0)], channels: ["console", "mail"])
        #expect(try ledger.pending(limit: 1)[0].deliveries.map(\.channel) == ["console", "mail"])
    }

    @Test func aDeliveryGoesThroughItsStates() throws {
        _ = try ledger.plan([notification(0)], channels: ["console", "mail"])
        #expect(try !ledger.hasDue(now: evening))
        let now = fires(0)
        #expect(try ledger.hasDue(now: now))
        let (attempts, missed) = try ledger.leaseDue(now: now, for: .minutes(5), grace: .hours(4), zone: .utc)
        #expect(attempts.map(\.channel) == ["console", "mail"] && attempts.map(\.attempt) == [1, 1] && missed.isEmpty)
        #expect(attempts[0].key != attempts[1].key)
        // while the lease runs, no other process can take it
        #expect(
            try ledger.leaseDue(now: now.adding(.minutes(4)), for: .minutes(5), grace: .hours(4), zone: .utc).attempts
                .isEmpty
        )
        try ledger.record(.delivered(lateSeconds: 0), of: attempts[0], now: now)
        try ledger.record(.retry(at: now.adding(.minutes(2)), reason: "busy"), of: attempts[1], now: now)
        #expect(try ledger.pending(limit: 1)[0].deliveries.map(\.state) == [.delivered, .retrying])
        // a retry goes to the failed channel only, with the same key
        let second = try ledger.leaseDue(now: now.adding(.minutes(2)), for: .minutes(5), grace: .hours(4), zone: .utc)
            .attempts
        #expect(second.map(\.channel) == ["mail"] && second[0].key == attempts[1].key && second[0].attempt == 2)
        try ledger.record(.failed(reason: "no such user"), of: second[0], now: now)
        let history = try ledger.history(limit: 5)
        #expect(history.map(\.state) == ["delivered"])
        #expect(history[0].deliveries.map(\.reason) == [nil, "no such user"])
        #expect(try ledger.pending(limit: 1).isEmpty)
        // delivered notifications are not planned again
        #expect(try ledger.plan([notification(0)], now: now).added.isEmpty)
    }

    @Test(arguments: [
        (7, 239 as Int64, true), (7, 240, true), (7, 241, false),  // the grace period of four hours
        (22, 90, true), (22, 180, true), (22, 181, false),  // an hour past midnight
    ])
    func theGracePeriodDecidesLateDeliveries(hour: Int, minutes: Int64, isDelivered: Bool) throws {
        _ = try ledger.plan([notification(0, hour: hour)])
        let (attempts, missed) = try ledger.leaseDue(
            now: fires(0, hour: hour, after: minutes),
            for: .minutes(5),
            grace: .hours(4),
            zone: .utc
        )
        #expect(attempts.count == (isDelivered ? 1 : 0))
        #expect(missed.count == (isDelivered ? 0 : 1))
        guard !isDelivered else { return }
        let record = try ledger.history(limit: 1)[0]
        #expect(record.state == "missed" && record.deliveries[0].state == .expired)
        #expect(record.deliveries[0].reason?.contains("antrain did not run") == true)
    }

    @Test func aWeekOfSleepCausesNoFlood() throws {
        _ = try ledger.plan((0..<7).map { notification($0) })
        let (attempts, missed) = try ledger.leaseDue(
            now: fires(6, after: 10),
            for: .minutes(5),
            grace: .hours(4),
            zone: .utc
        )
        #expect(attempts.map(\.notification) == [notification(6)])
        #expect(missed.count == 6)
    }

    @Test func pastNotificationsAreMissedNotCancelled() throws {
        _ = try ledger.plan([notification(0), notification(2)])
        let difference = try ledger.plan([notification(2), notification(7)], now: fires(1))
        #expect(difference.summary == "1 added, 0 cancelled, 1 kept")
        #expect(try ledger.history(limit: 5).map(\.state) == ["missed"])
    }

    @Test func aPendingNotificationIsFoundByItsID() throws {
        _ = try ledger.plan([notification(0)])
        let number = try ledger.pending(limit: 1)[0].number
        #expect(try ledger.pending("\(number)") == nil)
        #expect(try ledger.pending("workout/2026-11-23/0700")?.number == number)
        #expect(try ledger.pending("nothing") == nil)
        #expect(try ledger.pendingCount(upTo: 5) == 1)
    }

    @Test func twoProcessesNeverLeaseTheSameNotification() async throws {
        _ = try ledger.plan((0..<20).map { notification(0, hour: $0) })
        let path = ledger.path
        let now = fires(0, hour: 19)
        let taken = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try Ledger(path: path).leaseDue(now: now, for: .minutes(5), grace: .hours(24), zone: .utc).attempts
                        .map(\.key)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.count == 20 && Set(taken).count == 20)
    }
}

@Suite struct LedgerFileTests {
    @Test func aFileOfAnotherFormatIsRefusedAndKept() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "ledger.sqlite",
            "this is no database, but it is somebody's file, and long enough to be looked at"
        )
        let error = #expect(throws: LedgerError.self) { try Ledger(path: FilePath(path)) }
        #expect(error?.description.contains("it keeps the damaged file") == true)
        #expect(try folder.read("ledger.sqlite").hasPrefix("this is no database"))
    }

    @Test func aNewerLedgerIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ledger.sqlite"
        _ = try Ledger(path: FilePath(path))
        #expect(try run("/usr/bin/env", ["sqlite3", path, "PRAGMA user_version = 99"]).status == 0)
        #expect(throws: LedgerError.newer(path: FilePath(path), version: 99)) { try Ledger(path: FilePath(path)) }
        #expect(LedgerError.newer(path: FilePath(path), version: 99).description.contains("update antrain"))
    }

    @Test func aFileInPlaceOfTheFolderIsAnError() throws {
        let folder = try TemporaryFolder()
        try folder.write("data", "a file")
        let error = #expect(throws: LedgerError.self) {
            try Ledger(path: FilePath(folder.path + "/data/ledger.sqlite"))
        }
        #expect(error?.description.contains("--data-dir") == true)
    }

    @Test(arguments: [
        LedgerError.busy(path: "/x"), .full(path: "/x"), .file(path: "/x", reason: "r"),
        .damaged(path: "/x", reason: "r"),
    ])
    func messagesNameTheFile(error: LedgerError) {
        #expect(error.description.contains("/x"))
    }
}
