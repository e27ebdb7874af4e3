import ArgumentParser
import CivilTime
import Ledger
import Reminders
import Training

/// The options that choose the workouts that a command applies to.
struct AnswerOptions: ParsableArguments {
    @Argument(
        help:
            "Reminder id or link, number of one of your own, or date of the workouts (default: today's unanswered workout).",
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
        let typed = try typedDate(planning.today)
        if let typed, !dates.contains(typed) {
            throw .badOption(name: "date", value: typed.description, reason: reason)
        }
        let reference = typed == nil ? id : nil
        return AnswerChoice(verb: verb, reference: reference, date: wanted ?? typed, program: program, all: all)
    }

    /// The date that the user gives in place of a reminder, such as `fri`; nil if it is none.
    private func typedDate(_ today: CivilDate) throws(CommandError) -> CivilDate? {
        guard let id, Int64(id) == nil, !id.contains("/") else { return nil }
        do throws(CivilTimeError) { _ = try CivilDate(typed: id, today: today) } catch {
            if case .unclearDate = error { return nil }
        }
        return try DateOption.parse(id, name: "date", today: today)
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
