import CivilTime
import Foundation
import History
import Ledger
import Localization
import Planning
import Progress
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// What commands record, in a form that other machines can read.
@Suite struct PortableEventTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    private static var ids: Regex<Substring> { /[0-9a-f]{16}:[a-z_]+:[0-9]+/ }

    private func text(_ event: PortableEvent) throws -> String { String(decoding: try event.encoded(), as: UTF8.self) }

    /// The encoding never changes: other machines may run other versions of antrain.
    @Test func theEncodingIsStable() throws {
        let workout = OccurrenceKey(.program("ppl"), on: monday)
        let activation = Activation(programID: "ppl", path: "/ppl.yaml", start: monday, source: [112, 0, 255])
        _ = try ledger.plan([], facts: [.activated(activation)])
        _ = try ledger.plan([], facts: [.answered(workout, dayID: "push", week: 3, .completed)])
        _ = try ledger.plan([], facts: [.undone(batch: 2)])
        let events = try ledger.portableEvents()
        let machine = try #require(events.first?.machine)
        let at = evening.secondsSinceEpoch
        #expect(
            try events.map(text).map { $0.replacing(machine, with: "M") } == [
                """
                {"clock":\(at << 20),"machine":"M","number":1,"rows":[{"id":"M:edition:1","table":"edition",\
                "values":{"program_id":"ppl","source":{"base64":"cAD/"}}},{"id":"M:activation:1",\
                "table":"activation","values":{"activated_at":\(at),"batch":"M:journal:1","program_id":"ppl",\
                "start_date":"2026-11-23"}},{"id":"M:journal:1","table":"journal","values":{"at":\(at),\
                "batch":"M:journal:1","date":"2026-11-23","edition":"M:edition:1","kind":"activated",\
                "subject":"ppl"}}],"version":1}
                """,
                """
                {"clock":\(at << 20 + 1),"machine":"M","number":2,"rows":[{"id":"M:journal:2","table":"journal",\
                "values":{"at":\(at),"batch":"M:journal:2","date":"2026-11-23","day_id":"push",\
                "edition":"M:edition:1","kind":"completed","subject":"ppl","value":"3"}}],"version":1}
                """,
                """
                {"clock":\(at << 20 + 2),"machine":"M","number":3,"rows":[{"id":"M:journal:3","table":"journal",\
                "values":{"at":\(at),"batch":"M:journal:3","kind":"undone","subject":"M:journal:2"}}],"version":1}
                """,
            ]
        )
    }

    /// The same actions, in a ledger with rows before them.
    ///
    /// - Parameter reminders: the number of reminders and actions before.
    private func events(after reminders: Int64) throws -> [PortableEvent] {
        let folder = try TemporaryFolder()
        let ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
        func reminder(_ number: Int64, _ title: String) -> UserReminder {
            UserReminder(
                number: number,
                title: title,
                notes: nil,
                at: Zone.utc.civil(at: fires(0)),
                rule: .every(days: 1)
            )
        }
        for number in 0..<reminders { _ = try ledger.plan([], facts: [.reminderAdded(reminder(0, "\(number)"))]) }
        let last = try ledger.portableEvents().last?.number ?? 0
        var action = reminders
        func record(_ events: LedgerEvent...) throws {
            action += 1
            _ = try ledger.plan([notification(1)], now: evening.adding(.minutes(action - reminders)), facts: events)
        }
        let activation = Activation(programID: "ppl", path: "/ppl.yaml", start: monday, source: [1])
        let sets = try PerformedSet.parse("5x5@60kg", unit: .kilograms)
        let entry = LogEntry(
            date: monday,
            exercise: "squat",
            name: "Squat",
            workout: LogEntry.Workout(program: "ppl", day: "push", exercise: "squat"),
            sets: sets
        )
        let workout = OccurrenceKey(.program("ppl"), on: monday)
        let own = NotificationID(rawValue: "reminder/\(reminders + 1)/2026-11-23/0700")
        try record(.activated(activation), .prioritized(programID: "ppl", 2))
        try record(.programRead(programID: "ppl", source: [2]))
        try record(.answered(workout, dayID: "push", .completed), .logged(entry))
        try record(.reminderAdded(reminder(0, "Tea")))
        try record(.presetAdded(name: "water", [reminder(0, "A"), reminder(0, "B")]))
        try record(.reminderEdited(reminder(reminders + 1, "Milk")))
        try record(.snoozed(id: own, date: monday, until: fires(1)))
        let reported = ReportedAnswer(
            channel: "task",
            id: "1",
            notification: own,
            date: monday,
            action: "done",
            at: fires(0),
            isRecorded: true,
            text: ""
        )
        try record(
            .reported(reported),
            .answered(OccurrenceKey(.reminder(reminders + 1), on: monday), dayID: "", .skipped)
        )
        try record(.answered(OccurrenceKey(.reminder(reminders + 2), on: monday), dayID: "", .skipped))
        try record(.reminderDeleted(number: reminders + 3))
        try record(.decided(channel: "mine", PermissionDecision(state: .authorized, digest: "x")))
        var later = try #require(try ledger.log().last)
        later.sets = try PerformedSet.parse("3x5@70kg", unit: .kilograms)
        try record(.relogged(later))
        let relogged = try #require(try ledger.lastAction()).batch
        try record(.undone(batch: relogged))
        try record(.redone(batch: relogged))
        return try ledger.portableEvents(after: last)
    }

    /// The numbers of rows, which differ between machines, are not part of an event.
    @Test func eventsDoNotDependOnTheNumbersInTheLedger() throws {
        /// The events with the IDs numbered in the order of their appearance.
        func canonical(_ events: [PortableEvent]) throws -> [String] {
            var names: [String: String] = [:]
            return try events.enumerated().map { index, event in
                let event = PortableEvent(machine: "", number: Int64(index), clock: event.clock, rows: event.rows)
                return try text(event).replacing(Self.ids) { match in
                    let id = String(match.output)
                    let name = names[id] ?? "<\(names.count)>"
                    names[id] = name
                    return name
                }
            }
        }
        let (some, others) = (try canonical(events(after: 0)), try canonical(events(after: 7)))
        #expect(some == others)
        #expect(some.count == 14 && !some.contains { $0.contains("mine") }, "\(some)")
    }

    /// Each row is in one event, and refers to rows of the same or earlier events.
    @Test func eventsAreComplete() throws {
        let events = try events(after: 2)
        var known: Set<String> = []
        for event in events {
            known.formUnion(event.rows.map(\.id))
            let references = try text(event).matches(of: Self.ids).map { String($0.output) }
            #expect(known.isSuperset(of: references), "\(event)")
        }
        let rows = events.flatMap(\.rows)
        #expect(known.count == rows.count)
        #expect(
            Dictionary(grouping: rows, by: \.table).mapValues(\.count) == [
                "activation": 1, "edition": 2, "reminder": 4, "journal": 16, "log_entry": 2,
            ]
        )
    }

    /// What was read once is the same after every later change.
    @Test func anEventNeverChanges() throws {
        let activation = Activation(programID: "ppl", path: "/ppl.yaml", start: monday, source: [1])
        let reminder = UserReminder(
            number: 0,
            title: "Tea",
            notes: nil,
            at: Zone.utc.civil(at: fires(0)),
            rule: .once
        )
        _ = try ledger.plan([], facts: [.activated(activation), .reminderAdded(reminder)])
        _ = try ledger.plan([], facts: [.programRead(programID: "ppl", source: [2])])
        let before = try ledger.portableEvents()
        let texts = before.flatMap(\.rows).filter { $0.table == "edition" }.compactMap { $0.values["source"] }
        #expect(texts == [.bytes([1]), .bytes([2])])
        _ = try ledger.plan([], facts: [.programRead(programID: "ppl", source: [3])])
        _ = try ledger.plan([], facts: [.deactivated(programID: "ppl"), .reminderDeleted(number: 1)])
        _ = try ledger.plan([], facts: [.undone(batch: 1)])
        #expect(try ledger.portableEvents().prefix(before.count) == before[...])
    }

    /// Events follow each other although the clock is set back.
    @Test func clocksAscend() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<50 {
            let now = evening.adding(.minutes(Int64.random(in: -9_999...9_999, using: &random)))
            let reminder = UserReminder(
                number: 0,
                title: "Tea",
                notes: nil,
                at: Zone.utc.civil(at: fires(0)),
                rule: .once
            )
            _ = try ledger.plan([], now: now, facts: [.reminderAdded(reminder)])
        }
        let events = try ledger.portableEvents()
        #expect(events.map(\.number) == Array(1...50))
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.clock < $1.clock })
        #expect(try ledger.portableEvents(after: 45).map(\.number) == [46, 47, 48, 49, 50])
    }

    private func sql(_ text: String) throws {
        #expect(try run("/usr/bin/sqlite3", [ledger.path.string, text]).status == 0)
    }

    private func addReminder(_ ledger: Ledger) throws {
        let at = Zone.utc.civil(at: fires(0))
        let reminder = UserReminder(number: 0, title: "Tea", notes: nil, at: at, rule: .once)
        _ = try ledger.plan([], facts: [.reminderAdded(reminder)])
    }

    /// The identity of an event is not given again, and wrong events neither stay nor spread.
    @Test(arguments: [
        "UPDATE reminder SET at = 'x' WHERE number = 3", "UPDATE event SET clock = 5 WHERE number = 3",
        "UPDATE event SET clock = 9223372036854775807 WHERE number = 3",
        "UPDATE event SET journal = 2000000 WHERE number = 3", "UPDATE event SET reminder = 1 WHERE number = 3",
        "UPDATE event SET journal = 1000000000000000 WHERE number = 2",
        "UPDATE event SET machine = 'x' WHERE number = 3",
        "UPDATE fact SET value = CAST('g000000000000000' AS BLOB) WHERE name = 'lineage'",
    ])
    func eventsAfterARepairHaveAnotherName(damage: String) throws {
        for _ in 1...3 { try addReminder(ledger) }
        let before = try ledger.portableEvents()
        try sql(damage)
        #expect(try !ledger.damages(isThorough: true).isEmpty)
        #expect(throws: LedgerError.self) { try ledger.check() }
        _ = try Ledger.repair(path: ledger.path, suffix: "damaged", now: evening)
        let repaired = try Ledger(path: ledger.path, isKnown: true)
        for _ in 1...2 { try addReminder(repaired) }
        #expect(try repaired.damages(isThorough: true) == [])
        let new = try repaired.portableEvents().suffix(2)
        #expect(Set(new.map(\.machine)).isDisjoint(with: before.map(\.machine)), "\(new)")
        #expect(try repaired.reminders().allSatisfy { $0.number < 1_000_000 })
    }

    /// A command that records only what concerns this machine is no event.
    @Test func localFactsAreNoEvents() throws {
        _ = try ledger.plan([notification(0)], facts: [.languageSeen(.german), .settingsRead([1]), .askedForReminders])
        #expect(try ledger.portableEvents() == [])
    }

    @Test func anEventOfALaterVersionIsNotMisunderstood() throws {
        let event = try #require(try events(after: 0).first)
        #expect(try PortableEvent(encoded: event.encoded()) == event)
        let later = try text(event).replacing("\"version\":1}", with: "\"version\":2}")
        #expect(throws: PortableEvent.UnknownVersion.self) { try PortableEvent(encoded: Array(later.utf8)) }
        #expect(throws: DecodingError.self) { try PortableEvent(encoded: Array("{\"version\":1}".utf8)) }
    }

    /// What was recorded before there were events is one event.
    @Test(arguments: 14...16) func aFormerLedgerHasOneEvent(version: Int) throws {
        let path = FilePath(folder.path + "/former.sqlite")
        let source = "\(BuildProducts.package)Tests/LedgerTests/Schemas/\(version).sql"
        #expect(try run("/usr/bin/sqlite3", [path.string, ".read '\(source)'"]).status == 0)
        let ledger = try Ledger(path: path, isKnown: true)
        _ = try ledger.plan([], facts: [.paused(programID: nil, from: monday, through: monday)])
        let events = try ledger.portableEvents()
        #expect(events.map(\.number) == [1] && events[0].rows.count > 15 && events[0].machine.utf8.count == 16)
    }
}
