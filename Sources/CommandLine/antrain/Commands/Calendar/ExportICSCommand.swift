import ArgumentParser
import Calendars
import CivilTime
import Platform
import Planning
import Reminders
import Results
import Session

/// The command `antrain export ics`.
struct ExportICSCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics",
        abstract: "Write the upcoming workouts and your reminders as a calendar, or update it.",
        discussion: """
            The file has the iCalendar format (RFC 5545), which every calendar program can read. antrain updates its own earlier exports: \
            changed events get a higher sequence number, and events that no longer take place are cancelled. It replaces any other file \
            only with --force. To keep a file current, set 'calendar-file' in the settings.
            """
    )

    @Argument(
        help: ArgumentHelp("File to write or update; - for standard output.", valueName: "file"),
        completion: .file(extensions: ["ics"])
    )
    var file: String
    @Option(help: ArgumentHelp("Number of days, 1 to 3660 (default: 90).", valueName: "days")) var days: Int?
    @Flag(help: "Export a year.") var year = false
    @Flag(help: "Add alarms at the times of the reminders.") var alarms = false
    @Flag(help: "Replace the file even if antrain did not write it.") var force = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let target = try OutputFile(file, context, data)
        if year, days != nil { throw .misused("--days and --year cannot be combined; give one of them") }
        if let days, !CalendarFile.dayRange.contains(days) {
            throw .badOption(name: "--days", value: "\(days)", reason: "expected a number from 1 to 3660")
        }
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let today = session.today
        let end = year ? today.adding(months: 12) : today.adding(days: days ?? CalendarFile.usualDays)
        let writer = try CalendarWriter(context, session.input, days: today..<end, hasAlarms: alarms)
        if !data.json, session.programs.isEmpty, session.input.reminders.isEmpty { store.reportNoProgram() }
        guard let path = target.path else {
            _ = context.output.file(String(decoding: writer.update(nil).bytes, as: UTF8.self))
            return .success
        }
        let folder = store.workspace.paths.data
        let (update, isWritten) = try writer.write(path, lockedIn: folder, replaces: force)
        let result = CalendarExportResult(
            ResultPath(path, store.workspace.paths),
            writer.dates,
            update,
            isWritten: isWritten
        )
        context.show(result, asJSON: data.json)
        return .success
    }
}
