import CivilTime
package import Platform
import Ledger
import Planning
package import Reminders
package import Session
import Training
import YAMLSource

/// Stores for plans with other settings or programs, which never become the user's.
extension Store {
    /// A store with reminders on and changed settings, from the user's settings and ledger, which stay as they are.
    ///
    /// - Parameters:
    ///   - workspace: the user's files, which must be read-only.
    ///   - changes: the changes of the settings.
    /// - Returns: the store, and whether reminders are on in the user's settings.
    package static func simulated(_ workspace: Workspace, _ changes: [SettingsChange]) throws(CommandError)
        -> (Store, isEnabled: Bool)
    {
        let remembered = try workspace.rememberedSettings()
        let loaded = try workspace.loadSettings(remembered)
        var settings = try changed(loaded, changes, workspace, remembered)
        settings.isEnabled = true
        let simulated = LoadedSettings(settings: settings, spans: [:], source: nil, isFallback: false)
        return (try Store(workspace, simulated), loaded.settings.isEnabled)
    }

    /// The settings after changes, edited in the same way as the file.
    private static func changed(
        _ loaded: LoadedSettings,
        _ changes: [SettingsChange],
        _ workspace: Workspace,
        _ remembered: RememberedSettings
    ) throws(CommandError) -> Settings {
        guard !changes.isEmpty else { return loaded.settings }
        let path = workspace.paths.shown(workspace.paths.settings)
        let last = loaded.isFallback ? remembered.text.map { SourceText(path: path, bytes: $0) } : loaded.source
        let completed = try workspace.completed(changes, loaded.settings)
        let edited: SourceText
        do { edited = try SettingsEditor.apply(completed, to: last ?? SourceText(path: path, bytes: [])) } catch {
            throw .uneditableSettings(report: "\(path) cannot be edited: \(error); edit it by hand", nil)
        }
        return SettingsReader.read(edited, isRemembered: loaded.isFallback).settings ?? loaded.settings
    }
}
