package import Platform
import Session

/// What became of a channel that was added or removed.
package struct ChannelChangeResult: CommandResult {
    package static let kind = "channel-change"

    package enum Action: String, Encodable {
        case added, unchanged, removed
    }

    package let action: Action
    package let channel: String
    /// Whether a test notification was delivered; nil if none was sent.
    package let delivered: Bool?
    /// Whether the user saw the test notification; nil if antrain did not ask, as for JSON.
    package let arrived: Bool?
    /// Why the test notification was not delivered.
    let problem: ResultMessage?
    let remedy: ResultMessage?
    package let status: ExitStatus

    private enum CodingKeys: String, CodingKey { case action, channel, delivered, problem, remedy }

    package init(_ action: Action, _ channel: String, test: PluginTestResult? = nil, arrived: Bool? = nil) {
        (self.action, self.channel, self.arrived) = (action, channel, arrived)
        (delivered, problem, remedy) = (test?.delivered, test?.problem, test?.remedy)
        let isGone = test != nil && action == .removed
        status = isGone ? .unavailable : test?.status ?? .success
    }

    package func text(_ style: Style, columns: Int) -> String {
        switch action {
        case .added: "added the channel '\(channel)'\n"
        case .unchanged: "the channel '\(channel)' is already in use; to test it: antrain channel test \(channel)\n"
        case .removed: "removed the channel '\(channel)'\n"
        }
    }
}
