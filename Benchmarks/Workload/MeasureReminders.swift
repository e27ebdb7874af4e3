import ArgumentParser
import CivilTime
import Planning
import Reminders

/// Plans a week with many user reminders, and compares the plan with the queue.
struct MeasureReminders: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reminders")

    @Option var count = 10_000

    func run() throws {
        let zone = try ZoneDatabase.system(environment: [:]).zone(named: "Europe/Berlin")
        let start = CivilDate(dayNumber: 20_780)
        let now = zone.instant(of: CivilDateTime(date: start, time: .midnight))
        var settings = Settings()
        settings.isEnabled = true
        for rule in ["once", "weekly:mon,thu", "daily"] {
            let repetition = try RepeatRule(parsing: rule)
            let reminders = (0..<count).map { number in
                UserReminder(
                    number: Int64(number + 1),
                    title: "Reminder \(number)",
                    notes: nil,
                    at: UserReminder.spread(number, from: start),
                    rule: repetition
                )
            }
            func plan() -> Plan {
                Plan(PlanInput(programs: [], settings: settings, zone: zone, now: now, reminders: reminders))
            }
            let queue = plan().notifications
            var (best, kept) = (Duration.seconds(1000), 0)
            for _ in 0..<10 {
                let spent = ContinuousClock().measure {
                    kept = QueueDifference(desired: plan().notifications, pending: queue, now: now).kept.count
                }
                best = min(best, spent)
            }
            let milliseconds = Double(best.components.attoseconds) / 1e15 + Double(best.components.seconds) * 1000
            print("planning \(count) reminders, \(rule): \(kept) notifications in \(Int(milliseconds)) ms")
        }
    }
}

extension UserReminder {
    /// The first date and time of a reminder: they are spread over a week.
    static func spread(_ number: Int, from start: CivilDate) -> CivilDateTime {
        let minute = 6 * 60 + number / 7 % (16 * 60)
        return CivilDateTime(
            date: start.adding(days: number % 7),
            time: TimeOfDay(secondsFromMidnight: minute * 60)
        )
    }
}
