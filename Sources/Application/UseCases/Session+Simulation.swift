package import CivilTime
import Ledger
import Planning
package import Platform
package import Reminders
package import Session
package import Training
import YAMLSource

/// Sessions for plans with other settings or programs, which never become the user's.
extension Session {
    /// The notifications that would be sent on the dates of a range.
    ///
    /// - Parameters:
    ///   - range: the dates, from today on.
    ///   - program: the only program, as it would run from the first date on if it is not active; nil for the active programs and the
    ///     user's own reminders.
    package func simulation(_ range: Range<CivilDate>, of program: Program?) -> [PlannedNotification] {
        let input = program.map { self.input.simulating(programs: [active($0, from: range.lowerBound)], reminders: []) }
        let plan = Plan(input ?? self.input, days: today.days(until: range.upperBound))
        return plan.notifications.filter { (input ?? self.input).isAhead($0) && range.contains($0.fireAt.date) }
    }
}

/// Stores for plans with other settings or programs, which never become the user's.
extension Store {
    /// A store with reminders on and changed settings, from the user's settings and ledger, which stay as they are.
    ///
    /// - Parameter workspace: the user's files, which must be read-only.
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
        return try workspace.edited(
            last ?? SourceText(path: path, bytes: []),
            changes,
            loaded.settings,
            isRemembered: loaded.isFallback
        ).settings
    }
}
