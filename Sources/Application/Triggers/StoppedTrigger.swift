import CivilTime
import Files
package import Platform
import Ledger
import Localization
import Reminders
import Session

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
