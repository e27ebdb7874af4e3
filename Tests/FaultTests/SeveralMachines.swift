import CivilTime
import Foundation
import TestSupport
import Testing

/// Three machines of one person: each has a home and a clock of its own, and a transport copies the files between their folders.
///
/// Times are true ones unless stated otherwise.
final class SeveralMachines {
    /// A machine, which runs antrain with cron while it is on.
    final class Machine {
        let name: String
        let home: FaultHome
        /// How far its clock is ahead.
        var lead: TimeSpan
        var offUntil: Instant
        /// The name of its file.
        fileprivate(set) var file = ""
        /// The contents of its file over time.
        fileprivate var versions: [Data] = []
        fileprivate var notes = 0

        fileprivate init(_ name: String, _ lead: TimeSpan, _ start: Instant) throws {
            (self.name, self.lead, offUntil) = (name, lead, start)
            home = try FaultHome()
            try home.write(".config/antrain/settings.yaml", home.settings)
            try home.write("Sync/.keep", "")
        }

        fileprivate var folder: String { home.path + "/Sync" }
    }

    /// A notification that reached the person.
    struct Message {
        let id: String
        /// The idempotency key.
        let key: String
        let machine: String
        let at: Instant
    }

    let machines: [Machine]
    private(set) var now: Instant
    private(set) var messages: [Message] = []
    /// When the present file of a machine arrived at another one.
    private(set) var arrivals: [(from: String, to: String, at: Instant)] = []
    /// When machines were killed.
    private(set) var kills: [(machine: String, at: Instant)] = []
    /// A machine that nothing reaches, and that reaches nothing.
    var separated: Machine?
    private var random: SplitMix64
    /// The pairs of machines for which the last copy was lost, late or torn.
    private var late: Set<[String]> = []

    /// The silence after which another machine takes over.
    static let patience = TimeSpan.hours(6)

    init(seed: UInt64, from start: Instant) throws {
        now = start
        var random = SplitMix64(seed: seed)
        machines = try ["server", "laptop", "work"].map { name in
            try Machine(name, .minutes(Int64.random(in: -720...720, using: &random)), start)
        }
        self.random = random
        try join()
    }

    private func join() throws {
        var key: String?
        for machine in machines {
            for other in machines where !other.file.isEmpty { try copy(other, to: machine) }
            _ = try antrain("plugin allow note", on: machine)
            let joined = try antrain("sync folder Sync --name \(machine.name)", on: machine, input: key)
            try #require(joined.status == 0, "\(joined)")
            let status = try json("sync status", on: machine)
            machine.file = try #require((status["file"] as? String)?.split(separator: "/").last.map(String.init))
            key = try #require(try json("sync join", on: machine)["key"] as? String)
        }
        for line in ["program activate push-pull-legs", "sync deliver server --after 6h"] {
            let run = try antrain(line, on: machines[0])
            try #require(run.status == 0, "\(run)")
        }
        try exchangeEverything()
    }

    // MARK: Machines

    func isOn(_ machine: Machine) -> Bool { machine.offUntil <= now }

    var running: [Machine] { machines.filter(isOn) }

    /// Runs a command on a machine, by its clock.
    @discardableResult
    func antrain(_ line: String, on machine: Machine, input: String? = nil, killedAt operation: Int? = nil) throws
        -> Finished
    {
        machine.home.now = now.adding(machine.lead).description
        let finished: Finished
        if let operation {
            let kind = Bool.random(using: &random) ? "kill" : "torn-write"
            finished = try machine.home.antrain(line, kind, at: operation).finished
            if finished.status == 128 + 9 { kills.append((machine.name, now)) }
        } else {
            finished = try machine.home.antrain(line, input: input)
        }
        let notes = machine.home.notes
        for note in notes.dropFirst(machine.notes) {
            let words = note.split(separator: " ").map(String.init)
            messages.append(Message(id: words[0], key: words[1], machine: machine.name, at: now))
        }
        machine.notes = notes.count
        let path = "\(machine.folder)/\(machine.file)"
        if !machine.file.isEmpty, let bytes = FileManager.default.contents(atPath: path),
            bytes != machine.versions.last
        {
            machine.versions.append(bytes)
        }
        return finished
    }

    func json(_ line: String, on machine: Machine) throws -> [String: Any] {
        let run = try antrain(line + " --json", on: machine)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        return try #require(object, "\(line): \(run)")
    }

    /// All machines that are on plan and deliver; some are killed on the way.
    func runAll(killsOnePer runs: Int = .max) throws {
        for machine in running {
            let operation =
                Int.random(in: 0..<runs, using: &random) == 0 ? Int.random(in: 1...220, using: &random) : nil
            let run = try antrain("schedule-next", on: machine, killedAt: operation)
            #expect([0, 128 + 9].contains(run.status), "\(machine.name) at \(now): \(run)")
        }
    }

    func advance(by span: TimeSpan) { now = now.adding(span) }

    // MARK: Transport

    private func copy(_ one: Machine, to other: Machine, _ bytes: Data? = nil, as name: String? = nil) throws {
        guard let bytes = bytes ?? one.versions.last else { return }
        let path = "\(other.folder)/\(name ?? one.file)"
        try bytes.write(to: URL(filePath: path), options: .atomic)
        if name == nil, bytes == one.versions.last { arrivals.append((one.name, other.name, now)) }
    }

    /// Brings the file of each machine to each other one that is on: sometimes late, but not twice in a row, sometimes an older version, a part of
    /// it, or a second copy.
    ///
    /// - Parameter woken: machines that were off: they get all files at once.
    func carry(woken: [String] = []) throws {
        for one in running where one !== separated {
            for other in running where other !== one && other !== separated {
                let pair = [one.name, other.name]
                let isReliable = late.remove(pair) != nil || woken.contains(one.name) || woken.contains(other.name)
                let older = one.versions.suffix(5).randomElement(using: &random)
                switch isReliable ? 19 : Int.random(in: 0..<20, using: &random) {
                case 0...3: late.insert(pair)
                case 4:
                    late.insert(pair)
                    try copy(one, to: other, older)
                case 5:
                    late.insert(pair)
                    let bytes = one.versions.last ?? Data()
                    try copy(one, to: other, bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
                case 6:
                    let name = one.file.replacing(".antrain", with: ".sync-conflict-20261123-080000-ABCDEFG.antrain")
                    try copy(one, to: other, older, as: name)
                    try copy(one, to: other)
                default: try copy(one, to: other)
                }
            }
        }
    }

    /// All machines are on and see each other until nothing is new.
    func exchangeEverything() throws {
        separated = nil
        for machine in machines { machine.offUntil = now }
        for _ in 0..<3 {
            for one in machines { for other in machines where one !== other { try copy(one, to: other) } }
            advance(by: .minutes(6))
            for machine in machines {
                let run = try antrain("schedule-next", on: machine)
                #expect(run.status == 0, "\(run)")
            }
        }
    }
}
