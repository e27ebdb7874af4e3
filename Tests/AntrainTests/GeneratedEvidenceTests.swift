import CivilTime
import Foundation
import Ledger
import Planning
import Platform
import Reminders
import Session
import TestSupport
import Testing

/// Generated days with two workouts each, some of which are logged, imported, recorded or answered: which count as done, by a model that
/// knows only what was planned and what was done.
@Suite struct GeneratedEvidenceTests {
    /// 40 lives of 25 days.
    @Test(arguments: Share.of(1...40 as ClosedRange<UInt64>, 2, "days with evidence"))
    func noWorkoutIsClosedOrLeftOpenWrongly(seed: UInt64) throws {
        var life = try EvidenceLife(seed: seed)
        for day in 0..<25 { try life.live(day) }
        #expect(life.closed > 10 && life.open > 2, "\(life.closed) closed, \(life.open) open")
    }
}

/// What was planned and done.
private struct EvidenceLife {
    /// An exercise, its planned sets, and what one set is.
    private struct Slot {
        let exercise: String
        let name: String
        let sets: Int
        let set: String
        var isOptional = false
    }

    private struct Workout: Hashable {
        let program: String
        let day: Int
    }

    private static let slots = [
        "gym": [
            Slot(exercise: "squat", name: "Squat (Barbell)", sets: 3, set: "5@60"),
            Slot(exercise: "bench-press", name: "Bench Press (Barbell)", sets: 2, set: "8@40"),
            Slot(exercise: "biceps-curl", name: "Biceps Curl", sets: 2, set: "10@10", isOptional: true),
        ], "run": [Slot(exercise: "run", name: "Run", sets: 3, set: "400m")],
    ]
    private static let zones = ["Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"]
    private static let first = try! CivilDate(parsing: "2026-09-01")

    private let stage: CommandStage
    private let zone: Zone
    private var random: SplitMix64
    private var logged: [Workout: [String: Int]] = [:]
    private var answers: [Workout: Answer] = [:]
    private(set) var closed = 0
    private(set) var open = 0

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        let name = Self.zones[Int(seed) % Self.zones.count]
        zone = try ZoneDatabase.system(environment: [:]).zone(named: name)
        stage = try CommandStage(now: "2026-08-31T12:00")
        for (program, slots) in Self.slots {
            let exercises = slots.map { slot in
                let sets = slot.set.hasSuffix("m") ? "\(slot.sets)x\(slot.set)" : "\(slot.sets)x\(slot.set)kg"
                return "{exercise: \(slot.exercise), sets: \(sets)\(slot.isOptional ? ", optional: true" : "")}"
            }
            try stage.write(
                "\(program).yaml",
                """
                antrain: 1
                id: \(program)
                name: \(program)
                days: {day: {name: Day, exercises: [\(exercises.joined(separator: ", "))]}}
                schedule: {mode: cycle, cycle: [day]}

                """
            )
        }
        try stage.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: \"18:00\"\ntimezone: \(name)\nevidence: {folder: ~/activities}\n"
        )
        try stage.write("activities/.keep", "")
        for program in Self.slots.keys.sorted() {
            try run("program activate \(program).yaml --start \(Self.first) --add", "2026-08-31T12:00")
        }
    }

    @discardableResult
    private func run(_ line: String, _ now: String) throws -> CommandStage.Run {
        let run = try stage.run(line, now: Instant(parsing: now, in: zone).description)
        #expect(run.status == .success, "\(now) \(line): \(run.output)\(run.messages)")
        return run
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// A day: workouts are done in one of several ways, in the evening; then the night ends.
    mutating func live(_ day: Int) throws {
        let date = Self.first.adding(days: day)
        for (minute, program) in Self.slots.keys.sorted().enumerated() {
            try train(Workout(program: program, day: day), on: date, at: "\(date)T19:\(10 + 20 * minute)")
        }
        try check(date, at: "\(date)T22:00")
        let next = date.adding(days: 1)
        try run("schedule-next", "\(next)T03:59")
        try check(date, at: "\(next)T03:59", "before the end of the night")
        try run("schedule-next", "\(next)T04:00")
        try check(date, at: "\(next)T04:00", isNight: false)
        for program in Self.slots.keys {
            if isDone(Workout(program: program, day: day), isNight: false) { closed += 1 } else { open += 1 }
        }
    }

    private mutating func train(_ workout: Workout, on date: CivilDate, at time: String) throws {
        let slots = Self.slots[workout.program] ?? []
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return
        case 1:
            answers[workout] = .completed
            try run("done --date \(date) --program \(workout.program)", time)
            // It logs what is planned.
            logged[workout] = [:]
        case 2:
            answers[workout] = .skipped
            try run("skip --date \(date) --program \(workout.program)", time)
        case 3 where workout.program == "gym": try importLog(workout, on: date, at: time)
        case 3,
            4 where workout.program == "run":
            try record(workout, on: date, at: time)
        default:
            for slot in slots where chance(slot.isOptional ? 30 : 85) {
                let count = chance(70) ? slot.sets : Int.random(in: 1...slot.sets + 1, using: &random)
                let sets = Array(repeating: slot.set, count: count).joined(separator: ",")
                let kind = chance(8) ? " --warm-up" : ""
                // Load and exercise decide where it belongs, whatever the clock shows.
                try run("log \(slot.exercise) \(sets) --date \(date) --program \(workout.program)\(kind)", time)
                if chance(10) {
                    try run("undo", time)
                } else if kind.isEmpty {
                    logged[workout, default: [:]][slot.exercise, default: 0] += count
                }
            }
        }
    }

    /// A file of another app, which is imported twice.
    private mutating func importLog(_ workout: Workout, on date: CivilDate, at time: String) throws {
        var lines = ["Date,Workout Name,Exercise Name,Set Order,Weight (kg),Reps"]
        for slot in Self.slots[workout.program] ?? [] where chance(90) {
            let count = chance(80) ? slot.sets : 1
            let parts = slot.set.split(separator: "@")
            for set in 1...count { lines.append("\(date) 18:00:00,A,\(slot.name),\(set),\(parts[1]),\(parts[0])") }
            logged[workout, default: [:]][slot.exercise, default: 0] += count
        }
        guard lines.count > 1 else { return }
        try stage.write("log.csv", lines.joined(separator: "\n") + "\n")
        for _ in 0..<2 { try run("log import log.csv --apply", time) }
    }

    /// A recorded run: complete, cut off, of another kind or of another day.
    private mutating func record(_ workout: Workout, on date: CivilDate, at time: String) throws {
        let laps = chance(70) ? 3 : 1
        var start = zone.instant(of: CivilDateTime(date: date, time: TimeOfDay(secondsFromMidnight: 600)))
        var sport = "Running"
        var isOwn = true
        switch Int.random(in: 0..<6, using: &random) {
        case 0: (sport, isOwn) = ("Biking", false)
        // An hour earlier is the day before, whatever the date in UTC is.
        case 1: (start, isOwn) = (start.subtracting(.hours(1)), false)
        default: break
        }
        let lap =
            "<Lap StartTime=\"\(start)\"><TotalTimeSeconds>100</TotalTimeSeconds><DistanceMeters>400</DistanceMeters></Lap>"
        let text = """
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
            <Activity Sport="\(sport)"><Id>\(start)</Id>\(String(repeating: lap, count: laps))</Activity>
            </Activities></TrainingCenterDatabase>
            """
        if chance(20) {
            try stage.write("activities/\(date).tcx", String(text.dropLast(40)))
        } else {
            try stage.write("activities/\(date).tcx", text)
            if chance(30) { try stage.write("activities/\(date)-copy.tcx", text) }
            // The run of the day before can still be open.
            let meant = isOwn ? workout : Workout(program: workout.program, day: workout.day - 1)
            let isOpen = answers[meant] == nil && logged[meant] == nil
            if sport == "Running", meant.day >= 0, isOpen {
                // 400 m are one of three sets, if the laps do not say more.
                logged[meant] = ["run": laps]
            }
        }
        try run("schedule-next", time)
    }

    private func isDone(_ workout: Workout, isNight: Bool) -> Bool {
        if let answer = answers[workout] { return answer == .completed }
        let required = (Self.slots[workout.program] ?? []).filter { !$0.isOptional }
        let counts = required.map { (logged[workout]?[$0.exercise] ?? 0, planned: $0.sets) }
        return counts.allSatisfy { $0 >= $1 } || (!isNight && counts.allSatisfy { $0.0 > 0 })
    }

    private func check(_ date: CivilDate, at time: String, _ what: String = "", isNight: Bool = true) throws {
        try run("today", time)
        let facts = try Store(try stage.workspace()).session.facts
        for program in Self.slots.keys {
            for (back, isOver) in [(0, !isNight), (1, true)] where date.adding(days: -back) >= Self.first {
                let day = date.adding(days: -back)
                let workout = Workout(program: program, day: Self.first.days(until: day))
                let answer = facts.answers[OccurrenceKey(.program(program), on: day)]
                let expected: Answer? =
                    answers[workout] == .skipped
                    ? .skipped : isDone(workout, isNight: !isOver) ? .completed : nil
                let done = logged[workout].map { "\($0)" } ?? "nothing"
                #expect(answer == expected, "\(program) of \(day) at \(time) in \(zone.identifier): \(done) \(what)")
            }
        }
    }
}
