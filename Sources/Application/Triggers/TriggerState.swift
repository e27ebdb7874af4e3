package import CivilTime
import Files
package import Ledger
package import Localization
package import Platform
import Reminders
package import Session

/// Whether something runs antrain, so that reminders are sent.
package enum TriggerState: Equatable {
    case works
    /// There is a trigger, but not for long enough to have run antrain for the first time.
    case waits(Trigger)
    /// The best trigger should have run antrain, but did not.
    case stopped(Trigger)
    /// Nothing runs antrain.
    case absent
    /// There may be a trigger: the crontab or systemd did not answer.
    case unknown

    /// Whether reminders are not sent because of it.
    package var isBroken: Bool {
        switch self {
        case .stopped, .absent: true
        case .works, .waits, .unknown: false
        }
    }
}

extension TriggerFacts {
    /// The seconds for a slow start of a run.
    private static let slowness: Int64 = 300

    /// Whether the best trigger runs antrain as often as it should.
    ///
    /// - Parameters:
    ///   - last: the last recorded run; nil if antrain never ran. It may be ten minutes older than the last one, because not every run is
    ///     recorded.
    ///   - since: times before which no run could take place.
    func state(last: Instant?, since: [Instant], now: Instant) -> TriggerState {
        guard let best else { return crontabProblem == nil && unitProblem == nil ? .absent : .unknown }
        guard daemon == nil else { return .works }
        let start = (since + [last.map { $0.adding(.seconds(Ledger.runStep)) }].compactMap { $0 }).max()
        if let start, start.span(until: now).seconds > (best.longestGap ?? 60) + TriggerFacts.slowness {
            return .stopped(best)
        }
        return last == nil ? .waits(best) : .works
    }

    /// The same with the runs in a ledger; nil if there is none.
    package func state(_ ledger: Ledger?, _ context: Context, now: Instant) throws(LedgerError) -> TriggerState {
        guard let ledger else { return state(last: nil, since: [], now: now) }
        var since = [try ledger.firstAction(), try ledger.triggerInstalled()].compactMap { $0 }
        // Nothing could run while the computer was off.
        if !context.hasHandedClock { since.append(now.adding(.seconds(-Int64(context.uptime())))) }
        return state(last: try ledger.lastRun(), since: since, now: now)
    }

    /// What usually runs antrain: a trigger whose output somebody reads, otherwise any trigger; nil if nothing runs it.
    package func caller(_ context: Context) -> Caller? {
        let callers = working.map { $0.caller(context) }
        return callers.first { $0.unreadReason == nil } ?? callers.first
    }

    /// All commands that make something run antrain here; the first is `remedy`.
    package var remedies: [TriggerRemedy] {
        let possible: [TriggerRemedy] =
            (hasCron ? [.cron] : []) + (hasServices ? [.systemd, .service] : []) + [.daemon]
        return [remedy] + possible.filter { $0 != remedy }
    }

    /// The command that makes something run antrain here.
    package var remedy: TriggerRemedy {
        if hasCron, units.isEmpty { return .cron }
        return hasServices ? .systemd : hasCron ? .cron : .daemon
    }
}

extension Workspace {
    /// What runs antrain, and whether it works; this starts crontab(1) and systemctl(1).
    package func trigger() throws(CommandError) -> (facts: TriggerFacts, state: TriggerState) {
        let facts = TriggerSearch(context, lock: paths.lock).facts()
        let now = try now()
        guard hasLedger else { return (facts, facts.state(last: nil, since: [], now: now)) }
        let state = try withLedger { (ledger) throws(LedgerError) in try facts.state(ledger, context, now: now) }
        return (facts, state)
    }

    /// What runs antrain, for a command that promises a reminder to a person; nil if that cannot be found out.
    ///
    /// A trigger that runs the command works, and is not delayed by other programs.
    private func promisedTrigger() -> (facts: TriggerFacts, state: TriggerState)? {
        context.caller == .person ? try? trigger() : nil
    }

    /// Warns a person who was promised a reminder if nothing runs antrain, with the command that changes it.
    package func warnOfTrigger(_ words: MessageCatalog) {
        guard let (facts, state) = promisedTrigger(), state.isBroken else { return }
        if state == .absent {
            context.offer.remedy = facts.remedy
            return warn(words.text(.nothingRuns, ["command": facts.remedy.rawValue]), words)
        }
        let last = (try? withLedger { (ledger) throws(LedgerError) in try ledger.lastRun() }) ?? nil
        var values = ["command": "antrain doctor"]
        guard let last, let zone = try? zone(.system), let now = try? now() else {
            return warn(words.text(.statusNotRun, values), words)
        }
        values["moment"] = words.moment(zone.civil(at: last), today: zone.civil(at: now).date)
        let stopped = ["label": words.text(.statusLastRun), "value": words.text(.statusStopped, values)]
        warn(words.text(.labeled, stopped), words)
    }

    /// Whether nothing runs antrain, although a reminder is planned; nil if none is, or a trigger runs the command.
    package func hasStoppedTrigger(_ words: MessageCatalog) -> Bool? {
        nextReminder(words)?.isKnown == true ? promisedTrigger()?.state.isBroken : nil
    }

    /// Records that a trigger was installed, so that it is not expected to have run before.
    package func noteTriggerInstalled() throws(CommandError) {
        let now = try now()
        try remember { (ledger) throws(LedgerError) in try ledger.note(triggerInstalled: now) }
    }
}

/// Notices, after a command on a terminal, that nothing delivers reminders anymore.
///
/// It does not search for triggers, because that would start other programs. An overdue reminder, or a day without a run, shows
/// that no trigger works. `antrain doctor` finds the reason.
package struct StoppedTrigger {
    /// The time after which an overdue reminder counts; cron and systemd start antrain within a minute.
    private static let patience: Int64 = 15 * 60
    /// The time without a run before overdue reminders count; runs are recorded to the nearest ten minutes.
    private static let pause: Int64 = 3600

    /// Reports that no trigger works, at most once a day.
    package static func report(_ context: Context, _ options: LaunchOptions) {
        // The command has reported the problems of the ledger and the settings.
        var silent = context
        silent.output.talk = { _ in }
        silent.log = RunLog()
        guard context.ask != nil, !context.wantsJSON, let workspace = try? Workspace(silent, options),
            context.files.exists(workspace.paths.ledger), let (text, words) = try? sentence(workspace)
        else { return }
        let label = context.output.talkStyle.magenta(words.text(.warning))
        context.output.talk("\(label) \(text)\n")
    }

    private static func sentence(_ workspace: Workspace) throws(CommandError) -> (text: String, words: MessageCatalog)?
    {
        let (context, now) = (workspace.context, try workspace.now())
        let facts = try workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.lastRun(), try ledger.nextDue(now: now), try ledger.rememberedSettings())
        }
        guard let last = facts.0, facts.2.isEnabled == true, DaemonLock.holder(workspace.paths.lock) == nil else {
            return nil
        }
        let silence = last.span(until: now).seconds
        let isOverdue = facts.1.map { $0.span(until: now).seconds > patience } ?? false
        guard silence > (isOverdue ? pause : 86_400 + pause) else { return nil }
        // Nothing could run while the computer was off.
        guard context.hasHandedClock || Int64(context.uptime()) > patience else { return nil }
        let settings = try workspace.loadSettings(facts.2).settings
        let zone = try workspace.zone(settings.timezone)
        let today = zone.civil(at: now).date
        let told = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.reportedProblems(of: .trigger)
        }
        guard told != [today.description] else { return nil }
        try workspace.remember { (ledger) throws(LedgerError) in
            try ledger.note(told: [today.description], of: .trigger)
        }
        let words = try workspace.words()
        let moment = words.moment(zone.civil(at: last), today: today)
        let stopped = words.text(.statusStopped, ["moment": moment, "command": TextWrap.firm("antrain doctor")])
        return (words.text(.labeled, ["label": words.text(.statusLastRun), "value": stopped]), words)
    }
}
