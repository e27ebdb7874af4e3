internal import Ledger
public import RunnerWire

/// What came of one notification that was sent to try a channel.
public struct TestDelivery: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: String, Sendable {
        /// It was delivered.
        case delivered
        /// It did not work now, and would be tried again.
        case retry
        /// It cannot work as it is.
        case refused
    }

    /// How it ended.
    public let outcome: Outcome
    /// How long the plugin took for it, in milliseconds; nil where it came to no delivery.
    public let milliseconds: Double?
    /// Why it was not delivered.
    public let reason: String?
    /// What the user can do about it.
    public let remedy: String?
}

extension Dispatcher {
    /// Sends one notification through a channel as it is set up, and records nothing.
    ///
    /// - Parameters:
    ///   - channel: the channel; one that may not deliver is not started.
    ///   - notification: what to send.
    ///   - print: where the plugin's texts for the user go; returns why one could not be shown.
    public func test(_ channel: Channel, _ notification: WireNotification, print: @escaping (String) -> String?)
        -> TestDelivery
    {
        if let obstacle = channel.obstacle {
            return TestDelivery(outcome: .refused, milliseconds: nil, reason: obstacle, remedy: nil)
        }
        var began: Double?
        do throws(PluginConversation.Failure) {
            let conversation = try PluginConversation.start(channel, self)
            var unshown: String?
            conversation.print = { unshown = print($0) ?? unshown }
            try conversation.open()
            began = MonotonicTime.now
            var notification = notification
            if channel.permission.state == .provisional { notification.flags |= WireNotification.quiet }
            try conversation.ask(.deliver(notification), step: .deliver)
            let result = WireResult(status: 0).unless(unshown)
            if result.status != 0 { throw PluginConversation.Failure(reason: result.reason, remedy: result.remedy) }
            return TestDelivery(outcome: .delivered, milliseconds: since(began), reason: nil, remedy: nil)
        } catch {
            return TestDelivery(
                outcome: error.isPassing ? .retry : .refused,
                milliseconds: since(began),
                reason: error.reason,
                remedy: error.remedy.isEmpty ? nil : error.remedy
            )
        }
    }

    private func since(_ moment: Double?) -> Double? {
        moment.map { (MonotonicTime.now - $0) * 1000 }
    }
}
