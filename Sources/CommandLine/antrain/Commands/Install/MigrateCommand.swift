import ArgumentParser
import Completion
import Platform
import ImportedJobs
import Planning
import Reminders
import Results
import Session
import UseCases
import Triggers

/// The command `antrain migrate`.
struct MigrateCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Move reminders from your crontab and at jobs to antrain.",
        discussion: """
            The command shows the crontab lines and the repeating at jobs that only send reminders, and what each becomes. On a terminal, \
            it asks before it changes anything; otherwise, it changes nothing without --apply. Crontab lines are kept as comments, and \
            'antrain undo' restores them. At jobs are removed; after an undo, schedule them again yourself.
            """
    )

    @Flag(help: "Move the reminders without asking.") var apply = false
    @Option(
        name: .customLong("line"),
        help: ArgumentHelp("Move only this crontab line (repeatable).", valueName: "number"),
        completion: .values(.crontabLine)
    )
    var lines: [Int] = []
    @Option(
        name: .customLong("job"),
        help: ArgumentHelp("Move only this at job (repeatable).", valueName: "number"),
        completion: .values(.atJob)
    )
    var jobs: [Int] = []
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let sources = MigrationSources(workspace)
        let migration = try narrowed(try sources.migration(session))
        if !data.json { context.show(MigrationResult(migration, numbers: nil), asJSON: false) }
        if !migration.moves.isEmpty, !session.settings.isEnabled {
            if apply { try session.requireReminders() }
            workspace.warn("reminders are off, so nothing would be sent; turn them on first: antrain settings --on")
            if data.json { context.show(MigrationResult(migration, numbers: nil), asJSON: true) }
            return .success
        }
        guard !migration.moves.isEmpty, isWanted(context) else {
            if data.json { context.show(MigrationResult(migration, numbers: nil), asJSON: true) }
            if !migration.moves.isEmpty {
                workspace.talk("nothing was changed; to move these: antrain migrate --apply")
            }
            return .success
        }
        let (numbers, difference) = try sources.migrating(store).apply(migration)
        if data.json { context.show(MigrationResult(migration, numbers: numbers), asJSON: true) }
        for move in migration.moves {
            workspace.talk("moved \(move.source) to \(MigrationExecutor.named(numbers[move.source] ?? []))")
        }
        if migration.moves.contains(where: { $0.source.job != nil }) {
            workspace.talk("'antrain undo' does not schedule at jobs again; their scripts are above")
        }
        if global.launch.verbose { workspace.talk(difference.summary) }
        sources.reportSchedule()
        return .success
    }

    /// Whether the user confirmed, with `--apply` or at the prompt.
    private func isWanted(_ context: Context) -> Bool {
        if apply { return true }
        return data.json ? false : context.agrees(to: "Move these?") ?? false
    }

    /// The moves chosen with `--line` and `--job`; all of them without these options.
    private func narrowed(_ migration: Migration) throws(CommandError) -> Migration {
        let asked =
            lines.map { ("--line", $0, Migration.Source.crontabLine($0)) }
            + jobs.map { ("--job", $0, Migration.Source.atJob($0)) }
        if asked.isEmpty { return migration }
        for (option, number, source) in asked where !migration.moves.contains(where: { $0.source == source }) {
            let reason = migration.stays.first { $0.source == source }.map { "it cannot be moved: \($0.obstacle)" }
            throw .badOption(
                name: option,
                value: "\(number)",
                reason: reason ?? "there is no reminder there; list them: antrain migrate"
            )
        }
        return migration.narrowed(to: Set(asked.map(\.2)))
    }
}
