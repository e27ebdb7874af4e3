import ArgumentParser
import CivilTime
import Ledger
import Reminders
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
        let workspace = try Workspace(context, global)
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

/// An exercise and the programs that contain it.
struct ExerciseResult: CommandResult {
    static let kind = "exercise"

    /// A program that contains the exercise.
    struct Use: Encodable {
        let id: String
        let name: String
        let active: Bool
    }

    let exercise: ListedExercise
    let programs: [Use]
    private let rows: [[String]]

    private enum CodingKeys: String, CodingKey { case programs }

    init(_ exercise: CatalogExercise, programs: [Use], path: ResultPath, _ words: MessageCatalog) {
        let listed = ListedExercise(exercise, words)
        self.exercise = listed
        self.programs = programs
        let language = words.language.ofNames
        let uses = programs.map { $0.active ? words.text(.exerciseProgramActive, ["program": $0.id]) : $0.id }
        let values: [(MessageKey, String?)] = [
            (.exerciseAliases, exercise.aliases[language]?.joined(separator: ", ")),
            (.exerciseLanguages, ExerciseResult.otherNames(of: exercise, than: language)),
            (.exerciseMuscles, listed.primaryInWords),
            (.exerciseAssisting, listed.secondaryInWords),
            (.exerciseEquipment, listed.equipmentInWords),
            (.exerciseRest, exercise.rest?.description),
            (.exerciseRepetitions, exercise.isUnilateral ? words.text(.exercisePerSide) : nil),
            (.exercisePrograms, uses.joined(separator: ", ")),
            (.exerciseFile, exercise.isOwn ? path.shown : nil),
        ]
        rows = values.compactMap { key, value in
            value.flatMap { $0.isEmpty ? nil : ["  " + words.text(key), $0] }
        }
    }

    /// The names that differ from the one in a language: `Sentadilla (es), Squat (en, fr)`.
    private static func otherNames(of exercise: CatalogExercise, than language: NameLanguage) -> String {
        let shown = exercise.name(in: language)
        let languages = Dictionary(grouping: NameLanguage.allCases) { exercise.names[$0] ?? shown }
        let names = languages.filter { $0.key != shown }.sorted { $0.key < $1.key }
        return names.map { "\($0.key) (\($0.value.map(\.rawValue).joined(separator: ", ")))" }.joined(separator: ", ")
    }

    func encode(to encoder: any Encoder) throws {
        try exercise.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(programs, forKey: .programs)
    }

    func text(_ style: Style, columns: Int) -> String {
        let heading = TextWrap.paragraphs(style.bold(exercise.name) + style.dim("  \(exercise.id)"), columns: columns)
        let rows = rows.map { [style.dim($0[0]), $0[1]] }
        return ([heading] + TextTable.lines(rows, columns: columns)).joined(separator: "\n") + "\n"
    }
}
