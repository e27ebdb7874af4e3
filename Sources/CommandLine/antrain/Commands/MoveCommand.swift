import ArgumentParser
import Completion
import CivilTime
import Platform
import Planning
import Reminders
import Results
import Session
import UseCases
import Training

/// The command `antrain move`.
struct MoveCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Swap the workouts of two dates."
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
        let program = session.programID(try OptionValue.single(program, "--program"))
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
        let meant = try AnswerQuestion.meant(by: request, store).flatMap(\.subjects).compactMap(\.occurrence)
        let moving = Moving(store, meant, of: program, from: source, to: target)
        let (moved, obstacles) = moving.movable
        guard !moved.isEmpty else {
            throw .badOption(name: "second date", value: to, reason: obstacles.joined(separator: "; "))
        }
        for obstacle in obstacles { workspace.warn("not moved: \(obstacle)") }
        workspace.report(try moving.run(), asJSON: data.json)
        return .success
    }

    private func check(_ date: CivilDate, _ text: String, _ name: String, within other: CivilDate)
        throws(CommandError)
    {
        guard !TrainingCalendar.canMove(other, to: date) else { return }
        throw .badOption(name: name, value: text, reason: "expected a date within ten years of \(other)")
    }
}
