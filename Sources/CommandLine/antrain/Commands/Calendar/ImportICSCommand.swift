import ArgumentParser
import Calendars
import CivilTime
import Files
import Platform
import Ledger
import Planning
import Results
import Session
import UseCases

/// The command `antrain import ics`.
struct ImportICSCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics",
        abstract: "Add the events and tasks of a calendar as your own reminders.",
        discussion: """
            Events that take place once, or repeat daily, weekly or every few days, become reminders at their local time; all others are \
            reported with their line and the reason. A second import of the same file adds nothing. 'antrain undo' undoes the whole import.
            """
    )

    @Argument(help: "Calendar file.", completion: .file(extensions: ["ics"])) var file: String
    @Flag(help: "Show what would be added, and add nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let found = try read(store)
        let known = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.importedUIDs() }
        let new = found.entries.filter { !known.contains($0.uid) }
        if !dryRun, !new.isEmpty {
            try session.requireReminders()
            _ = try store.commit(new.map { .reminderImported($0.reminder, uid: $0.uid) })
        }
        context.show(CalendarImportResult(found, new, isDryRun: dryRun, session), asJSON: data.json)
        return .success
    }

    private func read(_ store: Store) throws(CommandError) -> CalendarImport {
        let context = store.workspace.context
        let bytes: [UInt8]
        switch context.files.readWhole(Paths.absolute(file, context)) {
        case .success(let contents): bytes = contents
        case .failure(let problem): throw .file(problem)
        }
        let calendars: [CalendarComponent]
        do throws(CalendarSyntaxError) { calendars = try CalendarReader.calendars(bytes) } catch {
            throw .unreadableImport(path: file, reason: error.description)
        }
        let zones = ZoneDatabase.system(environment: context.environment)
        return CalendarImport(
            calendars,
            in: store.session.zone,
            now: store.session.now,
            wholeDays: store.session.input.usualTime(on: store.session.today),
            zoneNamed: { try? zones.zone(named: $0) }
        )
    }
}
