import Delivery
import Ledger
import Reminders
import RunnerProtocol
import YAMLSource

/// The problems of channels; of channels not in use, only those that are known without loading their plugins.
struct ChannelFindings {
    var diagnostics = Diagnostics()
    /// The channels in use that deliver nothing until their problems are fixed.
    var channels: [String] = []
    /// Whether the heartbeat cannot be sent.
    ///
    /// This is only a warning, because no reminder depends on it.
    var lacksHeartbeat = false
    /// The parts of the settings file that must not be displayed.
    var secrets: [SourceSpan] = []
}

extension PlanningSession {
    /// Reports channels with invalid settings, and channels in use that are not ready.
    ///
    /// - Parameters:
    ///   - delivering: the channels; nil for the current ones.
    ///   - always: whether to report known problems again.
    /// - Returns: whether invalid settings were reported.
    func reportChannels(_ delivery: DeliveryService? = nil, always: Bool) throws(CommandError) -> Bool {
        let delivery = if let delivery { delivery } else { try self.delivering() }
        let found = try findings(delivery)
        let areWrong = try report(found, always: always)
        let areRefused = try reportReadiness(delivery, besides: found, always: always)
        return areWrong || areRefused
    }

    /// Reports channels with invalid settings.
    func reportValues(always: Bool) throws(CommandError) -> Bool {
        try report(try findings(delivering()), always: always)
    }

    private func report(_ found: ChannelFindings, always: Bool) throws(CommandError) -> Bool {
        let problems = found.diagnostics.sorted.filter { $0.severity == .error }.map(\.message)
        let told = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.reportedProblems(of: .values) }
        if told != problems {
            try workspace.remember { (ledger) throws(LedgerError) in try ledger.note(told: problems, of: .values) }
        }
        guard found.diagnostics.hasErrors, always || problems.contains(where: { !told.contains($0) }) else {
            return false
        }
        workspace.talk(words(found))
        for channel in found.channels {
            workspace.warn("the channel '\(channel)' delivers nothing until this is fixed; its reminders are kept")
        }
        return true
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
    func findings(_ delivery: DeliveryService) throws(CommandError) -> ChannelFindings {
        let metadata = PluginMetadataCache(delivery)
        let inUse = channelsInUse
        let meant = Set(inUse + settings.configurations.map(\.name))
        let names = Set(workspace.pluginPath.plugins.map(\.name) + settings.configurations.map(\.name))
        var found = ChannelFindings()
        for configuration in delivery.configurations where meant.contains(configuration.name) {
            let channel = delivery.channel(configuration)
            guard channel.permission.state != .denied else { continue }
            if configuration == settings.heartbeat?.channel {
                heartbeat(configuration, delivery, into: &found)
                continue
            }
            let before = found.diagnostics.errorCount
            let isUsed = inUse.contains(channel.name)
            // A missing part of antrain is not an error in the settings.
            if delivery.plugin(configuration) == nil, channel.damage == nil {
                absence(of: configuration, delivery, into: &found)
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
    private func heartbeat(
        _ configuration: ChannelConfiguration,
        _ delivery: DeliveryService,
        into found: inout ChannelFindings
    ) {
        found.secrets += configuration.values.filter { $0.origin.literal != nil }.map(\.span)
        guard let problem = delivery.heartbeatURLProblem() else { return }
        found.diagnostics.warning(problem.reason, at: place(of: configuration), help: problem.remedy)
        found.lacksHeartbeat = true
    }

    /// Reports a channel without a plugin: its name may be misspelled, or the plugin not installed.
    private func absence(
        of configuration: ChannelConfiguration,
        _ delivery: DeliveryService,
        into found: inout ChannelFindings
    ) {
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
    func place(of configuration: ChannelConfiguration) -> SourceSpan {
        configuration.span ?? loaded.channelSpans[configuration.name] ?? loaded.spans[.channels]
            ?? SourceSpan(start: 0, end: 0)
    }

    /// The text of good settings to store in the ledger, without secrets.
    ///
    /// Any value of an unknown plugin may be a secret.
    func memorableSettings(_ delivery: DeliveryService, _ metadata: PluginMetadataCache) throws(CommandError)
        -> [UInt8]?
    {
        guard !loaded.isFallback, let source = loaded.source, !SettingsReader.isBlank(source.bytes) else { return nil }
        var secrets: [(span: SourceSpan, text: String)] = []
        for configuration in settings.configurations {
            let known = metadata.knownDescription(of: delivery.channel(configuration))
            let spans = known.map { Set(ChannelCheck(configuration, $0).secretSpans) }
            for value in configuration.values where spans?.contains(value.span) ?? true {
                if let text = value.origin.literal, !text.isEmpty { secrets.append((value.span, text)) }
            }
        }
        return SettingsRedaction.redact(source, secrets)
    }
}
