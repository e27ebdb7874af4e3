import CivilTime
import Delivery
import Ledger
import Localization
import Planning
package import Platform
import Reminders
package import Session

/// The channels in use and in the settings.
package struct ChannelListResult: CommandResult {
    package static let kind = "channels"

    enum Use: String, Encodable {
        case inUse = "in-use"
        case fallback, unused

        fileprivate var words: String {
            switch self {
            case .inUse: "in use"
            case .fallback: "fallback"
            case .unused: "not in use"
            }
        }
    }

    struct Channel: Encodable {
        let name: String
        let plugin: String
        let use: Use
        let permission: PermissionState
        let ready: Bool
        let problem: ResultMessage?
        let remedy: ResultMessage?
        let reach: Reach?
        /// The file that it writes to.
        let file: String?
    }

    /// A channel's limit, and the days and reminders that it covers.
    struct Reach: Encodable {
        let limit: Int?
        let reserved: Int?
        let perDay: Double
        let horizon: Int
        /// The last date that is planned.
        let until: String
        let fitting: [String]
        let overflow: [String]
        let beyond: Int
        let coverage: Int
        /// The warning if it covers too few days; otherwise nil.
        let shortage: ResultText?
        fileprivate let inWords: String

        private enum CodingKeys: String, CodingKey {
            case limit, reserved, perDay = "per_day", horizon, until, fitting, overflow, beyond, coverage, shortage
        }

        init(_ budget: ChannelBudget, today: CivilDate) {
            limit = budget.limit
            reserved = budget.limit.map { min($0, ChannelBudget.reserve) }
            perDay = (budget.perDay * 100).rounded() / 100
            horizon = budget.horizon
            until = budget.end.adding(days: -1).description
            fitting = budget.fitting.map(\.id.rawValue)
            overflow = budget.overflow.map(\.id.rawValue)
            beyond = budget.beyond.count
            coverage = budget.coverage
            shortage = budget.isShort ? ResultText(text: MessageCatalog.plain.shortage(of: budget)) : nil
            var share = [plural(fitting.count, "reminder")]
            if !overflow.isEmpty { share.append("\(overflow.count) over the limit") }
            if beyond > 0 { share.append("\(beyond) later") }
            guard let limit else {
                inWords = share.joined(separator: ", ")
                return
            }
            let last = MessageCatalog.plain.format.date(today.adding(days: coverage - 1), today: today)
            let days =
                coverage > 0 ? "\(plural(coverage, "day")) covered, through \(last)" : "not even today is covered"
            inWords = "limit \(limit); \(days); \(share.joined(separator: ", "))"
        }
    }

    let channels: [Channel]

    package init(_ store: Store) throws(CommandError) {
        let session = store.session
        let delivery = try store.delivering()
        let budgets = session.today <= .lastPlanned ? try store.budgets() : []
        let heartbeat = session.settings.heartbeat?.channel
        let configured = session.settings.configurations.filter { one in
            one != heartbeat && !delivery.inUse.contains { $0.name == one.name }
        }
        let metadata = PluginMetadataCache(delivery)
        let listed = delivery.inUse.filter { $0 != heartbeat } + configured
        channels = try listed.map { (configuration) throws(CommandError) in
            let channel = delivery.channel(configuration)
            let report = try delivery.readiness(of: configuration)
            let isRouted = delivery.routed.contains(configuration.name)
            let isUsed = delivery.inUse.contains { $0.name == configuration.name }
            return Channel(
                name: configuration.name,
                plugin: configuration.plugin,
                use: isRouted ? .inUse : isUsed ? .fallback : .unused,
                permission: channel.permission.state,
                ready: report.problem == nil,
                problem: report.problem.map(ResultMessage.init),
                remedy: report.remedy.flatMap { $0.isEmpty ? nil : ResultMessage(message: $0) },
                reach: budgets.first { $0.channel == configuration.name }.map { Reach($0, today: session.today) },
                file: try metadata.writtenFile(of: configuration)
            )
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = channels.map { channel in
            let words = [channel.problem?.message, channel.remedy?.message].compactMap(\.self)
            let plugin = channel.plugin.split(separator: "/").last.map(String.init) ?? ""
            return [
                style.bold(channel.name) + (plugin == channel.name ? "" : " (\(plugin))"),
                channel.use == .unused ? style.dim(channel.use.words) : channel.use.words,
                channel.permission == .authorized ? channel.permission.words : style.magenta(channel.permission.words),
                channel.ready ? style.green("ready") : style.red("not ready: " + words.joined(separator: "; ")),
                style.dim([channel.reach?.inWords, channel.file].compactMap(\.self).joined(separator: "; ")),
            ]
        }
        let warnings = channels.compactMap { $0.reach?.shortage.map { style.magenta($0.text) } }
        return (TextTable.lines(rows, columns: columns) + warnings).joined(separator: "\n") + "\n"
    }
}

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
