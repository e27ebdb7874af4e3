import CivilTime
import Delivery
import Files
package import Platform
import Ledger
import Reminders
package import YAMLSource

/// The problems of channels; for channels not in use, only those that are known without loading their plugins.
package struct ChannelFindings {
    package var diagnostics = Diagnostics()
    /// The channels in use that deliver nothing until their problems are fixed.
    package var channels: [String] = []
    /// Whether the heartbeat cannot be sent.
    ///
    /// This is only a warning, because no reminder depends on it.
    package var lacksHeartbeat = false
    /// The parts of the settings file that must not be displayed.
    var secrets: [SourceSpan] = []
}

/// Finds what is wrong with the channels, in the settings and according to their plugins.
package struct ChannelReview {
    let workspace: Workspace
    let loaded: LoadedSettings
    let delivery: DeliveryService

    private var settings: Settings { loaded.settings }

    package init(_ delivery: DeliveryService, _ loaded: LoadedSettings) {
        workspace = delivery.workspace
        self.loaded = loaded
        self.delivery = delivery
    }

    /// Reports new problems, and returns all faults.
    ///
    /// - Parameter always: whether to report known problems again, and to ask all plugins.
    package func report(always: Bool) throws(CommandError) -> Health {
        let found = try findings()
        var health = Health()
        if loaded.isFallback { health.note(.settings) }
        if workspace.context.unfinishedRestore != nil { health.note(.restore) }
        if try !workspace.problems(of: .programs).isEmpty { health.note(.program) }
        for channel in found.channels { health.note(.channelSettings(channel)) }
        if found.diagnostics.hasErrors, found.channels.isEmpty { health.note(.channelSettings(nil)) }
        try report(found, always: always)
        for channel in try reportReadiness(besides: found, always: always) { health.note(.refused(channel)) }
        for configuration in inUse where !configuration.isOptional {
            let channel = delivery.channel(configuration)
            guard channel.library != nil else { continue }
            switch channel.permission.state {
            case .denied: health.note(.denied(channel.name))
            case .notDetermined: health.note(.notAllowed(channel.name))
            case .authorized, .provisional: break
            }
        }
        if workspace.recordsProblems { try workspace.storeKnownPlugins() }
        return health
    }

    private var inUse: [ChannelConfiguration] {
        delivery.routed.compactMap { name in delivery.configurations.first { $0.name == name } }
    }

    /// Reports channels with invalid settings.
    package func reportValues(always: Bool) throws(CommandError) { try report(try findings(), always: always) }

    private func report(_ found: ChannelFindings, always: Bool) throws(CommandError) {
        let problems = found.diagnostics.sorted.filter { $0.severity == .error }.map(\.message)
        let new = always ? problems : workspace.newProblems(problems, of: .values)
        guard found.diagnostics.hasErrors, always || !new.isEmpty else { return }
        workspace.talk(words(found))
        for channel in found.channels {
            workspace.warn("the channel '\(channel)' delivers nothing until this is fixed; its reminders are kept")
        }
    }

    /// The findings as text, with source excerpts if the settings in force are those of the file.
    func words(_ found: ChannelFindings) -> String {
        guard !loaded.isFallback, let source = loaded.source else {
            return found.diagnostics.sorted.map { "\($0.message)\($0.help.map { "; \($0)" } ?? "")" }.joined(
                separator: "\n"
            )
        }
        return DiagnosticRenderer(
            source: source,
            colored: workspace.context.output.talkIsColored,
            concealed: found.secrets + AddressRedaction.spans(in: source.bytes)
        ).render(found.diagnostics)
    }

    /// The problems of channels, and the parts of the settings that must not be displayed.
    package func findings() throws(CommandError) -> ChannelFindings {
        let metadata = PluginMetadataCache(delivery)
        let inUse = delivery.routed
        let meant = Set(inUse + settings.configurations.map(\.name))
        let names = Set(workspace.pluginPath.plugins.map(\.name) + settings.configurations.map(\.name))
        var found = ChannelFindings()
        for configuration in delivery.configurations where meant.contains(configuration.name) {
            let channel = delivery.channel(configuration)
            guard channel.permission.state != .denied else {
                found.secrets += configuration.values.filter { $0.origin.literal != nil }.map(\.span)
                continue
            }
            if configuration == settings.heartbeat?.channel {
                heartbeat(configuration, into: &found)
                continue
            }
            let before = found.diagnostics.errorCount
            let isUsed = inUse.contains(channel.name)
            // A missing part of antrain is not an error in the settings.
            if delivery.plugin(configuration) == nil, channel.damage == nil {
                absence(of: configuration, into: &found)
            }
            let known = isUsed ? try metadata.description(of: channel) : metadata.knownDescription(of: channel)
            if let known {
                let check = ChannelCheck(configuration, known, place: loaded.spans[.channels])
                for finding in check.findings.items { found.diagnostics.add(finding) }
                found.secrets += check.secretSpans
            } else {
                // Any value of an unknown plugin may be a secret.
                found.secrets += configuration.values.filter { $0.origin.literal != nil }.map(\.span)
            }
            for value in configuration.values {
                guard let problem = delivery.secrets.problem(value.key, value.origin) else { continue }
                found.diagnostics.error(problem.reason, at: value.span, help: problem.remedy)
            }
            if isUsed, found.diagnostics.errorCount > before { found.channels.append(channel.name) }
            if let fallback = configuration.fallback?.channel, !names.contains(fallback) {
                let names = names.filter { $0 != configuration.name }
                found.diagnostics.error(
                    "no such channel '\(fallback)' to take over from '\(configuration.name)'",
                    at: configuration.fallbackSpan ?? place(of: configuration),
                    help: Suggestion.help(for: fallback, among: names)
                        ?? "use one of \(names.sorted().joined(separator: ", "))"
                )
            }
        }
        return found
    }

    /// Warns if the heartbeat cannot be sent.
    private func heartbeat(_ configuration: ChannelConfiguration, into found: inout ChannelFindings) {
        found.secrets += configuration.values.filter { $0.origin.literal != nil }.map(\.span)
        guard let problem = delivery.heartbeatURLProblem() else { return }
        found.diagnostics.warning(problem.reason, at: place(of: configuration), help: problem.remedy)
        found.lacksHeartbeat = true
    }

    /// Reports a channel without a plugin: its name may be misspelled, or the plugin not installed.
    private func absence(of configuration: ChannelConfiguration, into found: inout ChannelFindings) {
        let name = configuration.name
        guard !configuration.isPath else {
            return found.diagnostics.error(
                "there is no plugin at \(Paths.absolute(configuration.plugin, workspace.context))",
                at: place(of: configuration),
                help: "put it there, or change 'plugin' under 'configure: \(name)' in the settings"
            )
        }
        let names = workspace.pluginPath.plugins.map(\.name) + settings.configurations.map(\.name)
        found.diagnostics.error(
            "no such plugin '\(configuration.plugin)' for the channel '\(name)'",
            at: place(of: configuration),
            help: Suggestion.help(for: configuration.plugin, among: names.filter { $0 != configuration.plugin })
                ?? "set its path as 'plugin' under 'configure: \(name)', or list the folders searched: antrain plugin search-path"
        )
    }

    /// The position of a channel's name in the settings.
    private func place(of configuration: ChannelConfiguration) -> SourceSpan {
        configuration.span ?? loaded.channelSpans[configuration.name] ?? loaded.spans[.channels]
            ?? SourceSpan(start: 0, end: 0)
    }

    // MARK: Readiness

    /// Reports channels in use whose plugins are not ready, with remedies.
    ///
    /// Under cron, which runs every minute, plugins are asked once a day and whenever the settings, a plugin's file or its
    /// permission has changed, and only new problems are reported. Those that refused are asked in every run, so that a run
    /// notices that the fault is gone.
    ///
    /// - Returns: the channels whose plugins refuse permanently.
    private func reportReadiness(besides found: ChannelFindings, always: Bool) throws(CommandError) -> [String] {
        let channels = inUse.filter { !found.channels.contains($0.name) }.map { ($0, delivery.channel($0)) }
        let moment = moment(channels.map(\.1))
        let (asked, told, held, refusing) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (
                try ledger.readinessAsked(), try ledger.reportedProblems(of: .readiness),
                try ledger.reportedProblems(of: .held), Set(try ledger.reportedProblems(of: .refusals))
            )
        }
        let asksAll = always || asked != moment
        guard asksAll || !refusing.isEmpty else { return [] }
        let metadata = PluginMetadataCache(delivery)
        let dispatcher = delivery.dispatcher()
        var news = ChannelFindings(secrets: found.secrets)
        var problems: [String] = []
        var refusals: [String] = []
        // Damage of antrain itself is reported once, not for each channel, and plugins are asked again after the repair.
        var isDamaged = false
        // Users know why a channel that they denied is silent, and optional channels may fail silently.
        let isSilent = { (configuration: ChannelConfiguration, channel: Channel) in
            configuration.isOptional || channel.permission.state == .denied
        }
        for (configuration, channel) in channels where always || !isSilent(configuration, channel) {
            guard asksAll || refusing.contains(channel.name) else { continue }
            let report = dispatcher.report(try metadata.ready(channel))
            guard let problem = report.problem else { continue }
            if report.damage != nil {
                isDamaged = true
                continue
            }
            if report.isRefusal, !configuration.isOptional { refusals.append(channel.name) }
            let sentence = "the channel '\(channel.name)' is not ready: \(problem)"
            problems.append(sentence.split(whereSeparator: \.isNewline).joined(separator: " "))
            // A channel that schedules notifications itself has already reported this problem.
            let isKnown = told.contains(problems.last ?? "") || held.contains { $0.contains(problem) }
            guard always || !isKnown else { continue }
            let remedy = report.remedy.flatMap { $0.isEmpty ? nil : $0 }
            if report.isRefusal {
                news.diagnostics.error(sentence, at: place(of: configuration), help: remedy)
            } else {
                workspace.warn([sentence, remedy].compactMap { $0 }.joined(separator: "; "))
            }
        }
        if news.diagnostics.hasErrors { workspace.talk(words(news)) }
        guard workspace.recordsProblems else { return refusals }
        try workspace.remember { (ledger) throws(LedgerError) in
            try ledger.note(told: refusals, of: .refusals)
            guard asksAll else { return }
            try ledger.note(told: problems, of: .readiness)
            if !isDamaged { try ledger.note(readinessAsked: moment) }
        }
        return refusals
    }

    /// The state on which readiness usually depends; when it changes, plugins are asked again.
    private func moment(_ channels: [Channel]) -> String {
        let files = workspace.context.files
        let today = delivery.zone.civil(at: delivery.now).date
        let parts = channels.map { channel in
            "\(channel.name) \(channel.permission.state.rawValue) \(channel.library.flatMap(files.stamp) ?? "-")"
        }
        return (["\(today)", files.stamp(workspace.paths.settings) ?? "-"] + parts).joined(separator: "; ")
    }
}
