import ArgumentParser
import CivilTime
import Delivery
import Ledger
import Reminders

/// The command `antrain status`.
struct StatusCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the next reminder, unanswered workouts and channel readiness."
    )

    @Option(
        help: "Line for a status bar: waybar, tmux or i3blocks; badge prints only the number of unanswered reminders."
    )
    var format: StatusLine.Format?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    var interruptedRestore: InterruptedRestore { .attempted }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        if let format {
            _ = context.output.data(try StatusLine(try PlanningSession.observing(workspace)).text(format))
            return .success
        }
        let planning = try PlanningSession.observing(workspace)
        let status = try planning.status()
        if !data.json { for loss in status.losses { workspace.warn(loss.message) } }
        if planning.programs.isEmpty, !data.json { planning.reportNoProgram() }
        context.show(status, asJSON: data.json)
        try workspace.checkHealth()
        return .success
    }
}

extension PlanningSession {
    /// The status, including whether the plugins are ready when the trigger runs antrain.
    func status() throws(CommandError) -> StatusResult {
        let facts = try StatusSnapshot(self)
        let delivery = try delivering(by: facts.trigger.facts.caller(workspace.context))
        try review(delivery).reportValues(always: true)
        let dispatcher = delivery.dispatcher()
        let metadata = PluginMetadataCache(delivery)
        let budgets = try budgets(onlyLimited: true)
        let channels = try delivery.inUse.map { (configuration) throws(CommandError) in
            let channel = try metadata.ready(delivery.channel(configuration))
            let short = budgets.first { $0.channel == channel.name && $0.isShort }
            let start = now.adding(.hours(-24 * 30))
            let failures = try workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.failures(on: channel.name, since: start)
            }
            return StatusResult.ChannelStatus(channel, dispatcher.report(channel), failures, short, words)
        }
        let losses = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.losses() }
        return StatusResult(self, facts, channels, losses.map { Loss($0, workspace) })
    }
}

extension PlanningSession {
    /// The next planned reminder.
    var nextNotification: PlannedNotification? {
        plan().notifications.first { input.isAhead($0) && !$0.isNews } ?? distantReminder
    }

    /// The planned reminders that are due and not sent yet.
    var dueNotifications: [PlannedNotification] { plan().notifications.filter { input.isWaiting($0) && !$0.isNews } }
}

extension StatusLine.Format: ExpressibleByArgument {}
