import CivilTime
import Delivery
import Ledger
import Reminders

/// Delivers what is due, and tells what came of it.
struct Delivering {
    let workspace: Workspace
    let settings: Settings
    let zone: Zone
    let now: Instant
    /// How the channels are set up that reminders go to, those of single programs and those that take over included.
    let inUse: [ChannelConfiguration]
    private let permissions: [String: PermissionDecision]
    /// What plugins said of themselves when they were last loaded.
    let known: KnownPlugins
    private let words: Catalogue

    init(workspace: Workspace, settings: Settings, zone: Zone, now: Instant) throws(CommandError) {
        self.workspace = workspace
        self.settings = settings
        self.zone = zone
        self.now = now
        let activations =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.activations() } : []
        inUse = settings.configurations(of: ChannelRoutes(settings, activations).all)
        permissions =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.permissions() } : [:]
        known = KnownPlugins(
            workspace.hasLedger
                ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.pluginCards() } : [:]
        )
        let (language, territory) =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in
                (try ledger.language(), try ledger.territory())
            } : (nil, nil)
        words = workspace.words(settings, language: language, territory: territory)
    }

    /// The channels that can be meant: those in use, those set up for some program, and the plugins that ship.
    var channels: [Channel] { configurations.map(channel) }

    /// The channel of a name.
    func channel(named name: String) -> Channel? {
        configurations.first { $0.name == name }.map(channel)
    }

    /// How the channels are set up that can be meant.
    var configurations: [ChannelConfiguration] {
        var known = inUse
        known += settings.configurations + workspace.pluginPath.plugins.map { ChannelConfiguration(named: $0.name) }
        var seen: Set<String> = []
        return known.filter { seen.insert($0.name).inserted }
    }

    /// What held notifications are told with.
    var moment: HeldReconciliation.Moment {
        HeldReconciliation.Moment(settings: settings, words: words, zone: zone, now: now)
    }

    /// A channel with its plugin's library.
    func channel(_ configuration: ChannelConfiguration) -> Channel {
        let values = configuration.values.map { ChannelValue(key: $0.key, origin: $0.origin) }
        let name = configuration.name
        func unusable(_ problem: String) -> Channel {
            Channel(
                name: name,
                library: nil,
                digest: nil,
                values: values,
                fallback: configuration.fallback,
                problem: problem
            )
        }
        guard let found = plugin(configuration) else {
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

    /// Why a channel's values cannot serve, as far as that is known without loading its plugin.
    private func valueProblem(_ configuration: ChannelConfiguration, _ library: String, _ permission: ChannelPermission)
        -> String?
    {
        let missing = configuration.values.lazy.compactMap { secrets.problem($0.key, $0.origin)?.words }.first
        guard let stamp = workspace.context.files.stamp(library),
            let description = known.description(of: library, stamp: stamp, allowed: permission),
            let wrong = ChannelCheck(configuration, description).findings.firstInWords
        else { return missing }
        return "\(wrong); 'antrain settings' shows where"
    }

    /// What reads values that do not stand in the settings.
    var secrets: Secrets { Secrets(environment: workspace.context.environment) }

    /// The library of a channel's plugin.
    func plugin(_ configuration: ChannelConfiguration) -> FoundPlugin? {
        guard configuration.isPath else { return workspace.pluginPath.plugin(named: configuration.plugin) }
        let path = Paths.absolute(configuration.plugin, workspace.context)
        guard workspace.context.files.exists(path) else { return nil }
        return FoundPlugin(name: configuration.name, path: path)
    }

    /// What starts plugins' processes.
    func dispatcher() throws(CommandError) -> Dispatcher {
        let output = workspace.context.output
        return Dispatcher(
            runner: try workspace.installation.runner(),
            environment: workspace.context.environment,
            terminal: TerminalFacts(
                columns: output.columns,
                isOutput: output.isTerminal,
                allowsColor: output.isColored,
                isControlling: output.hasControllingTerminal
            )
        )
    }

    /// Delivers what is due.
    ///
    /// - Parameter print: where plugins' texts for the user go; returns why one could not be shown.
    func deliver(print: (String) -> String?) throws(CommandError) -> DeliverySummary {
        let now = now
        guard try workspace.withLedger({ (ledger) throws(LedgerError) in try ledger.hasDue(now: now) }) else {
            return DeliverySummary()
        }
        let dispatcher = try dispatcher()
        let knowledge = PluginKnowledge(self)
        var channels: [Channel] = []
        // A plugin that has nothing to do now is not started to be asked what it needs.
        var due = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.dueChannels(now: now) }
        let all = self.channels
        // Who takes over may have one that takes over in turn.
        for _ in all {
            due.formUnion(all.filter { due.contains($0.name) }.compactMap(\.fallback?.channel))
        }
        for channel in all {
            channels.append(due.contains(channel.name) ? try knowledge.ready(channel) : channel)
        }
        let context = workspace.context
        let clock: () -> Instant = context.hasHandedClock ? { now } : { (try? context.clock(.utc)) ?? now }
        func round() throws(CommandError) -> DeliverySummary {
            let now = clock()
            return try workspace.withLedger { (ledger) throws(LedgerError) in
                try dispatcher.deliverDue(
                    ledger,
                    channels: channels,
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
        var summary = try round()
        // Those that take over may have one that takes over from them; none takes over what it failed to deliver, so this ends.
        var handedOver = summary.handedOver.count
        while handedOver > 0 {
            let next = try round()
            handedOver = next.handedOver.count
            summary.add(next)
        }
        // What was delivered may want a follow-up.
        if settings.followUp != nil, !summary.delivered.isEmpty { _ = try Planning(workspace).commit() }
        return summary
    }

    /// Tells what went wrong, and what went well where the user wants to know.
    func tell(_ summary: DeliverySummary) -> ExitStatus {
        let isTalkative = workspace.isVerbose || workspace.context.output.isTerminal
        let optional = Set(settings.configurations.filter(\.isOptional).map(\.name))
        // A reminder's last channel is not optional, unless the channel that it takes over from was optional.
        let isBad = { (entry: DeliverySummary.Entry) in
            !optional.contains(entry.channel) || !(entry.takenOverFrom.map(optional.contains) ?? true)
        }
        let retrying = summary.retrying.filter { isTalkative || isBad($0) }
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
                    words.text(
                        .missedAt,
                        ["id": "\(notification.id)", "what": notification.summary, "moment": moment]
                    )
                )
            }
            for entry in summary.delivered where workspace.isVerbose {
                workspace.talk(
                    words.text(.deliveredOn, ["id": "\(entry.notification.id)", "channel": entry.channel])
                )
            }
        }
        return summary.retrying.contains(where: isBad)
            ? .tryAgain : summary.failed.contains(where: isBad) ? .unavailable : .success
    }
}
