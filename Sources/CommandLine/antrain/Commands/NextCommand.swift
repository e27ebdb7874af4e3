import ArgumentParser
import Completion
import CivilTime
import Platform
import Progress
import Results
import Session
import UseCases
import Training

/// The command `antrain next`.
struct NextCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show the next workouts with their loads, and why they changed.",
        discussion: """
            A workout's loads depend on the workouts before it. antrain assumes that the workouts in between succeed, or fail as stated by \
            --assume.
            """
    )

    @Option(help: ArgumentHelp("Number of workouts (default: 3).", valueName: "number")) var workouts: Int?
    @Option(help: ArgumentHelp("Show the workouts of this many weeks instead.", valueName: "number")) var weeks: Int?
    @OptionGroup var outcome: OutcomeOption
    @Option(
        help: ArgumentHelp("Program (default: all active programs).", valueName: "program"),
        completion: .values(.activeProgram)
    )
    var program: [String] = []
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        if workouts != nil, weeks != nil { throw .misused("give --workouts or --weeks, not both") }
        let count = try OptionValue.number(workouts, "--workouts", in: 1...500)
        let weeks = try OptionValue.number(weeks, "--weeks", in: 1...104)
        let assumption = try outcome.assumption()
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let program = session.programID(try OptionValue.single(program, "--program"))
        try session.checkActive(program)
        if session.programs.isEmpty, !data.json { store.reportNoProgram() }
        let length: ComingLength = weeks.map { .weeks($0) } ?? .workouts(count ?? 3)
        let coming = session.comingWorkouts(of: program, length, assuming: assumption)
        context.show(NextResult(coming, session), asJSON: data.json)
        return .success
    }
}
