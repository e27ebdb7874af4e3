import Delivery
import Ledger
import Reminders
import RunnerWire
import YAMLSource

extension Planning {
    /// What is wrong with channels' values: with those of the channels in use, and with all others as far as their plugins are known.
    private struct ValueFindings {
        var diagnostics = Diagnostics()
        var channels: [String] = []
        var secrets: [SourceSpan] = []
    }

    /// Tells of channels that cannot be used with the values that the settings give them.
    ///
    /// - Parameters:
    ///   - delivering: the channels; as they are now where none are given.
    ///   - always: whether to tell also of what was told before.
    /// - Returns: whether the user was told of any.
    func tellOfValues(_ delivering: Delivering? = nil, always: Bool) throws(CommandError) -> Bool {
        let found = if let delivering { try valueFindings(delivering) } else { try valueFindings(self.delivering()) }
        let problems = found.diagnostics.sorted.map(\.message)
        let told = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.toldProblems(of: .values) }
        if told != problems {
            try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.note(told: problems, of: .values) }
        }
        guard found.diagnostics.hasErrors, always || problems.contains(where: { !told.contains($0) }) else {
            return false
        }
        workspace.talk(words(found))
        for channel in found.channels {
            workspace.warn("the channel '\(channel)' delivers nothing until that is mended; its reminders wait")
        }
        return true
    }

    private func words(_ found: ValueFindings) -> String {
        guard !loaded.isFallback, let source = loaded.source else {
            return found.diagnostics.sorted.map { "\($0.message)\($0.help.map { "; \($0)" } ?? "")" }.joined(
                separator: "\n"
            )
        }
        return DiagnosticRenderer(
            source: source,
            colored: workspace.context.output.talkIsColored,
            concealed: found.secrets
        ).render(found.diagnostics)
    }

    private func valueFindings(_ delivering: Delivering) throws(CommandError) -> ValueFindings {
        let knowledge = PluginKnowledge(delivering)
        let inUse = routes(facts).all
        let meant = Set(inUse + settings.configurations.map(\.name))
        var found = ValueFindings()
        for configuration in delivering.configurations where meant.contains(configuration.name) {
            let channel = delivering.channel(configuration)
            guard channel.permission.state != .denied else { continue }
            let before = found.diagnostics.errorCount
            let isUsed = inUse.contains(channel.name)
            if let known = isUsed ? try knowledge.description(of: channel) : knowledge.knownDescription(of: channel) {
                let check = ChannelCheck(configuration, known, place: loaded.spans[.channels])
                for finding in check.findings.items { found.diagnostics.add(finding) }
                found.secrets += check.secretSpans
            }
            for value in configuration.values {
                guard let problem = delivering.secrets.problem(value.key, value.origin) else { continue }
                found.diagnostics.error(problem.reason, at: value.span, help: problem.remedy)
            }
            if found.diagnostics.errorCount > before { found.channels.append(channel.name) }
        }
        return found
    }

    /// The text of good settings as the ledger may have it: without the secrets that stand in it.
    ///
    /// Of a plugin that is not known yet, any value may be one.
    func memorableSettings(_ delivering: Delivering, _ knowledge: PluginKnowledge) throws(CommandError) -> [UInt8]? {
        guard !loaded.isFallback, let source = loaded.source else { return nil }
        var secrets: [(span: SourceSpan, text: String)] = []
        for configuration in settings.configurations {
            let known = knowledge.knownDescription(of: delivering.channel(configuration))
            let spans = known.map { Set(ChannelCheck(configuration, $0).secretSpans) }
            for value in configuration.values where spans?.contains(value.span) ?? true {
                if let text = value.origin.literal, !text.isEmpty { secrets.append((value.span, text)) }
            }
        }
        return SettingsRedaction.redact(source, secrets)
    }
}
