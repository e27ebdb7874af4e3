import ArgumentParser
import CivilTime
import Platform
import Ledger
import Localization
import Planning
import Reminders
import Results
import Session
import Training

/// The command `antrain move`.
struct MoveCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Swap two training dates."
    )

    @Argument(help: "Date of the workout.", completion: .values(.date)) var from: String
    @Argument(help: "Date to train on instead.", completion: .values(.date)) var to: String
    @Option(
        help: ArgumentHelp("Program to move (default: all programs).", valueName: "program"),
        completion: .values(.activeProgram)
    ) var program: [String] = []
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let program = try OptionValue.single(program, "--program")
        guard let source = try DateOption.parse(from, name: "first date", today: session.today),
            let target = try DateOption.parse(to, name: "second date", today: session.today)
        else { return .usage }
        try check(source, from, "first date", within: session.today)
        try check(target, to, "second date", within: source)
        if target < session.today {
            throw .badOption(
                name: "second date",
                value: to,
                reason: "expected today (\(session.today)) or a later date"
            )
        }
        let request = AnswerRequest(.move, .date(source), program: program, all: true)
        let meant = try store.chosen(request).flatMap(\.subjects).compactMap(\.occurrence)
        let (moved, obstacles) = session.movable(meant, to: target)
        guard !moved.isEmpty else {
            throw .badOption(name: "second date", value: to, reason: obstacles.joined(separator: "; "))
        }
        for obstacle in obstacles { workspace.warn("not moved: \(obstacle)") }
        // Workouts on the target date move to the source date.
        let displaced = moved.compactMap {
            session.occurrence(OccurrenceKey(.program($0.programID), on: target))
        }
        // Workouts that cannot be moved must stay when the others move.
        let subjects = obstacles.isEmpty ? [program] : moved.map(\.programID)
        let difference = try store.commit(subjects.map { .moved(programID: $0, from: source, to: target) })
        let words = session.words
        func sentence(_ workouts: [Occurrence], from: CivilDate, to: CivilDate) -> String? {
            guard !workouts.isEmpty else { return nil }
            return words.text(
                .moved,
                [
                    "what": words.joined(workouts.map(\.dayName)),
                    "from": words.format.statedDate(from, today: session.today),
                    "to": words.format.statedDate(to, today: session.today),
                ]
            )
        }
        let sentences = [
            sentence(moved, from: source, to: target), sentence(displaced, from: target, to: source),
        ]
        var result = ActionResult(
            "moved",
            (moved + displaced).map { ActionSubject(Answerable($0)) },
            sentence: sentences.compactMap { $0 }.joined(separator: "; "),
            difference,
            words
        )
        result.sourceDate = source.description
        result.targetDate = target.description
        workspace.report(result, asJSON: data.json)
        return .success
    }

    private func check(_ date: CivilDate, _ text: String, _ name: String, within other: CivilDate)
        throws(CommandError)
    {
        guard !TrainingCalendar.canMove(other, to: date) else { return }
        throw .badOption(name: name, value: text, reason: "expected a date within ten years of \(other)")
    }
}
