import Ledger
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
    /// Whether the settings send reminders to it.
    package let isInUse: Bool
    /// The programs that send their reminders to it, instead of to the channels of the settings.
    private let programs: [Activation]

    /// - Throws: if the settings do not have the channel, only programs use it, or no channel would be left.
    package init(_ name: String, _ catalog: PluginCatalog) throws(CommandError) {
        (self.name, self.catalog) = (name, catalog)
        let settings = catalog.delivery.settings
        let configured = settings.configurations.map(\.name).filter { $0 != settings.heartbeat?.channel?.name }
        isConfigured = configured.contains(name)
        isInUse = settings.channels.contains(name)
        programs = try Store(catalog.workspace).session.facts.activations.filter {
            $0.channels?.contains(name) ?? false
        }
        if !isInUse, !programs.isEmpty { throw usedByPrograms }
        guard isConfigured || isInUse else {
            throw .noChannel(name, near: Suggestion.nearest(to: name, among: settings.channels + configured))
        }
        guard !isInUse || settings.channels.count > 1 else { throw .lastChannel(name) }
    }

    /// Whether a program sends its reminders to it, so that its values are needed.
    package var isNeeded: Bool { !programs.isEmpty }

    private var usedByPrograms: CommandError {
        let remedies = programs.map { one in
            let others = one.channels?.filter { $0 != name } ?? []
            return "antrain program activate \(one.programID) --replace --start \(one.start) --channels "
                + (others.isEmpty ? "NAME" : others.joined(separator: ","))
        }
        return .misused(
            "\(quoted(name)) gets the reminders of \(programs.map(\.programID).joined(separator: ", ")); nothing was changed; first give the program other channels: "
                + remedies.joined(separator: "; ")
        )
    }

    /// - Parameter removesValues: whether its section is removed, too.
    package func run(removingValues removesValues: Bool) throws(CommandError) -> ChangingSettings.Outcome {
        if removesValues, isNeeded { throw usedByPrograms }
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
