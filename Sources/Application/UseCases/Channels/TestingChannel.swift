import Delivery
package import Platform
package import Results
import RunnerProtocol
package import Session

/// Sends a test notification through a channel; it is neither queued nor recorded.
package struct TestingChannel {
    package static let usualMessage = "This is a test: your reminders will look like this."

    private let name: String
    private let message: String
    private let catalog: PluginCatalog

    package init(_ name: String, message: String = usualMessage, _ catalog: PluginCatalog) {
        (self.name, self.message, self.catalog) = (name, message, catalog)
    }

    /// - Parameter print: shows the text of plugins that write to the terminal; returns the reason if that fails.
    package func run(print: @escaping (String) -> String?) throws(CommandError) -> PluginTestResult {
        let metadata = PluginMetadataCache(catalog.delivery)
        let channel = try metadata.ready(catalog.knownChannel(name))
        let dispatcher = catalog.delivery.dispatcher()
        var notification = catalog.delivery.immediateNotification("test")
        // A channel that drops duplicates must not drop a second test within the same minute.
        notification.key = "test-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        notification.body = message
        // What a plugin delivers itself at another time, such as a job of at(1), does not tell whether it can schedule anything.
        let report = try metadata.description(of: channel)?.canSchedule ?? false ? dispatcher.report(channel) : nil
        let delivery = report.flatMap { TestDelivery($0) } ?? dispatcher.test(channel, notification, print: print)
        try catalog.workspace.checkHealth()
        return PluginTestResult(channel: channel.name, metadata.applicable(delivery, to: channel))
    }
}
