import ArgumentParser
import Completion
import CivilTime
import Platform
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
        let store = try Store(workspace)
        let wanted = try DateOption.parse(date, name: "--date", today: store.session.today)
        if let wanted, wanted < store.session.today || !store.session.today.isWithinTenYears(of: wanted) {
            throw .badOption(
                name: "--date",
                value: wanted.description,
                reason: "expected a date from today to ten years ahead"
            )
        }
        let planned = try dryRun ? Replanning(store).preview() : Replanning(store).run()
        let session = planned.store.session
        if let move = planned.move, context.output.isTerminal, !data.json {
            workspace.talk(session.words.since(move, today: session.today))
        }
        let isShown = data.json || context.output.isTerminal || global.launch.verbose || dryRun || wanted != nil
        if isShown {
            let shown = wanted ?? session.today.adding(days: 1)
            let count = max(session.settings.horizon, session.today.days(until: shown) + 1)
            let (days, place) = (session.plan(days: count).days, session.today.days(until: shown))
            guard days.indices.contains(place) else { throw .calendarEnds }
            context.show(
                ScheduleResult(
                    planned.difference,
                    day: DayResult(days[place], session),
                    isDryRun: dryRun,
                    hasSummary: global.launch.verbose || dryRun,
                    session
                ),
                asJSON: data.json
            )
        }
        let completing = try CompletingRun(planned)
        guard !dryRun else {
            return try completing.review(always: isShown).isMisconfigured ? .configuration : .success
        }
        let print = data.json ? context.output.said : context.output.data
        return try completing.run(since: beginning, always: isShown, print: print).status
    }
}
