import Delivery
import Files
import Platform
package import Localization
import Reminders
import SystemPackage

/// The channel that a new home gets, chosen once from what works on this machine.
package enum ChannelChoice: String {
    /// A desktop shows notifications now.
    case desktop
    /// No desktop does.
    case console

    /// The channel with the reason, in the user's language.
    package func inWords(_ words: MessageCatalog) -> String {
        words.text(self == .desktop ? .desktopChosen : .consoleChosen)
    }
}

extension Workspace {
    /// The channel for a home without settings.
    ///
    /// Mail is never chosen, because antrain knows no address whose mail is read.
    func channelChoice(_ settings: Settings) throws(CommandError) -> ChannelChoice {
        guard hasSessionBus else { return .console }
        let delivery = try DeliveryService(
            workspace: self,
            settings: settings,
            zone: try zone(settings.timezone),
            now: try now()
        )
        let desktop = ChannelConfiguration(named: ChannelChoice.desktop.rawValue)
        return try delivery.readiness(of: desktop).problem == nil ? .desktop : .console
    }

    /// Whether this command runs in a session with a bus; the desktop plugin also finds those of other sessions.
    private var hasSessionBus: Bool {
        if !context.environment["DBUS_SESSION_BUS_ADDRESS", default: ""].isEmpty { return true }
        return context.environment["XDG_RUNTIME_DIR"].map { context.files.exists(FilePath($0).appending("bus")) }
            ?? false
    }
}
