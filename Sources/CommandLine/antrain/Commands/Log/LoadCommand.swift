import ArgumentParser
import Completion
import CivilTime
import Platform
import Ledger
import Planning
import Progress
import Quoting
import Results
import Session
import Training
import UseCases
import YAMLSource

/// The command `antrain program load`.
struct LoadCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Set the load of an exercise's next work sets.",
        discussion: "The progression continues from this load; earlier failures no longer count."
    )

    @Argument(help: "Exercise of an active program: id, name or alias.", completion: .values(.programExercise))
    var exercise: String
    @Argument(help: "Weight, such as 60kg.") var weight: String
    @Option(
        help: ArgumentHelp("Program, if several have the exercise.", valueName: "program"),
        completion: .values(.activeProgram)
    )
    var program: [String] = []
    @Option(
        help: ArgumentHelp(
            "First date on which it applies (default: today; tomorrow if the exercise is logged today).",
            valueName: "date"
        ),
        completion: .values(.date)
    )
    var date: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let named = session.programID(try OptionValue.single(program, "--program"))
        try session.checkActive(named)
        let candidates = session.programs.map(\.program).filter { named == nil || $0.id == named }
        let matching = candidates.flatMap { program in
            session.exercises(named: exercise, of: program).filter { program.exerciseIDs.contains($0.id) }.map {
                (program: program, exercise: $0.id)
            }
        }
        guard let (program, exercise) = matching.first else {
            throw .badOption(
                name: "exercise",
                value: exercise,
                reason: Self.unknown(exercise, candidates)
            )
        }
        guard matching.count == 1 else {
            let typed = ShellText.word(weight) + (date.map { " --date \(ShellText.word($0))" } ?? "")
            throw .ambiguous(matching.map { "antrain program load \($0.exercise) \(typed) --program \($0.program.id)" })
        }
        try program.checkTakesLoad(exercise, option: "exercise", value: exercise)
        let (amount, unit) = try session.weight(weight, "weight", program: program)
        // The load of sets that are already logged is known; the new one is for the next workout.
        let isDone = session.facts.log.contains { entry in
            entry.date == session.today && entry.workout?.program == program.id && entry.workout?.exercise == exercise
        }
        let date = date == nil && isDone ? session.today.adding(days: 1) : try session.pastDate(date)
        let value = AthleteValue(.load(program: program.id, exercise: exercise), amount, unit, on: date)
        store.noteTooLight([value], in: program)
        store.workspace.report(try SettingValues(store, [value]).run(), asJSON: data.json)
        return .success
    }

    private static func unknown(_ exercise: String, _ programs: [Program]) -> String {
        guard !programs.isEmpty else { return "no program is active" }
        let known = programs.flatMap(\.exerciseIDs)
        let help = Suggestion.help(for: exercise, among: known)
        return "no active program has this exercise; \(help ?? "'antrain next --json' shows the ids")"
    }
}
