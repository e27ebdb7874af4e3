import ArgumentParser
import Platform
import Results
import Session
import SystemPackage
import Training
import YAMLSource

/// The command `antrain exercise edit`.
struct ExerciseEditCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit your own exercises and validate them.",
        discussion: """
            The file is exercises.yaml in the folder of the settings; if it is missing, the editor starts with an example. The \
            editor is $VISUAL or $EDITOR, else vi or nano. The file is replaced only if it has no errors; the previous \
            version is kept as exercises.yaml~.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let path = workspace.paths.exercises
        let shipped = try workspace.shippedExercises()
        let schema = try workspace.installation.exercises().removingLastComponent().appending("exercises.schema.json")
        let template = Array(ExerciseEditCommand.template(schema: schema.string).utf8)
        var warnings: String?
        let edit = try FileEdit(workspace, path: path, isOptional: true, template: template).run { bytes in
            let source = SourceText(path: workspace.paths.shown(path), bytes: bytes)
            let reading = ExerciseCatalogReader.read(source, extending: shipped)
            let text = DiagnosticRenderer(source: source, colored: context.output.talkIsColored).render(
                reading.diagnostics
            )
            guard reading.catalog != nil else { return text }
            warnings = text.isEmpty ? nil : text
            return nil
        }
        if let warnings { workspace.talk(warnings) }
        context.show(
            ExerciseFileResult(
                action: edit.isChanged ? "edited" : "unchanged",
                path: ResultPath(path, workspace.paths),
                backup: edit.backup.map { ResultPath($0, workspace.paths) }
            ),
            asJSON: data.json
        )
        return .success
    }

    /// The text with which the editor starts if there is no file; it defines no exercises.
    private static func template(schema: String) -> String {
        """
        # yaml-language-server: $schema=\(schema)
        #
        # Your own exercises. 'antrain exercise list' lists the shipped ones; an entry with the ID of one of them changes it.
        # Remove the '#' in front of the lines that you want to use.
        antrain: 1
        exercises:
        #  tire-flip:                                # the ID: lowercase letters, digits and hyphens
        #    name: Tire Flip                         # or by language: {en: Tire Flip, de: Reifenwenden}
        #    aliases: [Tyre Flip]
        #    primary: [glutes, quadriceps]
        #    secondary: [lower-back, upper-back]
        #    equipment: other
        #    rest: 2m
        #  squat: {rest: 4m}                         # changes only the rest of a shipped exercise

        """
    }
}
