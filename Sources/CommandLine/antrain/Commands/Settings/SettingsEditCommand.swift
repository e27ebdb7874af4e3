import ArgumentParser
import Platform
import Reminders
import Results
import Session
import SystemPackage
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
        try workspace.noteSettings(
            [path.lastComponent?.string ?? path.string],
            from: edit.before,
            to: edit.after,
            isSecret: Self.changesValues(from: edit.before ?? [], to: edit.after)
        )
        let store = try Store(workspace)
        let session = store.session
        _ = try store.commit(isChange: true)
        store.warnOfDays(session.daysChoices())
        _ = try store.review().report(always: true)
        return .success
    }
}

extension SettingsEditCommand {
    /// Whether a value of a channel changed, which may be a secret.
    private static func changesValues(from old: [UInt8], to new: [UInt8]) -> Bool {
        let patch = SettingsRevision.Patch(from: old, to: new)
        return [(old, patch.range), (new, patch.inverse.range)].contains { text, range in
            guard let settings = SettingsReader.read(SourceText(path: "", bytes: text)).settings else { return true }
            return settings.configurations.flatMap(\.values).contains { value in
                range.overlaps(value.span.start..<max(value.span.start + 1, value.span.end))
            }
        }
    }
}
