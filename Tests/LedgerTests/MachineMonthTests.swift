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

/// A month of mornings on three machines of one person: a server that sends the reminders, and two others that are off now and then.
@Suite struct MachineMonthTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A message that reached the person.
    private struct Message: Hashable {
        let id: NotificationID
        let machine: String
        let key: String
        let at: Instant
    }

    private final class Machine {
        let name: String
        let home: String
        let ledger: Ledger
        /// The difference of its clock from the true time.
        var skew: TimeSpan
        private(set) var file: String?

        init(_ name: String, _ skew: TimeSpan, _ key: SyncKey, in folder: TemporaryFolder) throws {
            (self.name, self.skew, home) = (name, skew, "\(folder.path)/\(name)")
            try FileManager.default.createDirectory(atPath: home + "/sync", withIntermediateDirectories: true)
            ledger = try Ledger(path: FilePath(home + "/ledger.sqlite"))
            try ledger.set(Membership(folder: home + "/sync", label: name, key: key))
        }

        func clock(_ now: Instant) -> Instant { now.adding(skew) }

        /// A run of cron: exchange, plan, deliver.
        func run(at now: Instant) throws -> [Message] {
            let local = clock(now)
            try exchange(at: now)
            try ledger.noteRun(at: local)
            let role = try ledger.deliveryRole(at: local)
            let today = Zone.utc.civil(at: local).date
            let channel =
                switch role {
                case .standsBy(let other, _), .waits(let other, _): MachineChannel.name(of: other)
                case .sends, .takesOver: "mail"
                }
            _ = try ledger.commit([], now: local, today: today) { facts in
                QueueRequest(
                    notifications: (-1...3).map { day in reminder(today.adding(days: day)) }.filter {
                        facts.answers[OccurrenceKey(.program("a"), on: $0.date)] == nil
                    },
                    routes: ChannelRoutes(channels: [channel]),
                    zone: .utc,
                    grace: .hours(4),
                    end: today.adding(days: 4)
                )
            }
            let attempts = try ledger.leaseDue(now: local, for: .minutes(5), grace: .hours(4), zone: .utc).attempts
            for attempt in attempts { try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: local) }
            if !attempts.isEmpty { try exchange(at: now) }
            return attempts.map { Message(id: $0.notification.id, machine: name, key: $0.key, at: now) }
        }

        private func exchange(at now: Instant) throws {
            let membership = try #require(try ledger.membership())
            let setting = Exchange.Setting(
                membership,
                host: name,
                version: "1",
                now: clock(now),
                interval: .minutes(30)
            )
            let result = try Exchange.run(ledger, setting)
            file = result.machine + ".antrain"
            #expect(result.problems.isEmpty && !result.isRenamed, "\(result)")
        }

        private func reminder(_ date: CivilDate) -> PlannedNotification {
            notification(monday.days(until: date))
        }
    }

    /// Brings the file of one machine to another.
    private func carry(from one: Machine, to other: Machine) throws {
        guard let name = one.file, let bytes = FileManager.default.contents(atPath: "\(one.home)/sync/\(name)") else {
            return
        }
        try bytes.write(to: URL(filePath: "\(other.home)/sync/\(name)"))
    }

    /// While the files arrive within the time after which another machine takes over, each reminder is sent once, by one machine; clocks that
    /// differ by hours do not matter, nor do machines that are off.
    @Test(arguments: Share.of(1...200 as ClosedRange<UInt64>, 1, "months of mornings"))
    func eachReminderIsSentOnceWhileFilesArrive(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let key = SyncKey.random()
        // The reminders come by each machine's own clock, so these differ by less than what a reminder may be late.
        let machines = try ["server", "laptop", "work"].map {
            try Machine($0, .minutes(Int64.random(in: -40...40, using: &random)), key, in: folder)
        }
        let start = evening.adding(.hours(1))
        let named = LedgerEvent.delivererNamed(Deliverer(machine: "server", patience: .hours(2)))
        _ = try machines[0].ledger.record([named], continuing: nil, at: machines[0].clock(start))
        var sent: [Message] = []
        var carried: [(from: String, to: String, at: Instant)] = []
        var late = [Bool](repeating: false, count: 9)
        var offUntil = machines.map { _ in start }
        let step: Int64 = 10
        for minute in stride(from: 0 as Int64, to: 30 * 1440, by: Int64.Stride(step)) {
            let now = start.adding(.minutes(minute))
            // From the second day on, machines are off for up to ten hours; one of them is always on.
            for index in machines.indices where minute > 1440 && now >= offUntil[index] {
                guard Int.random(in: 0..<100, using: &random) == 0 else { continue }
                let others = machines.indices.filter { $0 != index && now >= offUntil[$0] }
                if !others.isEmpty {
                    offUntil[index] = now.adding(.minutes(Int64.random(in: 20...600, using: &random)))
                }
            }
            let running = machines.indices.filter { now >= offUntil[$0] }
            for index in running { sent += try machines[index].run(at: now) }
            // Files arrive until the next run, sometimes not.
            for one in running {
                for other in running where one != other {
                    let pair = one * 3 + other
                    late[pair] = Int.random(in: 0..<4, using: &random) == 0 && !late[pair]
                    guard !late[pair] else { continue }
                    try carry(from: machines[one], to: machines[other])
                    carried.append((machines[one].name, machines[other].name, now))
                }
            }
            if minute % 1440 == 900, let index = running.randomElement(using: &random) {
                let date = Zone.utc.civil(at: now).date
                let answer = LedgerEvent.answered(OccurrenceKey(.program("a"), on: date), dayID: "push", .completed)
                _ = try machines[index].ledger.record([answer], continuing: nil, at: machines[index].clock(now))
            }
        }
        let byID = Dictionary(grouping: sent, by: \.id)
        for (id, messages) in byID {
            for (first, second) in zip(messages, messages.dropFirst()) {
                // A machine that went off at once after it had sent the reminder could not report that.
                let isKnown = carried.contains {
                    $0.from == first.machine && $0.to == second.machine && first.at <= $0.at && $0.at < second.at
                }
                #expect(!isKnown && first.machine != second.machine, "\(id): \(messages)")
            }
        }
        // Each morning has a message, or every machine has recorded why not.
        for day in 1..<29 {
            let id = notification(day).id
            guard byID[id] == nil else { continue }
            for machine in machines {
                let record = try machine.ledger.history(limit: 99).first { $0.notification.id == id }
                #expect(
                    record.map { $0.state == "missed" } ?? true,
                    "\(id) on \(machine.name): \(String(describing: record))"
                )
            }
        }
        #expect(byID.count > 20)
    }

    /// Machines that cannot see each other both send a reminder, with the same key, so that a channel can drop the second one.
    @Test func separatedMachinesSendWithTheSameKey() throws {
        let key = SyncKey.random()
        let machines = try ["server", "laptop"].map { try Machine($0, .minutes(0), key, in: folder) }
        let start = evening
        let named = LedgerEvent.delivererNamed(Deliverer(machine: "server", patience: .hours(2)))
        _ = try machines[0].ledger.record([named], continuing: nil, at: start)
        for machine in machines { _ = try machine.run(at: start) }
        try carry(from: machines[0], to: machines[1])
        try carry(from: machines[1], to: machines[0])
        var sent: [Message] = []
        for minute in stride(from: 10 as Int64, to: 16 * 60, by: 10) {
            for machine in machines { sent += try machine.run(at: start.adding(.minutes(minute))) }
        }
        #expect(sent.map(\.machine).sorted() == ["laptop", "server"] && Set(sent.map(\.id)).count == 1)
        #expect(Set(sent.map(\.key)).count == 1, "\(sent)")
        // Once they see each other again, the next one comes once.
        for minute in stride(from: 16 * 60 as Int64, to: 40 * 60, by: 10) {
            let now = start.adding(.minutes(minute))
            for machine in machines { sent += try machine.run(at: now) }
            try carry(from: machines[0], to: machines[1])
            try carry(from: machines[1], to: machines[0])
        }
        #expect(sent.map(\.machine).sorted() == ["laptop", "server", "server"], "\(sent)")
        let records = try machines[1].ledger.history(limit: 9)
        let record = records.first { $0.notification.id == notification(1).id }
        let all = records.map { "\($0.notification.id) \($0.state) \($0.deliveries.map(\.channel))" }
        #expect(record?.state == "delivered" && record?.deliveries.map(\.channel) == ["@server"], "\(all)")
    }
}
