import ArgumentParser
import Completion
import CivilTime
import Delivery
import Platform
import Ledger
import Planning
import Reminders
import Results
import Session
import UseCases

/// The command `antrain schedule-next`.
struct ScheduleNextCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule-next",
        abstract: "Plan the coming days and deliver due reminders (for cron).",
        discussion: "Without a terminal, prints nothing unless there is a problem."
    )

    @Option(help: ArgumentHelp("Show this date instead of tomorrow.", valueName: "date"), completion: .values(.date))
    var date: String?
    @Flag(help: "Show what would change, and change nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    /// The command without arguments, as cron runs it, without the parser: its reflection takes longer than planning.
    static var plain: ScheduleNextCommand {
        var command = ScheduleNextCommand()
        (command.date, command.dryRun, command.global, command.data) = (nil, false, .none, .none)
        return command
    }

    var interruptedRestore: InterruptedRestore { .attempted }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let beginning = RememberedRun.Beginning()
        let workspace = try Workspace(context, global.launch, isRoutine: !data.json && !dryRun && date == nil)
        workspace.isReadOnly = dryRun
        return try workspace.reportingOnce { () throws(CommandError) in
            try schedule(context, workspace, beginning)
        }
    }

    private func schedule(_ context: Context, _ workspace: Workspace, _ beginning: RememberedRun.Beginning)
        throws(CommandError) -> ExitStatus
    {
        // It records what was reported, even if the settings were never valid.
        if workspace.isRoutine { try workspace.createLedger() }
        var store = try Store(workspace)
        let wanted = try DateOption.parse(date, name: "--date", today: store.session.today)
        if let wanted, wanted < store.session.today || !store.session.today.isWithinTenYears(of: wanted) {
            throw .badOption(
                name: "--date",
                value: wanted.description,
                reason: "expected a date from today to ten years ahead"
            )
        }
        let difference: QueueDifference
        if dryRun {
            difference = try store.preview()
        } else {
            let planned = try Replanning(store).run()
            (store, difference) = (planned.store, planned.difference)
            if let move = planned.move, context.output.isTerminal, !data.json {
                workspace.talk(store.session.words.since(move, today: store.session.today))
            }
        }
        let isShown = data.json || context.output.isTerminal || global.launch.verbose || dryRun || wanted != nil
        if isShown {
            let shown = wanted ?? store.session.today.adding(days: 1)
            let count = max(store.session.settings.horizon, store.session.today.days(until: shown) + 1)
            let (days, place) = (store.session.plan(days: count).days, store.session.today.days(until: shown))
            guard days.indices.contains(place) else { throw .calendarEnds }
            context.show(
                ScheduleResult(
                    difference,
                    day: DayResult(days[place], store.session),
                    isDryRun: dryRun,
                    hasSummary: global.launch.verbose || dryRun,
                    store.session
                ),
                asJSON: data.json
            )
        }
        let delivery = try store.delivering()
        var health = try store.review(delivery).report(always: isShown)
        guard !dryRun else { return health.isMisconfigured ? .configuration : .success }
        try workspace.noteRun()
        workspace.keepMonthlySnapshot(store.session.today)
        try store.warnOfShortage(try store.budgets(onlyLimited: true), in: store.session, always: isShown)
        let summary = try delivery.deliver(print: data.json ? context.output.said : context.output.data)
        health.note(delivery.report(summary))
        health.note(try delivery.missedChannels())
        let mayCompact = workspace.compact(store.session.settings, today: store.session.today, in: store.session.zone)
        try workspace.checkHealth(hasRun: !summary.isEmpty)
        if health.isGood { workspace.beat(delivery) }
        if !mayCompact {
            let programs = store.session.facts.activations.map(\.path)
            workspace.remember(beginning, delivery, programs: programs, status: health.status)
        }
        return health.status
    }
}
