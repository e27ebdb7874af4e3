import CivilTime
import Foundation
import TestSupport
import Testing

/// A month of mornings on three machines of one person, with the real program: clocks differ by up to a day and step, machines are off or
/// separated, files arrive late, torn, repeated or in the wrong order, and processes are killed at any of their file operations.
@Suite struct SeveralMachinesTests {
    /// A time in which a reminder may be sent twice, as the guide says: machines do not see each other, or a clock is set.
    private struct Exception {
        let from: Instant
        let until: Instant
    }

    /// What happens in a month.
    private struct Course {
        var steps: [(machine: Int, at: Instant, lead: TimeSpan)] = []
        var separation: (machine: Int, from: Instant, until: Instant)?
        var exceptions: [Exception] = []

        init(from start: Instant, days: Int, leads: [TimeSpan], _ random: inout SplitMix64) {
            let rest = TimeSpan.seconds(SeveralMachines.patience.seconds + 7200)
            func moment() -> Instant {
                start.adding(.minutes(Int64.random(in: 1440...Int64(days) * 1440, using: &random)))
            }
            for (machine, former) in leads.enumerated() where Bool.random(using: &random) {
                let step = (machine, moment(), TimeSpan.minutes(Int64.random(in: -720...720, using: &random)))
                steps.append(step)
                let size = TimeSpan.seconds(abs(step.2.seconds - former.seconds))
                exceptions.append(Exception(from: step.1, until: step.1.adding(size).adding(rest)))
            }
            if Bool.random(using: &random) {
                let begin = moment()
                let end = begin.adding(.hours(Int64.random(in: 7...40, using: &random)))
                separation = (Int.random(in: leads.indices, using: &random), begin, end)
                exceptions.append(Exception(from: begin, until: end.adding(rest)))
            }
        }
    }

    private static let lines = [
        "done", "done", "skip", "undo", "undo", "redo", "snooze --for 1h", "settings grace 3h", "settings grace 4h",
        "measure weight 80kg", "log squat 3x5@80kg", "reminder add Tea --in 5h", "reminder add Milk --in 26h",
        "pause --until tomorrow", "resume", "move tomorrow 2026-12-24", "sync deliver",
    ]

    @Test(arguments: Share.of(1...200 as ClosedRange<UInt64>, 1, "months on several machines"))
    func everyReminderIsAccountedFor(seed: UInt64) throws {
        let days = Share.isWhole ? 30 : 5
        let start = Instant(secondsSinceEpoch: 1_795_374_000)
        let world = try SeveralMachines(seed: seed, from: start)
        var random = SplitMix64(seed: seed ^ 0x5EED)
        var course = Course(from: start, days: days, leads: world.machines.map(\.lead), &random)
        let end = start.adding(.days(Int64(days)))
        let files = world.machines.map(\.file)
        var off: Set<String> = []
        while world.now < end {
            while let step = course.steps.first(where: { $0.at <= world.now }) {
                world.machines[step.machine].lead = step.lead
                course.steps.removeAll { $0.at == step.at }
            }
            let separation = course.separation.flatMap { $0.from <= world.now && world.now < $0.until ? $0 : nil }
            world.separated = separation.map { world.machines[$0.machine] }
            // One machine is always on.
            if world.running.count > 1, Int.random(in: 0..<40, using: &random) == 0 {
                let machine = try #require(world.running.randomElement(using: &random))
                machine.offUntil = world.now.adding(.minutes(Int64.random(in: 60...900, using: &random)))
            }
            let woken = off.filter { name in world.running.contains { $0.name == name } }
            off = Set(world.machines.filter { !world.isOn($0) }.map(\.name))
            try world.carry(woken: Array(woken))
            try world.runAll(killsOnePer: 30)
            try world.carry()
            if Int.random(in: 0..<8, using: &random) == 0, let machine = world.running.randomElement(using: &random) {
                let line = try #require(Self.lines.randomElement(using: &random))
                let operation =
                    Int.random(in: 0..<10, using: &random) == 0 ? Int.random(in: 1...200, using: &random) : nil
                let run = try world.antrain(line, on: machine, killedAt: operation)
                #expect(run.status != 70, "\(line): \(run)")
                if line == "sync deliver" {
                    // Machines run and files are copied less than every half hour.
                    course.exceptions.append(Exception(from: world.now, until: world.now.adding(.hours(8))))
                }
            }
            let hour = Zone.utc.civil(at: world.now).time.hour
            world.advance(by: .minutes(hour < 5 || hour > 20 ? 120 : 30))
        }
        let sent = world.messages
        try check(sent, course.exceptions, world)
        // All clocks are right again.
        for machine in world.machines { machine.lead = .minutes(0) }
        world.advance(by: .days(2))
        try world.exchangeEverything()
        try checkEquality(world)
        try checkFates(sent, world)
        #expect(world.machines.map(\.file) == files)
    }

    /// No reminder is sent twice, except when the guide says so, or when the process is killed that sent it; then the key is the same.
    private func check(_ sent: [SeveralMachines.Message], _ exceptions: [Exception], _ world: SeveralMachines) throws {
        // Reminders of the user's own have other IDs on each machine.
        let reminders = Dictionary(grouping: sent) { $0.id.hasPrefix("workout/") ? $0.id : $0.key }
        for (name, messages) in reminders where messages.count > 1 {
            let first = messages[0]
            for later in messages.dropFirst() {
                let isException = exceptions.contains { $0.from <= later.at && later.at <= $0.until }
                let wasKilled = world.kills.contains { $0.machine == first.machine && $0.at == first.at }
                // A machine that went off after it had sent the reminder could not report that.
                let couldKnow = world.arrivals.contains {
                    $0.from == first.machine && $0.to == later.machine && first.at <= $0.at && $0.at < later.at
                }
                #expect(
                    isException || (later.key == first.key && (wasKilled || !couldKnow)),
                    "\(name): \(messages)"
                )
            }
        }
    }

    /// All machines have the same history, plan and shared settings, and intact ledgers.
    private func checkEquality(_ world: SeveralMachines) throws {
        let lines = [
            "next", "log list --limit 500", "measure weight", "reminder list", "undo --list", "settings grace",
        ]
        for line in lines {
            let outputs = try world.machines.map { machine in
                var output = try world.antrain(line + " --json", on: machine).output
                // The numbers of rows and the folders of machines differ.
                output.replace(#/"number" : \d+|reminder/\d+/#, with: "")
                output.replace(machine.home.path, with: "")
                // Reminders are listed by their numbers.
                let lines = output.split(separator: "\n").map(String.init)
                return line == "reminder list" ? lines.sorted() : lines
            }
            for (machine, output) in zip(world.machines, outputs).dropFirst() {
                #expect(output.difference(from: outputs[0]).isEmpty, "\(line) on \(machine.name)")
            }
        }
        for machine in world.machines {
            let checked = try world.antrain("doctor --files", on: machine)
            #expect(checked.status == 0, "\(machine.name): \(checked)")
        }
    }

    /// Each reminder of a workout was sent, or each machine has recorded why not.
    private func checkFates(_ sent: [SeveralMachines.Message], _ world: SeveralMachines) throws {
        let ids = Set(sent.map(\.id))
        for machine in world.machines {
            let history = try world.json("history --limit 5000", on: machine)
            let all = try #require(history["notifications"] as? [[String: Any]])
            for one in all {
                let id = one["id"] as? String ?? ""
                guard id.hasPrefix("workout/"), one["state"] as? String == "delivered" else { continue }
                #expect(ids.contains(id), "\(machine.name) claims \(id)")
            }
        }
    }
}
