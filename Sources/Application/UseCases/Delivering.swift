import CivilTime
package import Delivery
import Files
import Ledger
package import Platform
import Reminders
package import Session

/// Delivers what is due; it plans only if the plan no longer fits.
package struct Delivering {
    private let workspace: Workspace
    private let beginning: RememberedRun.Beginning

    /// - Parameter beginning: when the run began, which may be remembered.
    package init(_ workspace: Workspace, since beginning: RememberedRun.Beginning) {
        (self.workspace, self.beginning) = (workspace, beginning)
    }

    /// - Parameters:
    ///   - print: prints the text of plugins that write to the terminal; returns the reason if that fails.
    ///   - delivered: gets what was delivered, before faults are looked for.
    package func run(print: (String) -> String?, delivered: (DeliverySummary) -> Void) throws(CommandError) -> Health {
        guard workspace.hasLedger || workspace.context.files.exists(workspace.paths.settings) else {
            delivered(DeliverySummary())
            return Health()
        }
        // It records what was reported, even if the settings were never valid.
        try workspace.createLedger()
        // The exchange finds out how long this machine was off, so it precedes the note of this run.
        let isMember = try workspace.exchange() != nil
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
            let isStale = try ledger.isPlanStale(now: now, in: zone)
            if isFormer || isStale { return true }
            // Reminders were turned off in the file since the last plan.
            guard !loaded.settings.isEnabled else { return false }
            return try ledger.hasDue(now: now)
        }
        // In another zone the same local times are different instants, and a plan made by another clock or without the changes of another
        // machine, which may also have become silent, may lack what is due now: plan again before delivering anything.
        if isStale || isMember || (planned != nil && planned != zone.identifier) { _ = try Store(workspace).commit() }
        let delivery = try DeliveryService(
            workspace: workspace,
            settings: loaded.settings,
            zone: zone,
            now: now
        )
        let summary = try delivery.deliver(print: print)
        delivered(summary)
        // Other machines must not send it, too.
        if isMember, !summary.delivered.isEmpty { try workspace.exchange() }
        var health = try ChannelReview(delivery, loaded).report(always: false)
        try health.note(summary, of: delivery)
        try workspace.checkHealth(hasRun: !summary.isEmpty)
        if health.isGood { workspace.beat(delivery) }
        workspace.remember(beginning, delivery, status: health.status)
        return health
    }
}

/// Delivers what is due after a plan, and maintains the ledger.
package struct CompletingRun {
    private let store: Store
    private let delivery: DeliveryService
    private let isWaiting: Bool

    package init(_ planned: Replanning.Outcome) throws(CommandError) {
        (store, delivery, isWaiting) = (planned.store, try planned.store.delivering(), planned.isWaiting)
    }

    /// Reports what is wrong with the channels, and delivers nothing.
    ///
    /// - Parameter always: whether to report known problems again.
    package func review(always: Bool) throws(CommandError) -> Health {
        try store.review(delivery).report(always: always)
    }

    /// - Parameters:
    ///   - beginning: when the run began, which may be remembered.
    ///   - always: whether to report known problems again.
    ///   - print: prints the text of plugins that write to the terminal; returns the reason if that fails.
    package func run(since beginning: RememberedRun.Beginning, always: Bool, print: (String) -> String?)
        throws(CommandError) -> Health
    {
        let (workspace, session) = (store.workspace, store.session)
        var health = try review(always: always)
        try workspace.noteRun()
        workspace.keepMonthlySnapshot(session.today)
        try store.warnOfShortage(try store.budgets(onlyLimited: true), in: session, always: always)
        let summary = try delivery.deliver(print: print)
        if !summary.delivered.isEmpty { try workspace.exchange() }
        try health.note(summary, of: delivery)
        let mayCompact = workspace.compact(session.settings, today: session.today, in: session.zone)
        try workspace.checkHealth(hasRun: !summary.isEmpty)
        if health.isGood { workspace.beat(delivery) }
        if !mayCompact, !isWaiting {
            let programs = session.facts.activations.map(\.path)
            workspace.remember(beginning, delivery, programs: programs, status: health.status)
        }
        return health
    }
}

extension Health {
    /// Reports and notes what went wrong in deliveries.
    mutating func note(_ summary: DeliverySummary, of delivery: DeliveryService) throws(CommandError) {
        note(delivery.report(summary))
        note(try delivery.missedChannels())
    }
}
