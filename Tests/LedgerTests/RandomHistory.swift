import CivilTime
import History
import Ledger
import Planning
import Progress
import Reminders
import SystemPackage
import TestSupport
import Training

/// Actions of every kind at random.
struct RandomHistory {
    let ledger: Ledger

    /// A random action with its events, for a state of the ledger.
    func action(_ random: inout SplitMix64, _ day: Int) throws -> [LedgerEvent] {
        let facts = try ledger.planningFacts(today: monday)
        func pick<Value>(_ values: [Value], _ fallback: Value) -> Value {
            values.randomElement(using: &random) ?? fallback
        }
        let today = monday.adding(days: day)
        let date = today.adding(days: Int.random(in: -3...3, using: &random))
        let program = pick(["a", "b"], "a")
        let workout = OccurrenceKey(.program(program), on: date)
        let number = pick(facts.reminders.map(\.number), 0)
        let entry = try ledger.log().randomElement(using: &random)
        let at = CivilDateTime(
            date: date,
            time: TimeOfDay(secondsFromMidnight: Int.random(in: 6...20, using: &random) * 3600)
        )
        let reminder = UserReminder(
            number: 0,
            title: "Tea \(Int.random(in: 0...9, using: &random))",
            notes: nil,
            at: at,
            rule: .once
        )
        func activation(_ id: String) -> Activation {
            Activation(
                programID: id,
                path: FilePath("/\(id).yaml"),
                start: date,
                source: [UInt8.random(in: 0...9, using: &random)],
                priority: Int.random(in: 0...3, using: &random)
            )
        }
        let sets = try PerformedSet.parse("5x5@\(Int.random(in: 20...90, using: &random))kg", unit: .kilograms)
        let new = LogEntry(
            date: date,
            exercise: "squat",
            name: "Squat",
            workout: LogEntry.Workout(program: program, day: "push", exercise: "squat"),
            sets: sets
        )
        func weight(_ subject: AthleteValue.Subject) throws -> LedgerEvent {
            let typed = try TypedWeight(parsing: "\(Int.random(in: 20...90, using: &random))kg", unit: .kilograms)
            return .valueSet(AthleteValue(subject, typed.weight, typed.unit, on: date))
        }
        let choice = ExerciseChoice(
            exercise: "squat",
            alternative: "leg-press",
            on: date,
            isForOneDay: Bool.random(using: &random)
        )
        let pending = try ledger.pending(limit: 9).map(\.notification).randomElement(using: &random)
        switch Int.random(in: 0..<27, using: &random) {
        case 0: return [.activated(activation(program))]
        case 1: return [.activated(activation(program)), try weight(.load(program: program, exercise: "squat"))]
        case 2 where facts.activations.contains { $0.programID == program }: return [.deactivated(programID: program)]
        // One program takes the place of another.
        case 3 where facts.activations.contains { $0.programID == "a" }:
            return [.deactivated(programID: "a"), .activated(activation("b"))]
        case 4: return [.answered(workout, dayID: "push", .completed), .logged(new)]
        case 5: return [.answered(workout, dayID: "push", .skipped)]
        case 6: return [.answered(workout, dayID: "push", .completed), .chosen(programID: program, choice)]
        case 7: return [.started(workout, dayID: "push")]
        case 8:
            // The order of a dictionary differs in each run.
            let answered = facts.answers.keys.sorted { "\($0)" < "\($1)" }
            return answered.randomElement(using: &random).map { [.unanswered($0)] } ?? []
        case 9: return pending.map { [.cancelled(id: $0.id.rawValue, date: $0.date)] } ?? []
        case 10:
            return pending.map { [.snoozed(id: $0.id.root, date: $0.date, until: $0.instant.adding(.hours(1)))] } ?? []
        case 11: return [.paused(programID: pick([program, nil], nil), from: date, through: date.adding(days: 2))]
        case 12: return [.resumed(programID: pick([program, nil], nil), on: date)]
        case 13: return [.moved(programID: program, from: date, to: date.adding(days: 1))]
        case 14: return [.prioritized(programID: program, Int.random(in: 0...9, using: &random))]
        case 15: return [.chosen(programID: program, choice)]
        case 16:
            return [
                try weight(pick([.oneRepMax(lift: "squat"), .trainingMax(lift: "squat")], .oneRepMax(lift: "row")))
            ]
        case 17: return [.logged(new)]
        case 18: return [.imported([new, new])]
        case 19:
            guard var entry else { return [] }
            entry.sets = sets
            return [.relogged(entry)]
        case 20: return entry.map { [.unlogged($0)] } ?? []
        case 21:
            let thousandths = Int.random(in: 60_000...90_000, using: &random)
            return BodyMeasurement(.weight, thousandths: thousandths, .kilograms, on: date).map { [.measured($0)] }
                ?? []
        case 22: return [.reminderAdded(reminder)]
        case 23: return [.reminderImported(reminder, uid: "1@\(day)"), .reminderImported(reminder, uid: "2@\(day)")]
        case 24: return [.presetAdded(name: "water", [reminder, reminder])]
        case 25 where number != 0:
            return [
                .reminderEdited(
                    UserReminder(number: number, title: "Milk", notes: "warm", at: at, rule: .every(days: 1))
                )
            ]
        case 26 where number != 0: return [.reminderDeleted(number: number)]
        default:
            return number == 0 ? [] : [.answered(OccurrenceKey(.reminder(number), on: date), dayID: "", .completed)]
        }
    }

    /// Each active program has a reminder on each of six days and each of the user's own reminders comes once, unless it was answered,
    /// cancelled or snoozed.
    static func request(_ facts: PlanningSnapshot) -> QueueRequest {
        var planned: [PlannedNotification] = []
        let names = facts.activations.map { (OccurrenceSource.program($0.programID), 7) }
        for (source, hour) in names {
            for day in 0..<6 where facts.answers[OccurrenceKey(source, on: monday.adding(days: day))] == nil {
                planned.append(notification(day, hour: hour, body: source.subject))
            }
        }
        for reminder in facts.reminders
        where facts.answers[OccurrenceKey(.reminder(reminder.number), on: reminder.at.date)] == nil {
            planned.append(
                PlannedNotification(
                    id: NotificationID(rawValue: "reminder/\(reminder.number)/\(reminder.at.date)/0700"),
                    category: .reminder,
                    date: reminder.at.date,
                    fireAt: reminder.at,
                    zone: "UTC",
                    instant: Zone.utc.instant(of: reminder.at),
                    title: reminder.title,
                    body: "",
                    items: []
                )
            )
        }
        let hidden = facts.cancelled.union(facts.snoozes.map(\.original.id))
        var known: Set<NotificationID> = []
        return QueueRequest(
            notifications: planned.filter { !hidden.contains($0.id) && known.insert($0.id).inserted },
            routes: ChannelRoutes(channels: ["console"]),
            zone: .utc,
            grace: .hours(4)
        )
    }

    func commit(_ events: [LedgerEvent], at now: Instant) throws {
        _ = try ledger.commit(events, now: now, today: Zone.utc.civil(at: now).date, plan: Self.request)
    }
}
