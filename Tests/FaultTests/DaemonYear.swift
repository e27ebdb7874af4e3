import CivilTime
import Foundation
import TestSupport

/// A home in which the real daemon lives through power cuts, flights, sleep and wrong clocks, with cron and a timer next to it.
final class DaemonYear {
    private let folder: TemporaryFolder
    private let home: String
    private let clock: MovingClock
    private let zones = ZoneDatabase.system(environment: [:])
    private(set) var zone: Zone
    private(set) var expected: ExpectedMornings
    private var daemon: BackgroundProgram?
    private var random: SplitMix64
    /// What went wrong.
    private(set) var problems: [String] = []
    /// How often the daemon woke up because of its alarm.
    private(set) var alarms = 0
    /// The processor time of the daemons, in milliseconds.
    private(set) var processorTime = 0
    private(set) var powerCuts = 0
    /// The dates whose delivery a power cut may have interrupted, so that it is made before or after the cut.
    private(set) var interrupted: Set<CivilDate> = []
    private(set) var triggers = 0

    static let time = "07:30"

    /// Makes a home with a program and a reminder for every morning, and starts the daemon.
    init(seed: UInt64, from start: String) throws {
        random = SplitMix64(seed: seed)
        folder = try TemporaryFolder()
        home = folder.path + "/home"
        zone = try zones.zone(named: "Europe/Berlin")
        let now = try Instant(parsing: start, in: zone)
        clock = try MovingClock(in: folder, now: now)
        let time = try TimeOfDay(parsing: DaemonYear.time)
        expected = ExpectedMornings(time: time, first: zone.civil(at: now).date.adding(days: 1))
        try folder.write("notes/.keep", "")
        try folder.write("run/.keep", "")
        try folder.write(
            "home/.config/antrain/settings.yaml",
            """
            enabled: on
            time: \(DaemonYear.time)
            days: all
            rest-days: on
            timezone: Europe/Berlin
            channels: [note, other]
            configure:
              note: {plugin: \(FaultHome.plugin), path: \(folder.path)/notes}
              other: {plugin: \(FaultHome.plugin), path: \(folder.path)/other}

            """
        )
        try folder.write("other/.keep", "")
        for line in ["program activate push-pull-legs", "plugin allow note", "plugin allow other"] {
            try command(line)
        }
        try startDaemon()
    }

    var now: Instant { clock.now }

    private var environment: [String: String] {
        [
            "HOME": home, "TZ": "Europe/Berlin", "PATH": "/usr/bin:/bin", "LOGNAME": "me",
            "XDG_RUNTIME_DIR": folder.path + "/run",
        ].merging(clock.environment) { $1 }
    }

    /// The delivered notifications of a channel, each as `id key`.
    func notes(_ channel: String = "notes") -> [String] {
        ((try? folder.read(channel + "/delivered")) ?? "").split(separator: "\n").map(String.init)
    }

    /// Runs a command as the user does, and lets the daemon notice.
    @discardableResult
    func command(_ line: String) throws -> Finished {
        let finished = try run(
            BuildProducts.ownPath("antrain"),
            line.split(separator: " ").map(String.init),
            environment: environment,
            in: home
        )
        if daemon != nil { try wake(.expiry) }
        return finished
    }

    /// Answers a workout as the user does; the model needs its date.
    func answer(_ line: String) throws {
        let run = try command(line + " --json")
        // There may be nothing to answer.
        guard run.status == 0 else { return }
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        for subject in object?["subjects"] as? [[String: Any]] ?? [] {
            if let date = subject["date"] as? String { expected.answered(try CivilDate(parsing: date)) }
        }
    }

    /// Records a problem with the time.
    func note(_ problem: String) { problems.append("\(zone.civil(at: now)) \(zone.identifier): \(problem)") }

    /// Whether today's reminder was due; the user answers afterwards, so that an answer cancels nothing.
    var wasRemindedToday: Bool { expected.fates[zone.civil(at: now).date] != nil }

    // MARK: The machine

    private func startDaemon() throws {
        daemon = try BackgroundProgram(
            BuildProducts.ownPath("antrain"),
            ["daemon"],
            environment: uncounted(environment),
            log: folder.path + "/daemon.log"
        )
        try waitUntilQuiet()
        try expireAlarms()
        expected.runs(from: now, through: now, in: zone)
    }

    private func waitUntilQuiet() throws {
        let isQuiet = eventually(true, within: 300) { clock.isQuiet || daemon?.ending(within: 0) != nil }
        guard isQuiet, daemon?.ending(within: 0) == nil else {
            throw ProgramFailure(message: "\(zone.civil(at: now)): the daemon hangs or ended: \(log)")
        }
    }

    /// The daemon's messages.
    var log: String { (try? folder.read("daemon.log")) ?? "" }

    private func wake(_ event: MovingClock.Event) throws {
        clock.signal(event)
        try waitUntilQuiet()
        try expireAlarms()
    }

    /// Lets alarms expire whose time has come, as the kernel does, also if the daemon sets them when it is too late.
    private func expireAlarms() throws {
        var rounds = 0
        while let alarm = clock.alarm, alarm <= now {
            rounds += 1
            guard rounds < 20 else { throw ProgramFailure(message: "\(zone.civil(at: now)): the daemon does not rest") }
            clock.signal(.expiry)
            try waitUntilQuiet()
        }
    }

    /// Lets time pass until an instant; at each alarm of the daemon, cron or a timer may run as well.
    func advance(to end: Instant) throws {
        var begin = now
        var rounds = 0
        while let alarm = clock.alarm, alarm <= end {
            rounds = alarm <= now ? rounds + 1 : 0
            guard rounds < 20 else { throw ProgramFailure(message: "\(zone.civil(at: now)): the daemon does not rest") }
            clock.now = max(now, alarm)
            expected.runs(from: begin, through: now, in: zone)
            begin = now
            alarms += 1
            try wakeWithOthers()
        }
        clock.now = end
        expected.runs(from: begin, through: end, in: zone)
    }

    /// The daemon wakes up while cron's and the timer's commands run.
    private func wakeWithOthers() throws {
        let lines =
            [[], ["deliver"], ["schedule-next"], ["schedule-next", "deliver"]].randomElement(using: &random) ?? []
        let others = try lines.map { line in
            try BackgroundProgram(
                BuildProducts.ownPath("antrain"),
                [line],
                environment: uncounted(environment),
                log: folder.path + "/triggers.log"
            )
        }
        clock.signal(.expiry)
        // A reminder that was missed because a power cut interrupted its delivery is a fault for two days.
        let today = zone.civil(at: now).date
        let mayBeUnhealthy = interrupted.contains { (0...3).contains($0.days(until: today)) }
        for other in others {
            let status = other.ending(within: 300)
            if status != 0, !(mayBeUnhealthy && status == 69) {
                note("a trigger ended with \(status.map(String.init) ?? "no status"): \(triggerLog)")
            }
        }
        triggers += others.count
        try waitUntilQuiet()
    }

    /// The messages of cron's and the timer's commands.
    var triggerLog: String { (try? folder.read("triggers.log")) ?? "" }

    /// The power fails while the daemon sleeps, or while it delivers the next reminder, and comes back after a time.
    func cutPower(for span: TimeSpan, duringDelivery: Bool) throws {
        guard let process = daemon?.process else { return }
        if duringDelivery, let alarm = nextMorning() {
            try advance(to: alarm.subtracting(.seconds(1)))
            clock.now = alarm
            clock.signal(.expiry)
            usleep(useconds_t.random(in: 0...100_000, using: &random))
            interrupted.insert(zone.civil(at: alarm).date)
        }
        addProcessorTime(of: process)
        kill(process, SIGKILL)
        _ = daemon?.ending()
        powerCuts += 1
        clock.now = now.adding(span)
        try clock.reboot()
        try startDaemon()
    }

    /// The time of the next morning's reminder.
    private func nextMorning() -> Instant? {
        guard let time = try? TimeOfDay(parsing: DaemonYear.time) else { return nil }
        let today = zone.civil(at: now).date
        return [today, today.adding(days: 1)].map { zone.instant(of: CivilDateTime(date: $0, time: time)) }
            .first { $0 > now }
    }

    private func addProcessorTime(of process: pid_t) {
        let fields =
            ((try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? "")
            .split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return }
        processorTime += (user + system) * 1000 / max(1, sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The machine sleeps; the kernel reports a changed clock when it wakes up.
    func sleep(for span: TimeSpan) throws {
        clock.now = now.adding(span)
        try wake(.clockSet)
        expected.runs(from: now, through: now, in: zone)
    }

    /// The clock is wrong for a while, then right again.
    func jump(by span: TimeSpan, for duration: TimeSpan) throws {
        let right = now
        clock.now = right.adding(span)
        try wake(.clockSet)
        if span < TimeSpan(seconds: 0) { expected.wasSetBack(to: now, in: zone) }
        expected.runs(from: now, through: now, in: zone)
        try advance(to: now.adding(duration))
        clock.now = right.adding(duration)
        try wake(.clockSet)
        if span > TimeSpan(seconds: 0) { expected.wasSetBack(to: now, in: zone) }
        expected.runs(from: now, through: now, in: zone)
    }

    /// The user travels.
    func travel(to name: String) throws {
        let there = try zones.zone(named: name)
        zone = there
        let changed = try command("settings timezone \(name)")
        if changed.status != 0 { note("settings: \(changed)") }
        expected.runs(from: now, through: now, in: zone)
    }

    /// Stops the daemon as a user does.
    func stop() throws {
        guard let process = daemon?.process else { return }
        addProcessorTime(of: process)
        kill(process, SIGTERM)
        if daemon?.ending() != 0 { note("the daemon did not end: \(log)") }
        daemon = nil
    }
}
