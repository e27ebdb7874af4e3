import ArgumentParser
import CivilTime
import Ledger
import Reminders
import Training

/// The options that choose the workouts that a command applies to.
struct AnswerOptions: ParsableArguments {
    @Argument(
        help: "Reminder id or link, or number of one of your own (default: today's unanswered workout).",
        completion: .values(.openReminder)
    )
    var id: String?
    @Option(help: ArgumentHelp("Date of the workouts.", valueName: "date"), completion: .values(.date)) var date:
        String?
    @Option(
        help: ArgumentHelp("Program, if several have a workout.", valueName: "program"),
        completion: .values(.activeProgram)
    ) var program: [String] =
        []
    @Flag(help: "All matching workouts; without an id or a date, all unanswered ones.") var all = false

    /// The choice; a date outside `dates` is an error with this reason.
    func choice(_ verb: String, _ planning: PlanningSession, dates: ClosedRange<CivilDate>, reason: String)
        throws(CommandError) -> AnswerChoice
    {
        let program = try OptionValue.single(program, "--program")
        let wanted = try DateOption.parse(date, name: "--date", today: planning.today)
        if let wanted, !dates.contains(wanted) {
            throw .badOption(name: "--date", value: wanted.description, reason: reason)
        }
        if let wanted, id != nil {
            throw .badOption(name: "--date", value: wanted.description, reason: "give a reminder or a date, not both")
        }
        return AnswerChoice(verb: verb, reference: id, date: wanted, program: program, all: all)
    }
}

extension PlanningSession {
    /// Records an answer, and shows what it changed.
    func answer(
        _ answer: Answer,
        _ options: AnswerOptions,
        until last: CivilDate,
        reason: String,
        results: WorkoutResults = WorkoutResults(),
        asJSON: Bool
    ) throws(CommandError) -> ExitStatus {
        let verb = answer == .completed ? "done" : "skip"
        let choice = try options.choice(verb, self, dates: today.adding(days: -366)...last, reason: reason)
        let meant = try chosen(choice)
        workspace.report(try record(answer, meant, results), asJSON: asJSON)
        return .success
    }
}
