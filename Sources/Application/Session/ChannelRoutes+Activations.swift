import Ledger
import Reminders

extension ChannelRoutes {
    /// The channels of the settings, and of programs that were activated with `--channels`.
    init(_ settings: Settings, _ activations: [Activation]) {
        self.init(
            channels: settings.channels,
            programChannels: Dictionary(
                activations.compactMap { activation in activation.channels.map { (activation.programID, $0) } }
            ) { $1 }
        )
    }
}
