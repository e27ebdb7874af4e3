import ArgumentParser
import Completion
import CivilTime
import Platform
import Planning
import Reminders
import Session
import Training

/// The options that choose the workouts that a command applies to.
struct AnswerOptions: ParsableArguments {
    @Argument(
        help:
            "Id or link of a reminder, number of your own reminder, or name or date of a workout (default: today's unanswered workout).",
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
    @Flag(help: "All matching workouts; without an id or a date, all of today's.") var all = false

    /// What the user asks for.
    func request(_ verb: AnswerVerb, _ store: Store) throws(CommandError) -> AnswerRequest {
        let program = store.session.programID(try OptionValue.single(program, "--program"))
        let first = verb.firstOfWeek(store.session.today)
        let wanted = try DateOption.parse(date, name: "--date", today: store.session.today, from: first)
        if let wanted, id != nil {
            throw .badOption(name: "--date", value: wanted.description, reason: "give a reminder or a date, not both")
        }
        var reference = AnswerRequest.Reference.unnamed
        if let wanted {
            reference = .date(wanted)
        } else if let typed = try typedDate(store.session.today, from: first) {
            reference = .date(typed)
        } else if let id, let named = try store.session.workout(named: id, for: verb, program: program) {
            return AnswerRequest(verb, .date(named.date), program: named.programID, all: all)
        } else if let id {
            reference = try store.reference(id)
        }
        return AnswerRequest(verb, reference, program: program, all: all)
    }

    /// The date that the user gives in place of a reminder, such as `fri`; nil if it is none.
    private func typedDate(_ today: CivilDate, from first: CivilDate) throws(CommandError) -> CivilDate? {
        guard let id, Int64(id) == nil, !id.contains("/") else { return nil }
        do throws(CivilTimeError) { _ = try CivilDate(typed: id, today: today) } catch {
            if case .unclearDate = error { return nil }
        }
        return try DateOption.parse(id, name: "date", today: today, from: first)
    }
}
