import Calendars
import CivilTime
import Ledger
import PrintableText
import Reminders
import SystemPackage

/// Writes the planned events to a calendar file.
struct CalendarWriter {
    let context: Context
    let input: PlanInput
    let dates: Range<CivilDate>
    let hasAlarms: Bool

    /// - Throws: if the calendar ends before the last date.
    init(_ context: Context, _ input: PlanInput, days: Range<CivilDate>, hasAlarms: Bool) throws(CommandError) {
        guard days.upperBound <= .lastPlanned else { throw .calendarEnds }
        self.context = context
        self.input = input
        dates = days
        self.hasAlarms = hasAlarms
    }

    /// The calendar, brought up to date.
    ///
    /// - Parameter previous: the calendar so far; nil for a new one.
    func update(_ previous: ExportedCalendar?) -> CalendarUpdate {
        // Later events of an earlier export remain correct, too.
        let furthest = dates.lowerBound.adding(days: CalendarFile.dayRange.upperBound)
        let last = previous?.lastDate.map { min($0.adding(days: 1), furthest) } ?? dates.upperBound
        let times: CalendarExport.Times = input.settings.timezone == .system ? .floating : .inZone(input.zone)
        let export = CalendarExport(times, hasAlarms: hasAlarms, now: input.now)
        let events = input.events(dates.lowerBound..<max(last, dates.upperBound))
        return CalendarUpdate(export, previous, events, dates, calledOff: input.calledOff, in: input.zone)
    }

    /// Updates a file, which is written only if its contents change.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - replaces: whether the file is replaced if antrain did not write it.
    /// - Returns: the update, and whether the file was written.
    /// - Throws: if the file cannot be read or written, or antrain did not write it.
    func write(_ path: FilePath, replaces: Bool = false) throws(CommandError) -> (CalendarUpdate, isWritten: Bool) {
        let (before, update) = try read(path, replaces)
        guard before != update.bytes else { return (update, false) }
        do throws(FileProblem) {
            // Another process may have written the file in the meantime.
            let lock = try context.files.lock(path)
            defer { withExtendedLifetime(lock) {} }
            return try replace(path, replaces)
        } catch { throw .file(error) }
    }

    private func replace(_ path: FilePath, _ replaces: Bool) throws(FileProblem) -> (CalendarUpdate, isWritten: Bool) {
        let result: ([UInt8]?, CalendarUpdate)
        do throws(CommandError) { result = try read(path, replaces) } catch {
            throw FileProblem(path: path, reason: error.message, isMissing: false)
        }
        guard result.0 != result.1.bytes else { return (result.1, false) }
        try context.files.replace(path, result.1.bytes)
        return (result.1, true)
    }

    /// The bytes of the file, nil if there is none, and what they should be.
    private func read(_ path: FilePath, _ replaces: Bool) throws(CommandError) -> ([UInt8]?, CalendarUpdate) {
        switch context.files.readWhole(path) {
        case .failure(let problem) where problem.isMissing: return (nil, update(nil))
        case .failure(let problem): throw .file(problem)
        case .success(let bytes):
            // A new file of mktemp(1) or touch(1) is empty.
            if bytes.isEmpty { return (bytes, update(nil)) }
            do throws(ExportedCalendar.Failure) { return (bytes, update(try ExportedCalendar(bytes))) } catch {
                if replaces { return (bytes, update(nil)) }
                throw .misused(
                    "\(quoted(path.string)) exists, and \(error); choose another name, or replace it: antrain export ics --force FILE"
                )
            }
        }
    }
}

extension PlanningSession {
    /// Updates the calendar file of the settings; a failure is reported once, and does not affect the command.
    func keepCurrent(_ file: CalendarFile) {
        let path = Paths.absolute(file.path, workspace.context)
        var problems: [String] = []
        do throws(CommandError) {
            let dates = today..<max(today, min(today.adding(days: file.days), .lastPlanned))
            let writer = try CalendarWriter(
                workspace.context,
                try present().1,
                days: dates,
                hasAlarms: file.hasAlarms
            )
            _ = try writer.write(path)
        } catch {
            problems = ["the calendar file in the settings was not updated: \(error.message.printable)"]
        }
        for problem in workspace.newProblems(problems, of: .calendar) { workspace.warn(problem) }
    }
}
