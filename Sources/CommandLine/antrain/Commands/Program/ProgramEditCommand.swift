import ArgumentParser
import Completion
import Platform
import Results
import Session
import Training
import YAMLSource

/// The command `antrain program edit`.
struct ProgramEditCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit a program file and validate it.",
        discussion: """
            The editor is $VISUAL or $EDITOR, else vi or nano. The file is replaced only if the program has no errors; the \
            previous version is kept as FILE~. To change a shipped program, copy it first.
            """
    )

    @Argument(help: "Program file, or id of an active program.", completion: .values(.editableProgram)) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let file = try workspace.knownProgram(name)
        guard !workspace.installation.programs.contains(where: { $0.path == file.path }) else {
            let id = ProgramReader.read(file.source).program?.id ?? name
            throw .misused(
                "\(workspace.paths.shown(file.path)) is a shipped program, which an update replaces; copy it first: antrain program copy \(id)"
            )
        }
        var id = ProgramReader.read(file.source).program?.id
        let edit = try FileEdit(workspace, path: file.path).run { bytes in
            let source = SourceText(path: workspace.paths.shown(file.path), bytes: bytes)
            let reading = ProgramReader.read(source)
            id = reading.program?.id
            guard reading.program == nil else { return nil }
            return DiagnosticRenderer(source: source, colored: context.output.talkIsColored).render(reading.diagnostics)
        }
        context.show(
            ProgramFileResult(
                action: edit.isChanged ? "edited" : "unchanged",
                program: id,
                path: ResultPath(file.path, workspace.paths),
                backup: edit.backup.map { ResultPath($0, workspace.paths) }
            ),
            asJSON: data.json
        )
        return .success
    }
}
