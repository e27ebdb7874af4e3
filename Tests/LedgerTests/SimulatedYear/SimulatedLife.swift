import CivilTime
import Foundation
import History
import Ledger
import Planning
import Reminders
import SystemPackage
import TestSupport
import Training
import YAMLSource

/// A folder that is deleted with its owner, in memory if possible: other tests cover the disk.
private final class MemoryFolder: Sendable {
    let path: String

    init() throws {
        let base =
            access("/dev/shm", W_OK) == 0
            ? "/dev/shm" : FileManager.default.temporaryDirectory.path(percentEncoded: false)
        path = base + "/antrain-life-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The processes that have the ledger open.
///
/// In a long life, they go on until the next reboot, like daemons, because a new process spends most of its time on preparing
/// statements. In a short life, each step has new processes, like cron jobs.
final class LedgerProcesses {
    private let path: String
    private let areDaemons: Bool
    private var ledgers: [Int: Ledger] = [:]

    init(_ path: String, areDaemons: Bool) {
        self.path = path
        self.areDaemons = areDaemons
    }

    /// The ledger as a process has it open.
    func ledger(of process: Int = 0) throws -> Ledger {
        if let ledger = ledgers[process] { return ledger }
        let ledger = try Ledger(path: FilePath(path))
        if areDaemons { ledgers[process] = ledger }
        return ledger
    }

    func end() { ledgers = [:] }
}

/// A user, a machine with a clock that may be wrong, and a real ledger.
struct SimulatedLife {
    /// What is wrong, and after how many steps.
    struct Problem: CustomStringConvertible {
        let stepsTaken: Int
        let description: String
    }

    let ledgerPath: String
    let processes: LedgerProcesses
    private let folder: MemoryFolder
    private let zones: [Zone]
    private let allPrograms: [ActiveProgram]
    private(set) var programs: [ActiveProgram]
    var settings = Settings()
    var zone: Zone
    /// The true time, and the error of the machine's clock.
    private var truth: Instant
    private var error: Int64 = 0
    private var boot = 1
    private var bootedAt: Instant
    var account = ReminderAccount()

    /// The present according to the machine's clock.
    var now: Instant { truth.adding(.seconds(error)) }
    var today: CivilDate { zone.civil(at: now).date }
    var uptime: Uptime {
        Uptime(boot: "boot-\(boot)", milliseconds: bootedAt.span(until: truth).seconds * 1000 + 1000)
    }

    private static let schedules = [
        "{mode: weekdays, monday: a, wednesday: b, friday: a}", "{mode: cycle, cycle: [a, rest, b, rest]}",
        "{mode: rotation, rotation: [a, b], on: [mon, wed, fri], advance: on-completion}",
        "{mode: weekdays, monday: a, tuesday: b, thursday: a, on-missed: shift}",
    ]

    /// - Parameters:
    ///   - seed: determines the programs and the zone.
    ///   - isLong: whether processes go on from step to step.
    init(seed: UInt64, isLong: Bool) throws {
        var random = SplitMix64(seed: seed)
        folder = try MemoryFolder()
        ledgerPath = folder.path + "/ledger.sqlite"
        processes = LedgerProcesses(ledgerPath, areDaemons: isLong)
        let names = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
        let database = ZoneDatabase.system(environment: [:])
        zones = try names.map { try database.zone(named: $0) }
        zone = zones[Int(seed % 4)]
        let start = CivilDate(dayNumber: 20_780)
        truth = zone.instant(of: CivilDateTime(date: start, time: .midnight))
        bootedAt = truth
        settings.isEnabled = true
        settings.horizon = 3
        let chosen = Self.schedules.shuffled(using: &random).prefix(Int(seed % 2) + 1)
        allPrograms = chosen.enumerated().compactMap { place, schedule in
            let leads = ["", "reminders: [{at: \"06:00\"}, {before: 12h}, {before: 5d}]\n"][place % 2]
            let text =
                "antrain: 1\nid: p\(place)\nname: P\n\(leads)days: {a: {exercises: [{exercise: A, sets: 5}]}, b: {exercises: [{exercise: B, sets: 5}]}}\nschedule: \(schedule)\n"
            return ProgramReader.read(SourceText(path: "p", text: text)).program.map {
                ActiveProgram(program: $0, start: start, trainingDays: .all, completions: [])
            }
        }
        programs = allPrograms
    }

    /// Runs the steps until the first problem.
    ///
    /// - Returns: nil if there is no problem.
    mutating func live(_ steps: [LifeStep]) throws -> Problem? {
        for (place, step) in steps.enumerated() {
            var random = SplitMix64(seed: step.seed)
            let facts = try happen(step.kind, &random)
            try trigger(step.trigger, facts, &random)
            if let problem = account.problem {
                return Problem(stepsTaken: place + 1, description: "after step \(place + 1), \(step): \(problem)")
            }
        }
        // Finally the clock is right, and everything can be accounted for.
        error = 0
        settings.isEnabled = true
        try plan([], processes.ledger())
        try settleAccounts()
        return account.problem.map { Problem(stepsTaken: steps.count, description: "at the end: \($0)") }
    }

    private mutating func happen(_ kind: LifeStep.Kind, _ random: inout SplitMix64) throws -> [LedgerEvent] {
        truth = truth.adding(.seconds(.random(in: 60...900, using: &random)))
        account.isPlanCurrent = false
        switch kind {
        case .pass: truth = truth.adding(.seconds(.random(in: 330...14_000, using: &random)))
        case .sleep: truth = truth.adding(.seconds(.random(in: 86_400...9 * 86_400, using: &random)))
        case .stepClock:
            let steps: [Int64] = [
                -3_000 * 86_400, -40 * 86_400, -86_400, -7_200, -600, 600, 43_200, 3 * 86_400, 27 * 86_400,
            ]
            error += steps[Int.random(in: 0..<steps.count, using: &random)]
        case .correctClock: error = 0
        case .reboot:
            boot += 1
            processes.end()
            bootedAt = truth
        case .fly: zone = zones[Int.random(in: 0..<zones.count, using: &random)]
        default: return try act(kind, &random)
        }
        return []
    }

    /// The user's actions and edits.
    private mutating func act(_ kind: LifeStep.Kind, _ random: inout SplitMix64) throws -> [LedgerEvent] {
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        switch kind {
        case .time: settings.time = TimeOfDay(secondsFromMidnight: Int.random(in: 0..<86_400, using: &random))
        case .days: settings.days = chance(0.5) ? .all : WeekdaySet([.monday, .wednesday, .friday])
        case .followUp: settings.followUp = chance(0.5) ? nil : FollowUpPolicy(after: .minutes(30), atMost: 2)
        case .turnOff: settings.isEnabled = false
        case .turnOn: settings.isEnabled = true
        case .restDays: settings.restDays = chance(0.5)
        case .grace: settings.grace = [.minutes(10), .hours(4), .hours(12)][Int.random(in: 0..<3, using: &random)]
        case .horizon: settings.horizon = Int.random(in: 1...7, using: &random)
        case .channels: settings.channels = chance(0.5) ? ["console"] : ["console", "mail"]
        case .quietHours:
            let hours = [(21, 7), (5, 9), (0, 6)][Int.random(in: 0..<3, using: &random)]
            let (from, to) = (
                TimeOfDay(secondsFromMidnight: hours.0 * 3600), TimeOfDay(secondsFromMidnight: hours.1 * 3600)
            )
            settings.quietHours =
                chance(0.5) ? nil : QuietHours(from: from, to: to, policy: chance(0.7) ? .hold : .silence)
        case .program: programs = chance(0.3) ? Array(allPrograms.dropFirst()) : allPrograms
        case .pause: return [.paused(programID: nil, from: today, through: today.adding(days: 3))]
        case .resume: return [.resumed(programID: nil, on: today)]
        default: return try answer(kind, &random)
        }
        return []
    }

    private func answer(_ kind: LifeStep.Kind, _ random: inout SplitMix64) throws -> [LedgerEvent] {
        let ledger = try processes.ledger()
        let facts = try ledger.planningFacts(today: today)
        let waiting = facts.delivered.map(\.notification).filter {
            $0.leaving(facts.answers) != nil && !$0.items.isEmpty
        }
        switch kind {
        case .answer:
            let coming = request(facts).notifications.first { $0.date == today && !$0.items.isEmpty }
            guard let meant = (waiting.randomElement(using: &random) ?? coming)?.leaving(facts.answers) else {
                return []
            }
            let item = meant.items[0]
            let answer = Bool.random(using: &random) ? Answer.completed : .skipped
            let dayID = if case .workout(let workout) = item { workout.dayID } else { "" }
            return [.answered(OccurrenceKey(item.source, on: meant.date), dayID: dayID, answer)]
        case .snooze:
            guard let meant = waiting.randomElement(using: &random) else { return [] }
            let until = now.adding(.minutes(.random(in: 5...90, using: &random)))
            return [.snoozed(id: meant.id, date: meant.date, until: until)]
        case .undo: return try ledger.lastAction().map { [.undone(batch: $0.batch)] } ?? []
        case .cancel:
            return try ledger.pending(limit: 1).map {
                .cancelled(id: $0.notification.id.rawValue, date: $0.notification.date)
            }
        case .addReminder:
            guard facts.reminders.count < 4 else { return [] }
            let at = CivilDateTime(date: today, time: TimeOfDay(secondsFromMidnight: 32_400))
            return [.reminderAdded(UserReminder(number: 0, title: "Water", notes: nil, at: at, rule: .every(days: 2)))]
        case .deleteReminder: return facts.reminders.first.map { [.reminderDeleted(number: $0.number)] } ?? []
        default: return []
        }
    }

    // MARK: Planning

    func input(_ facts: PlanningSnapshot) -> PlanInput {
        let active = programs.map { program in
            ActiveProgram(
                program: program.program,
                start: program.start,
                trainingDays: TrainingDays(settings.days),
                completions: facts.completions[program.program.id] ?? [],
                skipped: facts.skipped(program.program.id),
                exceptions: facts.exceptions.of(program.program.id)
            )
        }
        return PlanInput(
            programs: active,
            settings: settings,
            zone: zone,
            now: now,
            cancelled: facts.cancelled,
            answers: facts.answers,
            snoozes: facts.snoozes,
            delivered: facts.delivered,
            fates: facts.fates,
            reminders: facts.reminders,
            started: facts.started
        )
    }

    func request(_ facts: PlanningSnapshot) -> QueueRequest {
        let input = input(facts)
        let plan = Plan(input)
        return QueueRequest(
            notifications: plan.notifications,
            routes: ChannelRoutes(channels: settings.channels),
            zone: zone,
            grace: settings.grace,
            end: today.adding(days: settings.horizon),
            overdue: plan.overdue,
            lapsed: plan.lapsed,
            isSettled: input.isSettled
        )
    }
}
