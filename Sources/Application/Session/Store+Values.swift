import CivilTime
import Delivery
package import Platform
import Planning
import Progress
import Reminders
import Training
import YAMLSource

extension Store {
    /// What is wrong with the channels of these settings.
    package func review(_ delivery: DeliveryService? = nil) throws(CommandError) -> ChannelReview {
        let delivery = if let delivery { delivery } else { try delivering() }
        return ChannelReview(delivery, session.loaded)
    }

    /// The text of good settings to store in the ledger, without secrets.
    ///
    /// Any value of an unknown plugin may be a secret.
    func memorableSettings(_ delivery: DeliveryService, _ metadata: PluginMetadataCache) throws(CommandError)
        -> [UInt8]?
    {
        guard !session.loaded.isFallback, let source = session.loaded.source, !SettingsReader.isBlank(source.bytes)
        else { return nil }
        var secrets: [(span: SourceSpan, text: String)] = []
        for configuration in session.settings.configurations {
            let known = metadata.knownDescription(of: delivery.channel(configuration))
            let spans = known.map { Set(ChannelCheck(configuration, $0).secretSpans) }
            for value in configuration.values where spans?.contains(value.span) ?? true {
                if let text = value.origin.literal, !text.isEmpty { secrets.append((value.span, text)) }
            }
        }
        return SettingsRedaction.redact(source, secrets)
    }
}
