package import Platform
import Reminders
package import Session
import YAMLSource

/// Removes a channel from the settings.
package struct RemovingChannel {
    private let catalog: PluginCatalog
    private let name: String
    /// Whether the settings have a section with its values.
    package let isConfigured: Bool
    /// Whether reminders are sent to it.
    package let isInUse: Bool

    /// - Throws: if the settings do not have the channel, or no channel would be left.
    package init(_ name: String, _ catalog: PluginCatalog) throws(CommandError) {
        (self.name, self.catalog) = (name, catalog)
        let settings = catalog.delivery.settings
        let configured = settings.configurations.map(\.name).filter { $0 != settings.heartbeat?.channel?.name }
        isConfigured = configured.contains(name)
        isInUse = settings.channels.contains(name)
        guard isConfigured || isInUse else {
            throw .noChannel(name, near: Suggestion.nearest(to: name, among: settings.channels + configured))
        }
        guard !isInUse || settings.channels.count > 1 else { throw .lastChannel(name) }
    }

    /// - Parameter removesValues: whether its section is removed, too.
    package func run(removingValues removesValues: Bool) throws(CommandError) -> ChangingSettings.Outcome {
        let settings = try catalog.workspace.changeSettings { before throws(CommandError) in
            let others = before.channels.filter { $0 != name }
            if removesValues, let other = before.configurations.first(where: { $0.fallback?.channel == name }) {
                throw .misused(
                    "\(quoted(name)) takes over from \(quoted(other.name)); remove 'else' there first: antrain settings edit"
                )
            }
            guard !others.isEmpty else { throw .lastChannel(name) }
            return (others == before.channels ? [] : [.channels(others)]) + (removesValues ? [.noChannel(name)] : [])
        }
        return try ChangingSettings.committing(settings, catalog.workspace)
    }
}
