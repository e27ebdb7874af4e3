import ArgumentParser
import CivilTime
import Delivery
import Files
import Platform
import Ledger
import Reminders
import Results
import Session

/// The command `antrain deliver`.
struct DeliverCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Deliver due reminders, and nothing else."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    /// The command without arguments, as cron runs it, without the parser.
    static var plain: DeliverCommand {
        var command = DeliverCommand()
        (command.global, command.data) = (.none, .none)
        return command
    }

    var interruptedRestore: InterruptedRestore { .attempted }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let beginning = RememberedRun.Beginning()
        let workspace = try Workspace(context, global.launch, isRoutine: !data.json)
        return try workspace.reportingOnce { () throws(CommandError) in try deliver(context, workspace, beginning) }
    }

    private func deliver(_ context: Context, _ workspace: Workspace, _ beginning: RememberedRun.Beginning)
        throws(CommandError) -> ExitStatus
    {
        guard workspace.hasLedger || context.files.exists(workspace.paths.settings) else {
            if data.json { context.show(DeliverResult(DeliverySummary()), asJSON: true) }
            return .success
        }
        // It records what was reported, even if the settings were never valid.
        try workspace.createLedger()
        try workspace.noteRun()
        let planned = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.plannedZone() }
        let loaded = try workspace.loadSettings(try workspace.rememberedSettings())
        workspace.startLog(loaded.settings)
        let zone = try workspace.zone(loaded.settings.timezone)
        let now = try workspace.now()
        let isStale = try workspace.withLedger { (ledger) throws(LedgerError) in
            let today = zone.civil(at: now).date
            // The workouts of a day can depend on the answers to those before it.
            let isFormer = try ledger.isPlan(olderThan: today, horizon: loaded.settings.horizon)
            let isStale = try ledger.isPlanStale(now: now, today: today)
            if isFormer || isStale { return true }
            // Reminders were turned off in the file since the last plan.
            guard !loaded.settings.isEnabled else { return false }
            return try ledger.hasDue(now: now)
        }
        // In another zone the same local times are different instants, and a plan made by another clock may lack what is due now:
        // plan again before delivering anything.
        if isStale || (planned != nil && planned != zone.identifier) { _ = try Store(workspace).commit() }
        let delivery = try DeliveryService(
            workspace: workspace,
            settings: loaded.settings,
            zone: zone,
            now: now
        )
        let summary = try delivery.deliver(print: data.json ? context.output.said : context.output.data)
        if data.json { context.show(DeliverResult(summary), asJSON: true) }
        var health = try ChannelReview(delivery, loaded).report(always: false)
        health.note(delivery.report(summary))
        health.note(try delivery.missedChannels())
        try workspace.checkHealth(hasRun: !summary.isEmpty)
        if health.isGood { workspace.beat(delivery) }
        workspace.remember(beginning, delivery, status: health.status)
        return health.status
    }
}
