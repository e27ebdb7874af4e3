import ArgumentParser
import Completion
import Files
import Platform
import Ledger
import Results
import Session
import SystemPackage
import Training
import YAMLSource

/// The command `antrain exercise show`.
struct ExerciseShowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an exercise's names, muscles and equipment, and the programs that contain it."
    )

    @Argument(help: "Id, name or alias of the exercise, in any language.", completion: .values(.exercise))
    var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let catalog = try workspace.exercises()
        guard let exercise = catalog.exercise(named: name) else {
            throw .noExercise(name, near: catalog.nearestName(to: name))
        }
        let programs = try programs(workspace).filter { entry in
            entry.program.days.contains { day in
                day.exercises.contains { catalog.exercise(for: $0, in: entry.program)?.id == exercise.id }
            }
        }
        let result = ExerciseResult(
            exercise,
            programs: programs.map {
                ExerciseResult.Use(id: $0.program.id, name: $0.program.name, active: $0.isActive)
            },
            path: ResultPath(workspace.paths.exercises, workspace.paths),
            try workspace.words()
        )
        context.show(result, asJSON: data.json)
        return .success
    }

    /// The active programs, and the shipped ones that are not active; those with errors are left out.
    private func programs(_ workspace: Workspace) throws(CommandError) -> [(program: Program, isActive: Bool)] {
        let activations =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.activations() } : []
        let active = activations.compactMap { activation in
            ProgramReader.read(SourceText(path: activation.path.string, bytes: activation.source)).program
        }
        let shipped = workspace.installation.programs.compactMap { entry -> Program? in
            guard case .success(let bytes) = workspace.context.files.read(entry.path) else { return nil }
            return ProgramReader.read(SourceText(path: entry.path.string, bytes: bytes)).program
        }
        let ids = Set(active.map(\.id))
        return active.map { ($0, true) } + shipped.filter { !ids.contains($0.id) }.map { ($0, false) }
    }
}
