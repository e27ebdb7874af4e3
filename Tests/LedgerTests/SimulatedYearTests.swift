import CivilTime
import Foundation
import Ledger
import Reminders
import TestSupport
import Testing
import Training
import YAMLSource

/// A year of someone's life in a minute: random programs, settings, answers, sleeps, clock jumps and crashes on a real ledger.
@Suite struct SimulatedYearTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func nothingIsLostNorSentTwiceNorSentForNothing(seed: UInt64) throws {
        var life = try SimulatedLife(seed: seed)
        try life.live(days: 365)
        #expect(life.sent.count > 50, "too little happened to say anything")
    }
}

private struct SimulatedLife {
    struct Sent {
        let key: String
        let at: Instant
    }

    private let folder: TemporaryFolder
    private let zone: Zone
    private let programs: [ActiveProgram]
    private var random: SplitMix64
    private var ledger: Ledger
    private var settings: Settings
    private var now: Instant
    /// The latest that the clock has shown.
    private var latest: Instant
    private var pending: [PlannedNotification] = []
    private(set) var sent: [NotificationID: [Sent]] = [:]

    private static let schedules = [
        "{mode: weekdays, monday: a, wednesday: b, friday: a}", "{mode: cycle, cycle: [a, rest, b, rest]}",
        "{mode: rotation, rotation: [a, b], on: [mon, wed, fri], advance: on-completion}",
        "{mode: weekdays, monday: a, tuesday: b, thursday: a, on-missed: shift}",
    ]

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        folder = try TemporaryFolder()
        ledger = try Ledger(path: folder.path + "/ledger.sqlite")
        let names = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
        zone = try ZoneDatabase.system(environment: [:]).zone(named: names[Int(seed) % names.count])
        let start = CivilDate(dayNumber: 20_780)
        now = zone.instant(of: CivilDateTime(date: start, time: .midnight))
        latest = now
        settings = Settings()
        settings.isEnabled = true
        settings.horizon = 3
        let chosen = Self.schedules.shuffled(using: &random).prefix(Int(seed % 2) + 1)
        programs = try chosen.enumerated().map { place, schedule in
            let leads = ["", "reminders: [{at: \"06:00\"}, {before: 12h}, {before: 5d}]\n"][place % 2]
            let text =
                "antrain: 1\nid: p\(place)\nname: P\n\(leads)days: {a: {exercises: [{exercise: A, sets: 5}]}, b: {exercises: [{exercise: B, sets: 5}]}}\nschedule: \(schedule)\n"
            let program = try #require(ProgramReader.read(SourceText(path: "p", text: text)).program)
            return ActiveProgram(program: program, start: start, completions: [])
        }
    }

    mutating func live(days: Int) throws {
        let end = now.adding(.days(Int64(days)))
        while now < end {
            pass()
            try plan(try act())
            try deliver()
            // Every process is a new one, and some end in the middle.
            if chance(0.05) { ledger = try Ledger(path: ledger.path) }
        }
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    private mutating func pass() {
        let seconds: Int64 =
            chance(0.01)
            ? Int64.random(in: 86_400...9 * 86_400, using: &random)
            : chance(0.01)
                ? -Int64.random(in: 60...7200, using: &random) : Int64.random(in: 330...36_000, using: &random)
        now = now.adding(.seconds(seconds))
        latest = max(latest, now)
    }

    private var today: CivilDate { zone.civil(at: now).date }

    private func input(_ facts: PlanningFacts) -> PlanInput {
        let active = programs.map { program in
            ActiveProgram(
                program: program.program,
                start: program.start,
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
            reminders: facts.reminders
        )
    }

    private func request(_ facts: PlanningFacts) -> QueueRequest {
        QueueRequest(
            notifications: Plan(input(facts)).notifications,
            routes: ChannelRoutes(channels: ["console"]),
            zone: zone,
            grace: settings.grace,
            end: today.adding(days: settings.horizon)
        )
    }

    /// What the user does, if anything.
    private mutating func act() throws -> [LedgerFact] {
        let facts = try ledger.planningFacts(today: today)
        let waiting = facts.delivered.map(\.notification).filter {
            $0.leaving(facts.answers) != nil && !$0.items.isEmpty
        }
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<8:
            let coming = request(facts).notifications.first { $0.date == today && !$0.items.isEmpty }
            guard let meant = (waiting.randomElement(using: &random) ?? coming)?.leaving(facts.answers) else {
                return []
            }
            let item = meant.items[0]
            let answer = chance(0.8) ? Answer.completed : .skipped
            return [.answered(WorkoutKey(programID: item.programID, date: meant.date), dayID: item.dayID, answer)]
        case 8..<12:
            guard let meant = waiting.randomElement(using: &random) else { return [] }
            let until = now.adding(.minutes(Int64.random(in: 5...90, using: &random)))
            return [.snoozed(id: meant.id, date: meant.date, until: until)]
        case 12: return try ledger.lastAction().map { [.undone(batch: $0.batch)] } ?? []
        case 13: settings.time = TimeOfDay(secondsFromMidnight: Int.random(in: 0..<86_400, using: &random))
        case 14: settings.days = chance(0.5) ? .all : WeekdaySet([.monday, .wednesday, .friday])
        case 15: settings.followUp = chance(0.5) ? nil : FollowUpPolicy(after: .minutes(30), atMost: 2)
        case 16: settings.isEnabled = chance(0.8)
        case 17: settings.restDays = chance(0.5)
        case 18: return [.paused(programID: nil, from: today, through: today.adding(days: 3))]
        case 19: return [.resumed(programID: nil, on: today)]
        case 21:
            let hours = [(21, 7), (5, 9), (0, 6)].randomElement(using: &random).map { from, to in
                (TimeOfDay(secondsFromMidnight: from * 3600), TimeOfDay(secondsFromMidnight: to * 3600))
            }
            let policy = chance(0.7) ? QuietHours.Policy.hold : .silence
            settings.quietHours = chance(0.5) ? nil : hours.map { QuietHours(from: $0, to: $1, policy: policy) }
        case 20:
            let at = CivilDateTime(date: today, time: TimeOfDay(secondsFromMidnight: 32_400))
            guard facts.reminders.count < 4 else { return [.reminderDeleted(number: facts.reminders[0].number)] }
            return [
                .reminderAdded(UserReminder(number: 0, title: "Water", notes: nil, at: at, rule: .every(days: 2)))
            ]
        default: break
        }
        return []
    }

    private mutating func plan(_ facts: [LedgerFact]) throws {
        let due = pending.filter { $0.instant <= now }
        _ = try ledger.commit(facts, now: now, today: today, plan: request)
        if chance(0.1) {
            let again = try ledger.commit(now: now, today: today, plan: request)
            #expect(again.isEmpty, "planning again changed something")
        }
        let unsent = due.filter { sent[$0.id] == nil }
        let known = unsent.isEmpty ? nil : try ledger.planningFacts(today: today)
        let wanted = Set(known.map { request($0).notifications.map(\.id) } ?? [])
        for notification in unsent where wanted.contains(notification.id) {
            let isKept = try ledger.pending(notification.id.rawValue) != nil
            // What was too late once stays so when the clock is set back.
            let isTooLate =
                notification.instant.adding(settings.grace) < latest
                || zone.civil(at: notification.instant).date < zone.civil(at: latest).date
            #expect(isKept || isTooLate, "\(notification.id) is lost at \(zone.civil(at: now))")
        }
        pending = try ledger.pending(limit: 1000).map(\.notification)
    }

    private mutating func deliver() throws {
        let facts = try ledger.planningFacts(today: today)
        let present = input(facts)
        let attempts = try ledger.leaseDue(now: now, for: .minutes(5), grace: settings.grace, zone: zone).attempts
        for attempt in attempts {
            let notification = attempt.notification
            #expect(settings.isEnabled, "\(notification.id) was sent with reminders off")
            #expect(notification.leaving(facts.answers) != nil, "\(notification.id) was sent and has its answer")
            #expect(present.open(notification) != nil, "\(notification.id) was sent and its workout is gone")
            if notification.category == .workout, notification.id.root == notification.id {
                #expect(settings.days.contains(notification.date.weekday), "\(notification.id) was sent on a day off")
            }
            if chance(0.05) { continue }  // the process died before it sent anything
            if chance(0.1) {
                try ledger.record(.retry(at: now.adding(.minutes(10)), reason: "busy"), of: attempt, now: now)
                continue
            }
            sent[notification.id, default: []].append(Sent(key: attempt.key, at: now))
            #expect(Set(sent[notification.id]?.map(\.key) ?? []).count == 1, "\(notification.id) has two keys")
            if chance(0.05) { continue }  // it died before it could say so
            try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: now)
        }
    }
}
