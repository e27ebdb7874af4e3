import CivilTime
import Testing
import Training
import YAMLSource

/// A small program with replaceable parts.
func programText(
    top: String = "",
    days: String =
        "  push: {exercises: [{exercise: Press, sets: 3x5}]}\n  pull: {exercises: [{exercise: Row, sets: 3x5}]}\n",
    schedule: String = "  mode: weekdays\n  monday: push\n  thursday: pull\n"
) -> String {
    "antrain: 1\nid: test\nname: Test\n\(top)days:\n\(days)schedule:\n\(schedule)"
}

func read(_ text: String) -> ProgramReading {
    ProgramReader.read(SourceText(path: "p.yaml", text: text))
}

func program(_ text: String) throws -> Program {
    let reading = read(text)
    return try #require(reading.program, "\(rendered(text))")
}

func rendered(_ text: String) -> String {
    DiagnosticRenderer(source: SourceText(path: "p.yaml", text: text)).render(read(text).diagnostics)
}

func date(_ text: String) throws -> CivilDate {
    try CivilDate(parsing: text)
}

/// The days of a program as words: a day's id, `-` for rest, `p` for paused, `.` before the start, `x` after the end.
func words(
    _ program: Program,
    start: String,
    from: String? = nil,
    count: Int,
    trainingDays: WeekdaySet = .all,
    completions: [(String, String)] = [],
    today: String? = nil
) throws -> String {
    let calendar = TrainingCalendar(
        program: program,
        start: try date(start),
        trainingDays: TrainingDays(trainingDays),
        completions: try completions.map { Completion(date: try date($0.0), dayID: $0.1) },
        today: try date(today ?? start)
    )
    let first = try date(from ?? start)
    return calendar.days(first..<first.adding(days: count)).map { day in
        switch day.kind {
        case .workout(let occurrence): occurrence.dayID
        case .rest: "-"
        case .paused: "p"
        case .taken: "taken"
        case .notStarted: "."
        case .ended: "x"
        }
    }.joined(separator: " ")
}
