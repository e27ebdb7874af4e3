import ArgumentParser
import Platform
import Reminders
import Results
import Session
import UseCases
import YAMLSource

/// The command `antrain settings edit`.
struct SettingsEditCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit the settings file and validate it.",
        discussion: """
            The editor is $VISUAL or $EDITOR, else vi or nano. The file is replaced only if the settings have no errors; the \
            previous version is kept as settings.yaml~.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let path = workspace.paths.settings
        let edit = try FileEdit(workspace, path: path, isOptional: true).run { bytes in
            let source = SourceText(path: workspace.paths.shown(path), bytes: bytes)
            let reading = SettingsReader.read(source)
            guard reading.settings == nil else { return nil }
            return reading.renderer(of: source, colored: context.output.talkIsColored).render(reading.diagnostics)
        }
        context.show(
            SettingsFileResult(
                action: edit.isChanged ? "edited" : "unchanged",
                path: ResultPath(path, workspace.paths),
                backup: edit.backup.map { ResultPath($0, workspace.paths) }
            ),
            asJSON: data.json
        )
        guard edit.isChanged else { return .success }
        let store = try RecordingSettingsEdit(workspace, from: edit.before, to: edit.after).run()
        store.warnOfDays(store.session.daysChoices())
        _ = try store.review().report(always: true)
        return .success
    }
}
