import Reminders
import YAMLSource

extension Workspace {
    /// Writes the changes into the file.
    ///
    /// - Returns: whether reminders were on before.
    func changeSettings(_ changes: [SettingsChange]) throws(CommandError) -> Bool {
        let path = paths.settings
        let bytes: [UInt8]
        switch context.files.read(path) {
        case .success(let read): bytes = read
        case .failure(let problem) where problem.isMissing: bytes = []
        case .failure(let problem): throw .file(problem)
        }
        let source = SourceText(path: paths.shown(path), bytes: bytes)
        let reading = SettingsReader.read(source)
        let renderer = reading.renderer(of: source, colored: context.output.talkIsColored)
        guard let before = reading.settings else {
            throw .uneditableSettings(
                renderer.render(reading.diagnostics) + "\n\nmend these first; nothing was changed"
            )
        }
        let edited: SourceText
        do { edited = try SettingsEditor.apply(changes, to: source) } catch {
            throw .uneditableSettings(
                "\(source.path) cannot be edited in place (\(error)); change it by hand; nothing was changed"
            )
        }
        do { try context.files.replace(path, edited.bytes) } catch { throw .file(error) }
        return before.isEnabled
    }
}
