import CivilTime
import Localization
import Planning
import Progress
import Reminders
import Testing
import Training
import YAMLSource

/// A program whose only exercise is trained on Mondays, Wednesdays and Fridays.
func liftProgram(_ exercise: String, id: String = "p", lifts: String = "squat: Squat") throws -> Program {
    let text = """
        antrain: 1
        id: \(id)
        name: \(id)
        exercises: {\(lifts)}
        days: {a: {name: Push, exercises: [\(exercise)]}}
        schedule: {mode: weekdays, monday: a, wednesday: a, friday: a}

        """
    let source = SourceText(path: "p", text: text)
    let reading = ProgramReader.read(source)
    return try #require(reading.program, "\(DiagnosticRenderer(source: source).render(reading.diagnostics))")
}

/// The input of a plan of a week that begins with a workout on Monday 2026-11-23.
func loadInput(
    _ program: Program,
    now: String = "2026-11-23T06:00",
    values: [AthleteValue] = [],
    done: [String] = [],
    delivered: [DeliveredReminder] = [],
    snoozes: [Snooze] = [],
    language: Language = .english,
    _ change: (inout Settings) -> Void = { $0.showsDetails = true }
) throws -> PlanInput {
    let zone = try zones.zone(named: "Europe/Berlin")
    let completions = try done.map { Completion(date: try date($0), dayID: "a") }
    let active = ActiveProgram(
        program: program,
        start: try date("2026-11-23"),
        trainingDays: .all,
        completions: completions
    )
    return PlanInput(
        programs: [active],
        settings: settings(change),
        zone: zone,
        now: try Instant(parsing: now, in: zone),
        answers: Dictionary(
            completions.map { (OccurrenceKey(.program(program.id), on: $0.date), Answer.completed) }
        ) { $1 },
        snoozes: snoozes,
        delivered: delivered,
        athlete: AthleteHistory(values: values),
        language: language
    )
}

func plan(
    _ program: Program,
    values: [AthleteValue] = [],
    language: Language = .english,
    _ change: (inout Settings) -> Void = { $0.showsDetails = true }
) throws -> Plan {
    Plan(try loadInput(program, values: values, language: language, change))
}
