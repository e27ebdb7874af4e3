import ArgumentParser
import Completion
import Platform
import Progress
import Results
import Session
import UseCases

/// The command `antrain program max set`.
struct MaxSetCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the one-rep max or the training max of a lift.",
        discussion:
            "Every program that has the lift uses the new value; the training max grows from there."
    )

    @Argument(help: "Lift, such as squat.", completion: .values(.lift)) var lift: String
    @Argument(help: "Weight, such as 140kg or 315lb.") var weight: String
    @Flag(help: "Set the training max instead of the one-rep max.") var training = false
    @Option(
        help: ArgumentHelp("First date on which it applies (default: today).", valueName: "date"),
        completion: .values(.date)
    )
    var date: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let lift = try store.lift(lift)
        let (weight, unit) = try session.weight(weight, "weight", program: nil)
        let date = try session.pastDate(date)
        let subject: AthleteValue.Subject = training ? .trainingMax(lift: lift) : .oneRepMax(lift: lift)
        let value = AthleteValue(subject, weight, unit, on: date)
        store.workspace.report(try SettingValues(store, [value]).run(), asJSON: data.json)
        return .success
    }
}
