import Delivery
import Ledger
import Reminders
import YAMLSource

extension PlanningSession {
    /// Reports channels in use whose plugins are not ready, with remedies.
    ///
    /// Under cron, which runs every minute, plugins are asked once a day and whenever the settings, a plugin's file or its
    /// permission has changed, and only new problems are reported.
    ///
    /// - Returns: whether a plugin was reported that rejects its values.
    func reportReadiness(_ delivery: DeliveryService, besides found: ChannelFindings, always: Bool) throws(CommandError)
        -> Bool
    {
        let channels = channelsInUse.filter { !found.channels.contains($0) }.compactMap { name in
            delivery.configurations.first { $0.name == name }.map { ($0, delivery.channel($0)) }
        }
        let moment = moment(channels.map(\.1))
        let (asked, told, held) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (
                try ledger.readinessAsked(), try ledger.reportedProblems(of: .readiness),
                try ledger.reportedProblems(of: .held)
            )
        }
        guard always || asked != moment else { return false }
        let metadata = PluginMetadataCache(delivery)
        let dispatcher = delivery.dispatcher()
        var refused = ChannelFindings(secrets: found.secrets)
        var problems: [String] = []
        // Damage of antrain itself is reported once, not for each channel, and plugins are asked again after the repair.
        var isDamaged = false
        // Users know why a channel that they denied is silent, and optional channels may fail silently.
        let isSilent = { (configuration: ChannelConfiguration, channel: Channel) in
            configuration.isOptional || channel.permission.state == .denied
        }
        for (configuration, channel) in channels where always || !isSilent(configuration, channel) {
            let report = dispatcher.report(try metadata.ready(channel))
            guard let problem = report.problem else { continue }
            if report.damage != nil {
                isDamaged = true
                continue
            }
            let sentence = "the channel '\(channel.name)' is not ready: \(problem)"
            problems.append(sentence.split(whereSeparator: \.isNewline).joined(separator: " "))
            // A channel that schedules notifications itself has already reported this problem.
            let isKnown = told.contains(problems.last ?? "") || held.contains { $0.contains(problem) }
            guard always || !isKnown else { continue }
            let remedy = report.remedy.flatMap { $0.isEmpty ? nil : $0 }
            if report.isRefusal {
                refused.diagnostics.error(sentence, at: place(of: configuration), help: remedy)
            } else {
                workspace.warn([sentence, remedy].compactMap { $0 }.joined(separator: "; "))
            }
        }
        try workspace.remember { (ledger) throws(LedgerError) in
            try ledger.note(told: problems, of: .readiness)
            if !isDamaged { try ledger.note(readinessAsked: moment) }
        }
        guard refused.diagnostics.hasErrors else { return false }
        workspace.talk(words(refused))
        return true
    }

    /// The state on which readiness usually depends; when it changes, plugins are asked again.
    private func moment(_ channels: [Channel]) -> String {
        let files = workspace.context.files
        let parts = channels.map { channel in
            "\(channel.name) \(channel.permission.state.rawValue) \(channel.library.flatMap(files.stamp) ?? "-")"
        }
        return (["\(today)", files.stamp(workspace.paths.settings) ?? "-"] + parts).joined(separator: "; ")
    }
}
