import CivilTime
import Delivery
import History
import Ledger
import Platform
import Reminders
import Session
import SystemPackage
import Triggers

/// The checks of channels and their plugins.
extension Checkup {
    /// The channels' settings, and for each channel in use whether its plugin may deliver and is ready when a trigger runs antrain.
    func channels(_ facts: TriggerFacts, isDamaged: Bool) -> [DoctorCheck] {
        // Without the ledger it is unknown which plugins the user allowed and denied.
        if case .unusable = ledgerState { return [unread(.channelSettings), unread(.channel)] }
        guard let store = try? store() else {
            let finding = DoctorFinding.unchecked("the settings or the ledger cannot be read")
            return [DoctorCheck(name: .channelSettings, findings: [finding])]
        }
        do throws(CommandError) {
            let delivery = try store.delivering(by: facts.caller(context))
            let found = try store.review(delivery).findings()
            let source = store.session.loaded.isFallback ? nil : store.session.loaded.source
            let values = DoctorCheck(
                name: .channelSettings,
                findings: DoctorFinding.of(
                    found.diagnostics,
                    in: source,
                    path: paths.settings,
                    .channelMisconfigured,
                    edit: "antrain settings edit"
                )
            )
            return [values]
                + (store.session.channelsInUse + [settings.heartbeat?.channel?.name].compactMap { $0 }).compactMap {
                    name in
                    delivery.configurations.first { $0.name == name }.map {
                        channel(
                            $0,
                            delivery,
                            facts,
                            isMisconfigured: found.channels.contains(name)
                                || found.lacksHeartbeat && name == HeartbeatSettings.channelName,
                            isDamaged: isDamaged
                        )
                    }
                }
        } catch { return [DoctorCheck(name: .channelSettings, findings: [.unchecked(error.message)])] }
    }

    /// A store with the settings in force; in UTC if their time zone is unknown.
    private func store() throws(CommandError) -> Store {
        var settings = self.settings
        if zone == nil { settings.timezone = .named("UTC") }
        let inForce = LoadedSettings(
            settings: settings,
            spans: loaded?.spans ?? [:],
            channelSpans: loaded?.channelSpans ?? [:],
            source: loaded?.source,
            isFallback: loaded?.isFallback ?? false
        )
        return try Store(workspace, inForce)
    }

    private func channel(
        _ configuration: ChannelConfiguration,
        _ delivery: DeliveryService,
        _ facts: TriggerFacts,
        isMisconfigured: Bool,
        isDamaged: Bool
    ) -> DoctorCheck {
        var check = DoctorCheck(name: .channel, channel: configuration.name)
        let channel = delivery.channel(configuration)
        let place = channel.library.map { DoctorFinding.Place(path: $0) }
        func add(_ severity: DoctorFinding.Severity, _ code: DoctorCode, _ message: String) {
            var finding = DoctorFinding(severity, code, splitting: message)
            finding.place = place
            check.findings.append(finding)
        }
        // No reminder depends on the heartbeat.
        let isMinor = configuration.isOptional || configuration == settings.heartbeat?.channel
        let bad: DoctorFinding.Severity = isMinor ? .warning : .error
        if isMisconfigured {
            check.findings.append(.unchecked("its settings have errors, so the plugin was not asked"))
            return check
        }
        switch channel.permission.state {
        case .denied:
            add(bad, .channelDenied, channel.permission.problem ?? "")
            return check
        case .notDetermined:
            let isChanged = (try? ledger?.permissions()[configuration.name]?.digest) ?? nil != nil
            add(bad, isChanged ? .pluginChanged : .channelNotAllowed, channel.permission.problem ?? "")
            return check
        case .authorized, .provisional: break
        }
        let ready = (try? PluginMetadataCache(delivery).ready(channel)) ?? channel
        let answer = delivery.dispatcher().report(ready)
        if let damage = answer.damage ?? channel.damage {
            if isDamaged {
                check.findings.append(.unchecked("a part of antrain is missing or damaged"))
            } else {
                add(.error, .partDamaged, "\(damage.path): \(damage.reason); \(damage.remedy)")
            }
        } else if let problem = answer.problem {
            var finding = DoctorFinding(bad, .channelNotReady, splitting: problem)
            if let remedy = answer.remedy, !remedy.isEmpty {
                finding = DoctorFinding(bad, .channelNotReady, problem, fix: remedy)
            }
            check.findings.append(finding)
        } else if let failure = failure(of: configuration.name) {
            check.findings.append(failure)
        } else {
            let state = channel.permission.state == .provisional ? "ready, delivers quietly" : "ready"
            check.summary = state
        }
        if let loss = answer.loss {
            // Answers that are already lost are no fault that the user can fix.
            let severity: DoctorFinding.Severity = loss.isPast ? .note : .warning
            check.findings.append(DoctorFinding(severity, .answersLost, loss.reason, fix: loss.remedy))
        }
        check.findings += refusals(of: configuration.name)
        if let kept = (try? ledger?.answersKept()[configuration.name]) ?? nil, let trigger = facts.best,
            let gap = trigger.longestGap, gap > kept
        {
            let (often, long) = (DoctorCheck.interval(gap), DoctorCheck.interval(kept))
            check.findings.append(
                DoctorFinding(
                    .warning,
                    .answersLost,
                    "\(trigger.words) runs antrain only every \(often), but answers are kept for \(long); older ones are lost",
                    fix: trigger.replacement
                )
            )
        }
        return check
    }

    /// The latest answers through a channel that were refused in the last week, each with the reason.
    private func refusals(of channel: String) -> [DoctorFinding] {
        let refused = (try? ledger?.refusedAnswers(since: now.adding(.days(-7)))) ?? []
        return refused.filter { $0.channel == channel }.suffix(5).map { answer in
            let day = zone.map { " of \($0.civil(at: answer.at).date)" } ?? ""
            let what = [answer.action, answer.notification.rawValue].filter { !$0.isEmpty }.joined(separator: " ")
            return DoctorFinding(
                .note,
                .answerRefused,
                "the answer '\(what)'\(day) was refused: \(answer.text)",
                fix: "if it was yours, answer with a command, such as: antrain done"
            )
        }
    }

    /// The deliveries that failed since the last successful one, for a channel that seems ready.
    private func failure(of channel: String) -> DoctorFinding? {
        let start = now.adding(.hours(-24 * 30))
        guard let failures = try? ledger?.failures(on: channel, since: start, until: now), let last = failures.first
        else { return nil }
        let count = failures.count == 1 ? "the last delivery" : "the last \(failures.count) deliveries"
        return DoctorFinding(
            .warning,
            .channelFailing,
            "\(count) failed: \(last.reason ?? last.state.rawValue)",
            fix: "find out whether it works now: antrain channel test \(channel)"
        )
    }
}

/// The check for plugins and decisions about channels that nothing uses.
extension Checkup {
    /// The decisions about channels that no longer exist, and the user's plugins without a decision.
    func plugins() -> DoctorCheck {
        if case .unusable = ledgerState { return unread(.plugins) }
        let decisions = (try? ledger?.permissions()) ?? [:]
        let found = workspace.pluginPath.plugins
        let channels = settings.configurations.map(\.name) + settings.channels + found.map(\.name)
        let own = found.filter { !$0.ships && $0.path.removingLastComponent() == paths.plugins }
        var check = DoctorCheck(
            name: .plugins,
            summary: own.isEmpty ? "none of your own" : own.map(\.name).joined(separator: ", ")
        )
        for (name, decision) in decisions.sorted(by: { $0.key < $1.key }) where !channels.contains(name) {
            let verb = decision.state == .denied ? "denied" : "allowed"
            check.findings.append(
                DoctorFinding(
                    .note,
                    .decisionUnused,
                    "you \(verb) the channel \(quoted(name)), but no channel in the settings and no plugin has this name",
                    fix: "forget the decision: antrain plugin reset \(name)"
                )
            )
        }
        let used = Set(settings.configurations(of: settings.channels).map(\.plugin))
        for plugin in own where decisions[plugin.name] == nil && !used.contains(plugin.name) {
            check.findings.append(
                DoctorFinding(
                    .note,
                    .pluginUnused,
                    "the plugin \(quoted(plugin.name)) is installed, but you have not allowed it, and no channel uses it",
                    fix: "remove it: antrain plugin remove \(plugin.name)",
                    place: DoctorFinding.Place(path: plugin.path)
                )
            )
        }
        return check
    }
}
