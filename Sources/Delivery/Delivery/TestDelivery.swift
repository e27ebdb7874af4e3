internal import Ledger
public import RunnerProtocol

/// The result of a test notification.
public struct TestDelivery: Sendable, Hashable {
    /// The outcome.
    public enum Outcome: String, Sendable {
        /// It was delivered.
        case delivered
        /// It failed temporarily.
        case retry
        /// It failed permanently.
        case refused
    }

    /// The outcome.
    public let outcome: Outcome
    /// How long the delivery took, in milliseconds; nil if there was no delivery.
    public let milliseconds: Double?
    /// Why it was not delivered.
    public let reason: String?
    /// What the user can do about it.
    public let remedy: String?

    /// The result of a channel that is not ready; nil if it is.
    public init?(_ report: PluginReport) {
        guard let problem = report.problem else { return nil }
        self.init(
            outcome: report.isRefusal ? .refused : .retry,
            milliseconds: nil,
            reason: problem,
            remedy: report.remedy
        )
    }

    init(outcome: Outcome, milliseconds: Double?, reason: String?, remedy: String?) {
        (self.outcome, self.milliseconds, self.reason, self.remedy) = (outcome, milliseconds, reason, remedy)
    }

    /// The same result with another remedy, if it has one.
    public func rewordingRemedy(_ reword: (String) -> String) -> TestDelivery {
        TestDelivery(outcome: outcome, milliseconds: milliseconds, reason: reason, remedy: remedy.map(reword))
    }
}

extension Dispatcher {
    /// Sends one notification through a channel with its settings, without recording it.
    ///
    /// - Parameters:
    ///   - channel: the channel; it is started only if it may deliver.
    ///   - notification: what to send.
    ///   - print: shows the plugin's texts to the user; returns why one could not be shown.
    public func test(_ channel: Channel, _ notification: WireNotification, print: @escaping (String) -> String?)
        -> TestDelivery
    {
        if let obstacle = channel.obstacle {
            if let damage = channel.damage { health.note(damage) }
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
