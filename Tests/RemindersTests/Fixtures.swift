import CivilTime
import Planning
import Reminders
import Testing
import Training
import YAMLSource

let zones = ZoneDatabase.system(environment: [:])

func date(_ text: String) throws -> CivilDate { try CivilDate(parsing: text) }
func time(_ text: String) throws -> TimeOfDay { try TimeOfDay(parsing: text) }

/// A program on weekdays, by default `monday: push, wednesday: pull, friday: legs`.
func program(
    _ id: String = "ppl",
    schedule: String = "{mode: weekdays, monday: push, wednesday: pull, friday: legs}",
    reminders: String = "[]",
    names: [String] = ["push", "pull", "legs"],
    times: [String: String] = [:]
) throws -> Program {
    let days = names.map { name in
        "  \(name): {\(times[name].map { "time: \"\($0)\", " } ?? "")exercises: [{exercise: A, sets: 5}]}\n"
    }.joined()
    let extra = reminders == "[]" ? "" : "reminders: \(reminders)\n"
    let text = "antrain: 1\nid: \(id)\nname: \(id)\n\(extra)days:\n\(days)schedule: \(schedule)\n"
    let reading = ProgramReader.read(SourceText(path: "p.yaml", text: text))
    return try #require(reading.program, "\(reading.diagnostics.items)")
}

/// Settings with reminders on at 07:30 and without details.
func settings(_ change: (inout Settings) -> Void = { _ in }) -> Settings {
    var settings = Settings()
    settings.isEnabled = true
    settings.time = TimeOfDay(secondsFromMidnight: 27_000)
    settings.showsDetails = false
    change(&settings)
    return settings
}

/// The input of a plan.
func input(
    _ programs: [Program],
    settings: Settings = settings(),
    zone: String = "Europe/Berlin",
    now: String,
    start: String = "2026-11-23",
    cancelled: Set<NotificationID> = []
) throws -> PlanInput {
    let zone = try zones.zone(named: zone)
    return PlanInput(
        programs: try programs.map {
            ActiveProgram(
                program: $0,
                start: try date(start),
                trainingDays: TrainingDays(settings.days),
                completions: []
            )
        },
        settings: settings,
        zone: zone,
        now: try Instant(parsing: now, in: zone),
        cancelled: cancelled
    )
}

extension Plan {
    var lines: [String] { notifications.map { "\($0.id) \($0.instant) \($0.title) \($0.body)" } }
    var ids: [String] { notifications.map(\.id.rawValue) }
}
