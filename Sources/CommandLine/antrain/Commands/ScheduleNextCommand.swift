import ArgumentParser
import CivilTime
import Delivery
import Ledger
import Reminders
import Training

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
        let workspace = try Workspace(context, global, isRoutine: !data.json && !dryRun && date == nil)
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
        var planning = try PlanningSession(workspace)
        let wanted = try DateOption.parse(date, name: "--date", today: planning.today)
        if let wanted, wanted < planning.today || !planning.today.isWithinTenYears(of: wanted) {
            throw .badOption(
                name: "--date",
                value: wanted.description,
                reason: "expected a date from today to ten years ahead"
            )
        }
        var difference = dryRun ? try planning.preview() : try planning.commit()
        if !dryRun, let move = try planning.followHabit() {
            planning = try PlanningSession(workspace)
            difference = difference.followed(by: try planning.commit())
            if context.output.isTerminal, !data.json {
                workspace.talk(planning.words.since(move, today: planning.today))
            }
        }
        let isShown = data.json || context.output.isTerminal || global.verbose || dryRun || wanted != nil
        if isShown {
            let shown = wanted ?? planning.today.adding(days: 1)
            let count = max(planning.settings.horizon, planning.today.days(until: shown) + 1)
            let (days, place) = (planning.plan(days: count).days, planning.today.days(until: shown))
            guard days.indices.contains(place) else { throw .calendarEnds }
            context.show(
                ScheduleResult(
                    difference,
                    day: DayResult(days[place], planning),
                    isDryRun: dryRun,
                    hasSummary: global.verbose || dryRun,
                    planning
                ),
                asJSON: data.json
            )
        }
        let delivery = try planning.delivering()
        var health = try planning.review(delivery).report(always: isShown)
        guard !dryRun else { return health.isMisconfigured ? .configuration : .success }
        try workspace.noteRun()
        workspace.keepMonthlySnapshot(planning.today)
        try warnOfShortage(planning, always: isShown)
        let summary = try delivery.deliver(print: data.json ? context.output.said : context.output.data)
        health.note(delivery.report(summary))
        health.note(try delivery.missedChannels())
        let mayCompact = workspace.compact(planning.settings, today: planning.today, in: planning.zone)
        try workspace.checkHealth(hasRun: !summary.isEmpty)
        if health.isGood { workspace.beat(delivery) }
        if !mayCompact {
            let programs = planning.facts.activations.map(\.path)
            workspace.remember(beginning, delivery, programs: programs, status: health.status)
        }
        return health.status
    }

    /// Warns of channels that cover too few days; in routine runs, only if that is new.
    private func warnOfShortage(_ planning: PlanningSession, always: Bool) throws(CommandError) {
        let short = try planning.budgets(onlyLimited: true).filter(\.isShort)
        let names = short.map(\.channel)
        for budget in short where always || !planning.facts.shortChannels.contains(budget.channel) {
            planning.workspace.warn(planning.words.shortage(of: budget), planning.words)
        }
        if names != planning.facts.shortChannels { _ = try planning.commit([.toldOfShortage(names)], isChange: false) }
    }
}

/// The changes of a planning run, and the next day.
struct ScheduleResult: CommandResult {
    static let kind = "schedule"

    /// How a program's policy handled a missed workout.
    struct Missed: Encodable {
        let workout: ActionSubject
        let policy: String
        /// The program's next workout.
        let next: ActionSubject?
        let text: String

        init(_ missed: MissedDay, _ sentence: String) {
            workout = ActionSubject(Answerable(missed.missed))
            policy = missed.policy.rawValue
            next = missed.next.map { ActionSubject(Answerable($0)) }
            text = sentence
        }
    }

    /// The next day, or the one asked for.
    let outlook: DayResult
    let missedWorkouts: [Missed]
    let dryRun: Bool
    let added: [String]
    let cancelled: [String]
    let updated: [String]
    let kept: Int
    private let summary: String?

    init(_ difference: QueueDifference, day: DayResult, isDryRun: Bool, hasSummary: Bool, _ planning: PlanningSession) {
        let words = planning.words
        missedWorkouts = planning.missedDays.map { Missed($0, words.missed($0, today: planning.today)) }
        outlook = day
        dryRun = isDryRun
        added = difference.added.map(\.id.rawValue)
        cancelled = difference.cancelled.map(\.id.rawValue)
        updated = difference.updated.map(\.id.rawValue)
        kept = difference.kept.count
        let changes = difference.inWords(words)
        summary = !hasSummary ? nil : isDryRun ? words.text(.wouldBe, ["changes": changes]) : changes
    }

    private enum CodingKeys: String, CodingKey {
        case outlook, missedWorkouts = "missed_workouts", dryRun = "dry_run", added, cancelled, updated, kept
    }

    func text(_ style: Style, columns: Int) -> String {
        var lines = missedWorkouts.map { style.yellow($0.text) }
        if dryRun {
            lines +=
                added.map { style.green("+ \($0)") } + updated.map { style.yellow("~ \($0)") }
                + cancelled.map { style.red("- \($0)") }
        }
        lines += [summary].compactMap { $0 }
        return ([outlook.headline(style)] + lines).joined(separator: "\n") + "\n"
    }
}
