import ArgumentParser
import CivilTime
import Planning
import Reminders
import Training
import YAMLSource

/// Prepares data for the benchmarks, and takes measurements that no command provides.
@main
struct Workload: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "antrain-workload",
        abstract: "Makes what antrain's benchmarks measure on.",
        subcommands: [
            MakeProgram.self, FillLedger.self, MeasurePlanning.self, MeasureReminders.self, MeasureDelivery.self,
        ]
    )
}

/// Writes a program file of a given size.
struct MakeProgram: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "program")

    @Option var bytes = 1_000_000

    func run() {
        var days = ""
        var names: [String] = []
        while days.utf8.count < bytes {
            let name = "day-\(names.count)"
            names.append(name)
            days += "  \(name):\n    name: Day \(names.count)\n    duration: 60m\n    exercises:\n"
            for lift in ["Bench Press", "Overhead Press", "Barbell Row", "Squat", "Romanian Deadlift", "Face Pull"] {
                days += "      - {exercise: \(lift), sets: [5 @ 65%, 5 @ 75%, 5+ @ 85%], rest: 3m}\n"
            }
        }
        print(
            "antrain: 1\nid: big\nname: Big\nunits: kg\ndays:\n\(days)schedule:\n  mode: cycle\n  cycle: [\(names.joined(separator: ", "))]"
        )
    }
}

/// Fills a ledger with user reminders, past reminders and sets of the training log.
struct FillLedger: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "fill")

    @Option var ledger: String
    @Option var pending = 10_000
    @Option var past = 100_000
    @Option(help: "How many reminders the user has.") var reminders = 0
    @Option(help: "How many sets the training log has.") var sets = 0
    @Option(help: "When these come again.") var rule = "once"

    func run() throws {
        let fixture = LedgerFixture(path: ledger)
        try fixture.fill(pending: pending, past: past)
        if sets > 0 { try fixture.addSets(sets) }
        if reminders > 0 { try fixture.addReminders(reminders, rule: rule) }
    }
}

/// Plans increasing numbers of years, and prints the days per second.
struct MeasurePlanning: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "plan")

    @Option var years = 10

    func run() throws {
        let text =
            "antrain: 1\nid: p\nname: P\ndays: {a: {exercises: [{exercise: A, sets: 5}]}, b: {exercises: [{exercise: B, sets: 5}]}}\nschedule: {mode: cycle, cycle: [a, rest, b]}\n"
        guard let program = ProgramReader.read(SourceText(path: "p", text: text)).program else { return }
        let zone = try ZoneDatabase.system(environment: [:]).zone(named: "Europe/Berlin")
        var settings = Settings()
        settings.isEnabled = true
        settings.restDays = true
        for span in [years / 10, years] where span > 0 {
            let days = span * 365
            let start = CivilDate(dayNumber: 20_780)
            let active = [ActiveProgram(program: program, start: start, trainingDays: .all, completions: [])]
            let now = zone.instant(of: CivilDateTime(date: start, time: .midnight))
            let clock = ContinuousClock()
            var best = Duration.seconds(1000)
            for _ in 0..<5 {
                let spent = clock.measure {
                    _ =
                        Plan(PlanInput(programs: active, settings: settings, zone: zone, now: now), days: days)
                        .notifications.count
                }
                best = min(best, spent)
            }
            let seconds = Double(best.components.attoseconds) / 1e18 + Double(best.components.seconds)
            print(
                "planning \(days) days: \(Int(seconds * 1e6)) µs, \(Int(Double(days) / seconds)) days a second (at least 100000)"
            )
        }
    }
}
