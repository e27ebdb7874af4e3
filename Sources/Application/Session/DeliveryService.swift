package import CivilTime
package import Delivery
import Files
import History
import Ledger
import Localization
package import Platform
package import Reminders
import RunnerProtocol
import SystemPackage

/// Delivers due notifications and reports the outcome.
package struct DeliveryService {
    package let workspace: Workspace
    package let settings: Settings
    let zone: Zone
    package let now: Instant
    /// The configurations of all channels in use, including those of single programs and fallbacks, and that of the heartbeat.
    package let inUse: [ChannelConfiguration]
    /// The configurations of all known channels: those in use, those in the settings, and one for each plugin found.
    package let configurations: [ChannelConfiguration]
    /// The names of the channels that reminders are sent to.
    package let routed: [String]
    private let permissions: [String: PermissionDecision]
    /// The plugins found, by name.
    private let found: [String: FoundPlugin]
    /// What runs the deliveries; nil for what runs this command.
    private let caller: Caller?
    private let words: MessageCatalog

    package init(workspace: Workspace, settings: Settings, zone: Zone, now: Instant, caller: Caller? = nil)
        throws(CommandError)
    {
        self.workspace = workspace
        self.caller = caller
        self.settings = settings
        self.zone = zone
        self.now = now
        let activations =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.activations() } : []
        routed = ChannelRoutes(settings, activations).all
        let configured = settings.configurations(of: routed)
        inUse = configured + [settings.heartbeat?.channel].compactMap { $0 }.filter { !configured.contains($0) }
        let plugins = workspace.pluginPath.plugins
        // The list also has links to files that no longer exist.
        let usable = plugins.filter { workspace.context.files.exists($0.path) }
        found = Dictionary(usable.map { ($0.name, $0) }) { first, _ in first }
        let others = settings.configurations + plugins.map { ChannelConfiguration(named: $0.name) }
        var seen: Set<String> = []
        configurations = (inUse + others).filter { seen.insert($0.name).inserted }
        permissions =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.permissions() } : [:]
        try workspace.readKnownPlugins()
        let (language, territory) =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in (try ledger.language(), try ledger.territory())
            } : (nil, nil)
        words = workspace.words(settings, language: language, territory: territory)
    }

    package var channels: [Channel] { configurations.map(channel) }

    func channel(named name: String) -> Channel? {
        configurations.first { $0.name == name }.map(channel)
    }

    /// The data for a plugin that schedules notifications itself: settings, language, time zone and time.
    var moment: ScheduledDeliveryReconciliation.Moment {
        ScheduledDeliveryReconciliation.Moment(settings: settings, words: words, zone: zone, now: now)
    }

    package func channel(_ configuration: ChannelConfiguration) -> Channel {
        var values = configuration.values.map { ChannelValue(key: $0.key, origin: $0.origin) }
        if configuration == settings.heartbeat?.channel {
            values += HeartbeatSettings.values.map { ChannelValue(key: $0.key, text: $0.text) }
        }
        let name = configuration.name
        // Only the host knows whether somebody reads the output of the console.
        if configuration.plugin == "console", !values.contains(where: { $0.key == "output" }),
            let reason = (caller ?? workspace.caller).unreadReason
        {
            values.append(ChannelValue(key: "output", text: "unread: \(reason)"))
        }
        func unusable(_ problem: String?, damage: DamagedPart? = nil) -> Channel {
            Channel(
                name: name,
                library: nil,
                digest: nil,
                values: values,
                fallback: configuration.fallback,
                problem: problem,
                damage: damage
            )
        }
        let found = plugin(configuration)
        if !configuration.isPath, permissions[name]?.digest == nil,
            let damage = workspace.pluginPath.damage(of: configuration.plugin, found: found)
        {
            return unusable(nil, damage: damage)
        }
        guard let found else {
            return unusable(
                configuration.isPath
                    ? "there is no plugin at \(Paths.absolute(configuration.plugin, workspace.context)); put it there, or change 'plugin' under 'configure: \(name)' in the settings"
                    : "no such plugin '\(configuration.plugin)'; set its path as 'plugin' under 'configure: \(name)' in the settings, or list the folders searched: antrain plugin search-path"
            )
        }
        if !found.ships, let danger = workspace.context.files.danger(found.path) {
            return unusable("\(found.path) is not loaded: \(danger)")
        }
        let permission = ChannelPermission(
            channel: name,
            decision: permissions[name],
            library: found.path,
            ships: found.ships,
            digest: workspace.digest
        )
        return Channel(
            name: name,
            library: found.path,
            digest: found.shippedDigest ?? permissions[name]?.digest,
            ships: found.ships,
            values: values,
            permission: permission,
            fallback: configuration.fallback,
            problem: permission.problem ?? valueProblem(configuration, found.path, permission)
        )
    }

    /// The description of a channel's plugin from when it was last loaded.
    func knownDescription(of configuration: ChannelConfiguration) -> WireDescription? {
        guard let found = plugin(configuration), let stamp = workspace.context.files.stamp(found.path) else {
            return nil
        }
        let permission = ChannelPermission(
            channel: configuration.name,
            decision: permissions[configuration.name],
            library: found.path,
            ships: found.ships,
            digest: workspace.digest
        )
        return workspace.known.description(of: found.path, stamp: stamp, allowed: permission)
    }

    /// Why a channel's values are invalid, if that is known without loading its plugin.
    private func valueProblem(
        _ configuration: ChannelConfiguration,
        _ library: FilePath,
        _ permission: ChannelPermission
    ) -> String? {
        if configuration == settings.heartbeat?.channel, let problem = heartbeatURLProblem() {
            return "\(problem.reason); \(problem.remedy)"
        }
        let missing = configuration.values.lazy.compactMap { secrets.problem($0.key, $0.origin)?.words }.first
        guard let stamp = workspace.context.files.stamp(library),
            let description = workspace.known.description(of: library, stamp: stamp, allowed: permission),
            let wrong = ChannelCheck(configuration, description).findings.firstInWords
        else { return missing }
        return "\(wrong) ('antrain settings' shows where)"
    }

    /// Reads values that come from files or the environment.
    package var secrets: Secrets { Secrets(environment: workspace.context.environment) }

    package func plugin(_ configuration: ChannelConfiguration) -> FoundPlugin? {
        guard configuration.isPath else {
            return found[configuration.plugin] ?? workspace.pluginPath.plugin(named: configuration.plugin)
        }
        let path = Paths.absolute(configuration.plugin, workspace.context)
        guard workspace.context.files.exists(path) else { return nil }
        return FoundPlugin(name: configuration.name, path: path)
    }

    /// - Parameter deliveryLimit: the time limit of a delivery in seconds.
    package func dispatcher(deliveryLimit: Double = 30) -> Dispatcher {
        let output = workspace.context.output
        return Dispatcher(
            runner: workspace.installation.runner,
            environment: workspace.context.environment,
            terminal: TerminalFacts(
                columns: output.columns,
                isOutput: output.isTerminal,
                allowsColor: output.isColored,
                isControlling: output.hasControllingTerminal
            ),
            used: workspace.usedPaths,
            health: workspace.context.health,
            now: workspace.context.hasHandedClock ? now : nil,
            deliveryLimit: deliveryLimit
        )
    }

    package func readiness(of configuration: ChannelConfiguration) throws(CommandError) -> PluginReport {
        dispatcher().report(try PluginMetadataCache(self).ready(channel(configuration)))
    }

    /// - Parameter print: prints the text of plugins that write to the terminal; returns the reason if that fails.
    package func deliver(print: (String) -> String?) throws(CommandError) -> DeliverySummary {
        let now = now
        // Only a plan sums up what was missed.
        let hasMissed = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.hasMissed(now: now, grace: settings.grace, zone: zone)
        }
        if hasMissed { _ = try Store(workspace).commit() }
        guard try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.hasDue(now: now) }) else {
            return DeliverySummary()
        }
        let dispatcher = dispatcher()
        let metadata = PluginMetadataCache(self)
        var channels: [Channel] = []
        // Only plugins that have something to deliver are started to ask what they need.
        let due = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.dueChannels(now: now) }
        var used = due
        let all = self.channels
        // A fallback may have its own fallback.
        for _ in all {
            used.formUnion(all.filter { used.contains($0.name) }.compactMap(\.fallback?.channel))
        }
        for channel in all {
            channels.append(used.contains(channel.name) ? try metadata.ready(channel) : channel)
        }
        let context = workspace.context
        let clock: () -> Instant = context.hasHandedClock ? { now } : { (try? context.clock(.utc)) ?? now }
        func round(starting due: Set<String> = []) throws(CommandError) -> DeliverySummary {
            let now = clock()
            return try workspace.withLedger { (ledger) throws(LedgerError) in
                try dispatcher.deliverDue(
                    ledger,
                    channels: channels,
                    due: due,
                    settings: settings,
                    words: words,
                    zone: zone,
                    now: now,
                    clock: clock,
                    pool: workspace.pool,
                    print: print
                )
            }
        }
        var summary = try round(starting: due)
        // A fallback may have its own fallback; a channel never takes over a delivery that it has failed, so this ends.
        var handedOver = summary.handedOver.count
        while handedOver > 0 {
            let next = try round()
            handedOver = next.handedOver.count
            summary.add(next)
        }
        // A delivered reminder may need a follow-up.
        if settings.followUp != nil, !summary.delivered.isEmpty { _ = try Store(workspace).commit() }
        return summary
    }

    /// Reports failures; with --verbose or on a terminal, also successful deliveries.
    ///
    /// - Returns: the faults among them.
    package func report(_ summary: DeliverySummary) -> [Health.Fault] {
        workspace.context.log.note(summary)
        let isTalkative = workspace.isVerbose || workspace.context.output.isTerminal
        let optional = Set(settings.configurations.filter(\.isOptional).map(\.name))
        // An optional fallback must not fail silently if the channel that it takes over from is not optional.
        let isBad = { (entry: DeliverySummary.Entry) in
            !optional.contains(entry.channel) || !(entry.takenOverFrom.map(optional.contains) ?? true)
        }
        let retrying = summary.retrying.filter { isTalkative || (isBad($0) && !$0.isWaiting) }
        let failed = summary.failed.filter { isTalkative || isBad($0) }
        for entry in retrying {
            workspace.talk(
                "antrain: \(entry.notification.id) was not delivered on \(entry.channel) and will be retried: \(entry.reason ?? "")"
            )
        }
        for entry in failed {
            workspace.talk(
                "antrain: \(entry.notification.id) could not be delivered on \(entry.channel): \(entry.reason ?? "")"
            )
        }
        if isTalkative {
            for entry in summary.handedOver {
                workspace.talk("not sent on \(entry.channel): \(entry.notification.id): \(entry.reason ?? "")")
            }
            for entry in summary.refused {
                workspace.talk("not sent on \(entry.channel): \(entry.notification.id): \(entry.reason ?? "")")
            }
            for notification in summary.missed {
                let moment = words.format.statedMoment(notification.fireAt, today: zone.civil(at: now).date)
                workspace.talk(
                    words.text(.missedAt, ["id": "\(notification.id)", "what": notification.summary, "moment": moment])
                )
            }
            for entry in summary.delivered where workspace.isVerbose {
                workspace.talk(words.text(.deliveredOn, ["id": "\(entry.notification.id)", "channel": entry.channel]))
            }
        }
        return summary.retrying.filter { isBad($0) && !$0.isWaiting }.map { .retrying($0.channel) }
            + summary.failed.filter(isBad).map { .failed($0.channel) }
    }

    /// The channels on which the last reminder was missed although antrain tried to send it; each new one is reported.
    package func missedChannels() throws(CommandError) -> [Health.Fault] {
        let used = configurations.filter { routed.contains($0.name) }
        let needed = used.filter { !$0.isOptional }
        let names = Set(needed.map(\.name) + needed.compactMap(\.fallback?.channel))
        let start = now.adding(.days(-2))
        var faults: [Health.Fault] = []
        var problems: [String] = []
        for name in used.map(\.name) where names.contains(name) {
            let failures = try workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.failures(on: name, since: start, until: now, countsHandedOver: false)
            }
            guard let last = failures.first(where: { $0.state != .retrying }) else { continue }
            faults.append(.missed(name))
            // A delivery that failed for good was reported when it failed.
            guard last.state == .expired else { continue }
            let reason = last.reason ?? last.state.rawValue
            problems.append("the last reminder on the channel '\(name)' was missed: \(reason)")
        }
        for problem in workspace.newProblems(problems, of: .missed) { workspace.warn(problem) }
        return faults
    }
}
