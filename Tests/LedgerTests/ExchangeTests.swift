import CivilTime
import Foundation
import History
import Ledger
import MachineFiles
import Machines
import Planning
import Recovery
import Reminders
import SystemPackage
import TestSupport
import Testing

/// The exchange of events through folders that another program synchronizes, badly.
@Suite struct ExchangeTests {
    private let folder: TemporaryFolder
    private static let key = SyncKey.random()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A machine with a ledger, and its copy of the folder.
    private final class Machine {
        let name: String
        let home: String
        var ledger: Ledger
        var host: String
        let skew: TimeSpan
        private var machine = ""

        init(_ name: String, in folder: TemporaryFolder, skew: TimeSpan = .minutes(0)) throws {
            (self.name, home, host, self.skew) = (name, "\(folder.path)/\(name)", name, skew)
            try FileManager.default.createDirectory(atPath: home + "/sync", withIntermediateDirectories: true)
            ledger = try Ledger(path: FilePath(home + "/ledger.sqlite"))
            try join()
        }

        func join() throws {
            try ledger.set(Membership(folder: home + "/sync", label: name, key: ExchangeTests.key))
        }

        @discardableResult
        func run(at now: Instant) throws -> Exchange.Result {
            let membership = try #require(try ledger.membership())
            let setting = Exchange.Setting(
                membership,
                host: host,
                version: "1",
                now: now.adding(skew),
                interval: .minutes(30)
            )
            let result = try Exchange.run(ledger, setting)
            machine = result.machine
            return result
        }

        /// Whether a file is this machine's own, not a copy.
        func owns(_ file: String) -> Bool { file == "\(machine).antrain" }

        var files: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: home + "/sync").sorted() }
        }

        func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: "\(home)/sync/\(name)") }

        func write(_ bytes: Data, _ name: String) throws {
            // As Syncthing does: a temporary file, then a new name.
            let temporary = "\(home)/sync/.syncthing.\(name).tmp"
            try bytes.write(to: URL(filePath: temporary))
            try #require(rename(temporary, "\(home)/sync/\(name)") == 0)
        }
    }

    private func act(_ machine: Machine, _ random: inout SplitMix64, at now: Instant) throws {
        let history = RandomHistory(ledger: machine.ledger)
        let now = now.adding(machine.skew)
        if Int.random(in: 0..<8, using: &random) == 0, let last = try machine.ledger.lastAction() {
            return try history.commit([.undone(batch: last.batch)], at: now)
        }
        let day = monday.days(until: Zone.utc.civil(at: now).date)
        try history.commit(try history.action(&random, day), at: now)
    }

    /// Brings every file to every machine, as often as it takes.
    private func settle(_ machines: [Machine], at now: Instant) throws {
        for round in 0..<5 {
            for machine in machines { try machine.run(at: now.adding(.hours(Int64(round)))) }
            for one in machines {
                let own = try one.files
                for other in machines where other !== one {
                    for name in own {
                        guard let bytes = one.bytes(name) else { continue }
                        if one.owns(name) || other.bytes(name) == nil { try other.write(bytes, name) }
                    }
                }
            }
        }
    }

    /// Whatever the transport does to copies, all machines have the same history in the end, and every event is in it.
    @Test(arguments: Share.of(1...200 as ClosedRange<UInt64>, 6, "exchanges"))
    func allMachinesEndWithTheSameHistory(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let machines = try (1...3).map {
            try Machine("m\($0)", in: folder, skew: .minutes(Int64.random(in: -720...720, using: &random)))
        }
        var now = evening.adding(.days(-4))
        var versions: [(name: String, bytes: Data)] = []
        for _ in 0..<60 {
            now = now.adding(.minutes(Int64.random(in: 0...60, using: &random)))
            guard let machine = machines.randomElement(using: &random),
                let other = machines.filter({ $0 !== machine }).randomElement(using: &random)
            else { continue }
            if Bool.random(using: &random) { try act(machine, &random, at: now) }
            // A run that is killed before it remembers what it did.
            let before = Int.random(in: 0..<4, using: &random) == 0 ? try fact(machine) : nil
            let result = try machine.run(at: now)
            #expect(!result.isRenamed, "\(result)")
            if let before { try restore(before, machine) }
            for name in try machine.files {
                guard var bytes = machine.bytes(name) else { continue }
                versions.append((name, bytes))
                switch Int.random(in: 0..<8, using: &random) {
                // Lost, or late.
                case 0, 1: continue
                // Torn.
                case 2: bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
                // An old version arrives after a new one.
                case 3: bytes = versions.filter { $0.name == name }.randomElement(using: &random)?.bytes ?? bytes
                // A conflicted copy.
                case 4:
                    try other.write(
                        bytes,
                        name.prefix(16) + ".sync-conflict-20261128-101112-ABCDEFG.antrain"
                    )
                    continue
                default: break
                }
                // Now and then even the file of a machine is replaced by an old one.
                if !other.owns(name) || Int.random(in: 0..<6, using: &random) == 0 { try other.write(bytes, name) }
            }
        }
        let all = Set(try machines.flatMap { try $0.ledger.portableEvents() })
        try settle(machines, at: now.adding(.hours(1)))
        let history = PortableHistory(all)
        for machine in machines {
            let events = try machine.ledger.portableEvents()
            #expect(Set(events) == all && events.count == all.count)
            #expect(try machine.ledger.portableHistory() == history)
            #expect(try machine.ledger.damages(isThorough: true) == [])
            #expect(try machine.ledger.machines().count == 2)
        }
    }

    private func addReminder(_ title: String, on machine: Machine, at now: Instant) throws {
        let reminder = UserReminder(
            number: 0,
            title: title,
            notes: nil,
            at: Zone.utc.civil(at: fires(0)),
            rule: .once
        )
        _ = try machine.ledger.plan([], now: now, facts: [.reminderAdded(reminder)])
    }

    private func titles(_ machine: Machine) throws -> Set<String> {
        Set(try machine.ledger.reminders().map(\.title))
    }

    /// A copied home has a name of its own: neither machine's events replace the other's.
    @Test func aCopiedHomeGetsAnotherName() throws {
        let one = try Machine("one", in: folder)
        try addReminder("Tea", on: one, at: evening)
        try one.run(at: evening)
        try addReminder("Unpublished", on: one, at: evening.adding(.minutes(1)))
        let copy = try Machine("copy", in: folder)
        copy.ledger = try copied(one.ledger, to: copy.home + "/copied.sqlite")
        try copy.ledger.recognize(host: copy.host)
        try copy.join()
        for name in try one.files { try copy.write(try #require(one.bytes(name)), name) }
        try addReminder("Milk", on: one, at: evening.adding(.minutes(2)))
        try addReminder("Coffee", on: copy, at: evening.adding(.minutes(3)))
        let names = try [one, copy].map { try $0.run(at: evening.adding(.minutes(4))).machine }
        #expect(names[0] != names[1])
        try settle([one, copy], at: evening.adding(.hours(1)))
        for machine in [one, copy] {
            #expect(try titles(machine) == ["Tea", "Unpublished", "Milk", "Coffee"])
            #expect(try machine.ledger.reminders().count == 4)
        }
    }

    /// An old copy of the ledger in its place gets its later events back, and goes on under another name.
    @Test func anOldCopyOfTheLedgerGetsItsLaterEventsBack() throws {
        let (one, other) = (try Machine("one", in: folder), try Machine("other", in: folder))
        try addReminder("Tea", on: one, at: evening)
        let first = try one.run(at: evening).machine
        let old = try copied(one.ledger, to: one.home + "/old.sqlite")
        try addReminder("Milk", on: one, at: evening.adding(.minutes(1)))
        try one.run(at: evening.adding(.minutes(1)))
        try settle([one, other], at: evening.adding(.minutes(2)))
        one.ledger = old
        try addReminder("Coffee", on: one, at: evening.adding(.minutes(3)))
        let result = try one.run(at: evening.adding(.hours(9)))
        #expect(result.isRenamed && result.machine != first)
        try settle([one, other], at: evening.adding(.hours(10)))
        for machine in [one, other] {
            #expect(try titles(machine) == ["Tea", "Milk", "Coffee"])
            #expect(try machine.ledger.reminders().count == 3)
            #expect(try machine.ledger.portableHistory() == one.ledger.portableHistory())
            #expect(try machine.ledger.damages(isThorough: true) == [])
        }
    }

    /// What a repair lost comes back from the files: the rows of other machines, and those of this one.
    @Test(arguments: Share.of(1...200 as ClosedRange<UInt64>, 6, "repairs")) func aRepairGetsLostRowsBack(seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        let machines = try (1...3).map { try Machine("m\($0)", in: folder) }
        var now = evening.adding(.days(-4))
        for _ in 0..<30 {
            now = now.adding(.minutes(Int64.random(in: 1...60, using: &random)))
            let machine = try #require(machines.randomElement(using: &random))
            try act(machine, &random, at: now)
            if Int.random(in: 0..<4, using: &random) == 0 { try settle(machines, at: now) }
        }
        now = now.adding(.hours(8))
        try settle(machines, at: now)
        let history = try machines[0].ledger.portableHistory()
        let events = Set(try machines[0].ledger.portableEvents())
        // As if pages with these rows had been damaged.
        let lost = Int.random(in: 2...5, using: &random)
        let loss = ["journal", "log_entry", "reminder"].map { table in
            "DELETE FROM \(table) WHERE number % \(lost) = 0 AND NOT EXISTS (SELECT 1 FROM log_entry AS other WHERE other.revises = \(table).number);"
        }
        let done = try run("/usr/bin/sqlite3", [machines[0].ledger.path.string, loss.joined(separator: "\n")])
        try #require(done.status == 0, "\(done)")
        try machines[0].ledger.write { try EventLog($0).repair(isComplete: false) }
        let hasLost = try Set(machines[0].ledger.portableEvents()) != events
        for machine in machines { try machine.run(at: now.adding(.hours(8))) }
        try settle(machines, at: now.adding(.hours(9)))
        for machine in machines {
            #expect(try Set(machine.ledger.portableEvents()).isSuperset(of: events), "\(hasLost)")
            #expect(try machine.ledger.portableHistory() == history)
            #expect(try machine.ledger.damages(isThorough: true) == [])
        }
    }

    private func copied(_ ledger: Ledger, to path: String) throws -> Ledger {
        try ledger.copy(to: FilePath(path))
        return try Ledger(path: FilePath(path), isKnown: true)
    }

    /// Files that are not for this machine are reported and left alone; a folder whose disk is not mounted is not filled.
    @Test func strangeFilesAreLeftAlone() throws {
        let one = try Machine("one", in: folder)
        try addReminder("Tea", on: one, at: evening)
        let own = try one.run(at: evening).machine + ".antrain"
        let key = SyncKey.random()
        let strangers: [(String, Data)] = [
            ("0123456789abcdef.antrain", Data("antrain machine file 1 \(key.id)\n".utf8)),
            ("1123456789abcdef.antrain", Data("antrain machine file 2 \(Self.key.id)\n".utf8)),
            ("2123456789abcdef.antrain", Data("something else, which is long enough to be read\n".utf8)),
        ]
        for (name, bytes) in strangers { try one.write(bytes, name) }
        try addReminder("Milk", on: one, at: evening.adding(.minutes(1)))
        let path = FilePath(one.home + "/sync")
        let expected: [Exchange.Problem] = [
            .reading(path.appending(strangers[0].0), .foreign(keyID: key.id)),
            .reading(path.appending(strangers[1].0), .newer(version: 2)),
            .reading(path.appending(strangers[2].0), .unrecognized),
        ]
        #expect(try one.run(at: evening.adding(.minutes(2))).problems == expected)
        for (name, bytes) in strangers { #expect(one.bytes(name) == bytes) }
        for name in try one.files { try FileManager.default.removeItem(atPath: "\(one.home)/sync/\(name)") }
        try addReminder("Coffee", on: one, at: evening.adding(.minutes(3)))
        #expect(try one.run(at: evening.adding(.minutes(4))).problems == [.empty(path)])
        #expect(try one.files == [])
        // The machine joins again.
        try one.join()
        #expect(try one.run(at: evening.adding(.minutes(5))).problems == [] && one.files == [own])
    }

    /// Nothing is written while nothing is new, except that the machine is alive.
    @Test func theFileGrowsOnlyWithNews() throws {
        let one = try Machine("one", in: folder)
        try addReminder("Tea", on: one, at: evening)
        let name = try one.run(at: evening).machine + ".antrain"
        let first = try #require(one.bytes(name))
        for minutes in 1..<30 as Range<Int64> { try one.run(at: evening.adding(.minutes(minutes))) }
        #expect(one.bytes(name) == first)
        try one.run(at: evening.adding(.minutes(30)))
        let second = try #require(one.bytes(name))
        #expect(second.starts(with: first) && second.count > first.count)
        // In a year the file stays small.
        for day in 0..<365 as Range<Int64> {
            for hour in 0..<8 as Range<Int64> { try one.run(at: evening.adding(.hours(24 * day + hour))) }
        }
        #expect(try #require(one.bytes(name)).count < 80_000)
    }

    private func fact(_ machine: Machine) throws -> String {
        try run(
            "/usr/bin/sqlite3",
            [machine.ledger.path.string, "SELECT quote(value) FROM fact WHERE name = 'exchange'"]
        )
        .output.trimmingCharacters(in: .newlines)
    }

    private func restore(_ fact: String, _ machine: Machine) throws {
        let change =
            fact.isEmpty
            ? "DELETE FROM fact WHERE name = 'exchange'"
            : "UPDATE fact SET value = \(fact) WHERE name = 'exchange'"
        try #require(try run("/usr/bin/sqlite3", [machine.ledger.path.string, change]).status == 0)
    }
}
