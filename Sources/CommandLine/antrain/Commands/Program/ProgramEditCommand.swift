import ArgumentParser
import Completion
import Planning
import Platform
import Results
import Session
import SystemPackage
import Training
import YAMLSource

/// The command `antrain program edit`.
struct ProgramEditCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit a program file and validate it.",
        discussion: """
            The editor is $VISUAL or $EDITOR, else vi or nano. If the program is active, antrain then shows what the edit changes in \
            the next four weeks, as 'antrain program diff' does. The file is replaced only if the program has no errors; the \
            previous version is kept as FILE~. To change a shipped program, copy it first.
            """
    )

    @Argument(help: "Program file, or id of an active program.", completion: .values(.editableProgram)) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let file = try workspace.knownProgram(name)
        guard !file.path.isEmpty else {
            throw .misused("the file of the program \(name) is on another machine; edit it there")
        }
        guard !workspace.installation.programs.contains(where: { $0.path == file.path }) else {
            let id = ProgramReader.read(file.source).program?.id ?? name
            throw .misused(
                "\(workspace.paths.shown(file.path)) is a shipped program, which an update replaces; copy it first: antrain program copy \(id)"
            )
        }
        let former = ProgramReader.read(file.source).program
        var program = former
        let edit = try FileEdit(workspace, path: file.path).run(
            review: { (_) throws(CommandError) in
                try changes(from: former, to: program, workspace)
            },
            { bytes in
                let source = SourceText(path: workspace.paths.shown(file.path), bytes: bytes)
                let reading = ProgramReader.read(source)
                program = reading.program
                guard program == nil else { return nil }
                let renderer = DiagnosticRenderer(source: source, colored: context.output.talkIsColored)
                return renderer.render(reading.diagnostics)
            }
        )
        if edit.isChanged, let program,
            try Store(workspace).session.programs.contains(where: { $0.program.id == program.id })
        {
            workspace.acceptedProgram = program.id
            _ = try Store(workspace).commit(isChange: true)
        }
        context.show(
            ProgramFileResult(
                action: edit.isChanged ? "edited" : "unchanged",
                program: program?.id,
                path: ResultPath(file.path, workspace.paths),
                backup: edit.backup.map { ResultPath($0, workspace.paths) }
            ),
            asJSON: data.json
        )
        return .success
    }

    /// What an edit changes for the athlete, as text; nil if the program is not active, or keeps its workouts, maxes and reminders.
    private func changes(from former: Program?, to program: Program?, _ workspace: Workspace) throws(CommandError)
        -> String?
    {
        guard let former, let program, former.id == program.id else { return nil }
        let session = try Store(workspace).session
        guard session.programs.contains(where: { $0.program.id == program.id }) else { return nil }
        let difference = session.difference(from: former, to: program)
        guard !difference.isEmpty else { return nil }
        let output = workspace.context.output
        return ProgramDifferenceResult(difference, session).text(output.talkStyle, columns: output.columns)
    }
}
