import Platform
import Ledger
import Reminders
import Session
import SystemPackage

/// The check for plugins and decisions about channels that nothing uses.
extension Checkup {
    /// The decisions about channels that no longer exist, and the user's plugins without a decision.
    func plugins() -> DoctorCheck {
        if case .unusable = ledgerState { return unread(.plugins) }
        let decisions = (try? ledger?.permissions()) ?? [:]
        let found = workspace.pluginPath.plugins
        let channels = settings.configurations.map(\.name) + settings.channels + found.map(\.name)
        let own = found.filter { !$0.ships && $0.path.removingLastComponent() == paths.plugins }
        var check = DoctorCheck(
            name: .plugins,
            summary: own.isEmpty ? "none of your own" : own.map(\.name).joined(separator: ", ")
        )
        for (name, decision) in decisions.sorted(by: { $0.key < $1.key }) where !channels.contains(name) {
            let verb = decision.state == .denied ? "denied" : "allowed"
            check.findings.append(
                DoctorFinding(
                    .note,
                    .decisionUnused,
                    "you \(verb) the channel \(quoted(name)), but no channel in the settings and no plugin has this name",
                    fix: "forget the decision: antrain plugin reset \(name)"
                )
            )
        }
        let used = Set(settings.configurations(of: settings.channels).map(\.plugin))
        for plugin in own where decisions[plugin.name] == nil && !used.contains(plugin.name) {
            check.findings.append(
                DoctorFinding(
                    .note,
                    .pluginUnused,
                    "the plugin \(quoted(plugin.name)) is installed, but you have not allowed it, and no channel uses it",
                    fix: "remove it: antrain plugin remove \(plugin.name)",
                    place: DoctorFinding.Place(path: plugin.path)
                )
            )
        }
        return check
    }
}
