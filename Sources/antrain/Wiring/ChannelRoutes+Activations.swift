import Ledger
import Reminders

extension ChannelRoutes {
    /// The settings' channels, and those of programs that were activated with channels of their own.
    init(_ settings: Settings, _ activations: [Activation]) {
        self.init(
            channels: settings.channels,
            programChannels: Dictionary(
                activations.compactMap { activation in activation.channels.map { (activation.programID, $0) } }
            ) { $1 }
        )
    }
}
