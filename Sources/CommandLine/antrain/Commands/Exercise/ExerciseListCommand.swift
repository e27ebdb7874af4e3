import ArgumentParser
import Completion
import Platform
import Localization
import Results
import Session
import Training

/// The command `antrain exercise list`.
struct ExerciseListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List exercises.",
        discussion: """
            The text is searched in the ids, names and aliases in all languages; case, accents and hyphens don't count. \
            Muscles and equipment are named as in the exercise file, such as upper-back, or in your language.
            """
    )

    @Argument(help: ArgumentHelp("Words that a name must contain.", valueName: "text"), completion: .values(.exercise))
    var text: String?
    @Option(
        help: ArgumentHelp("Only exercises that train this muscle.", valueName: "muscle"),
        completion: .values(.muscle)
    )
    var muscle: String?
    @Option(
        help: ArgumentHelp("Only exercises with this equipment.", valueName: "equipment"),
        completion: .values(.equipment)
    )
    var equipment: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let words = try workspace.words()
        let muscle = try choice(self.muscle, "--muscle", of: MuscleGroup.self, words, MessageCatalog.name)
        let equipment = try choice(self.equipment, "--equipment", of: Equipment.self, words, MessageCatalog.name)
        let found = try workspace.exercises().exercises(matching: text ?? "").filter { exercise in
            (muscle.map(exercise.trains) ?? true) && (equipment.map { exercise.equipment == $0 } ?? true)
        }
        context.show(ExerciseListResult(found.sorted { $0.id < $1.id }, words), asJSON: data.json)
        return .success
    }

    /// A value by its name in files, or by its name in the user's language or in English.
    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String?,
        _ option: String,
        of type: Choice.Type,
        _ words: MessageCatalog,
        _ name: (MessageCatalog) -> (Choice) -> String
    ) throws(CommandError) -> Choice? {
        guard let text else { return nil }
        let key = NameKey.of(text)
        let catalogs = [words, MessageCatalog.plain]
        let found = Choice.allCases.first { choice in
            NameKey.of(choice.rawValue) == key || catalogs.contains { NameKey.of(name($0)(choice)) == key }
        }
        if let found { return found }
        throw OptionValue.unknown(text, option, among: Choice.allCases.map(\.rawValue))
    }
}
