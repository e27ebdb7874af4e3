import ArgumentParser
import CivilTime
import Ledger
import Reminders
import Training

/// The command `antrain done`.
struct DoneCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Note that a workout was done, so that a rotation moves on."
    )

    @Option(help: ArgumentHelp("The workout's date; today where it is not given.", valueName: "date")) var date: String?
    @OptionGroup var global: GlobalOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let planning = try Planning(workspace)
        let date = try DateOption.parse(date, name: "--date", today: planning.today) ?? planning.today
        guard date <= planning.today else {
            throw .badOption(
                name: "--date",
                value: date.description,
                reason: "a workout can be noted on its day or later"
            )
        }
        let workouts = planning.workouts(on: date)
        guard !workouts.isEmpty else { throw .noWorkout(date) }
        let difference = try planning.commit(
            workouts.map { .completed(programID: $0.programID, dayID: $0.dayID, date: date) }
        )
        workspace.talk("done: \(workouts.map(\.dayName).joined(separator: " and ")); \(difference.summary)")
        return .success
    }
}
