package import Calendars
package import CivilTime
import Files
package import Platform
import Ledger
package import Planning
import PrintableText
import Reminders
package import SystemPackage

/// Writes the planned events to a calendar file.
package struct CalendarWriter {
    let context: Context
    let input: PlanInput
    package let dates: Range<CivilDate>
    let hasAlarms: Bool

    /// - Throws: if the calendar ends before the last date.
    package init(_ context: Context, _ input: PlanInput, days: Range<CivilDate>, hasAlarms: Bool) throws(CommandError) {
        guard days.upperBound <= .lastPlanned else { throw .calendarEnds }
        self.context = context
        self.input = input
        dates = days
        self.hasAlarms = hasAlarms
    }

    /// The calendar, brought up to date.
    ///
    /// - Parameter previous: the calendar so far; nil for a new one.
    package func update(_ previous: ExportedCalendar?) -> CalendarUpdate {
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
    ///   - data: antrain's folder, with the lock that keeps other processes from updating the file.
    ///   - replaces: whether the file is replaced if antrain did not write it.
    /// - Returns: the update, and whether the file was written.
    /// - Throws: if the file cannot be read or written, or antrain did not write it.
    package func write(_ path: FilePath, lockedIn data: FilePath, replaces: Bool = false) throws(CommandError)
        -> (CalendarUpdate, isWritten: Bool)
    {
        try context.files.locked(.files, in: data) { () throws(CommandError) in
            let (before, update) = try read(path, replaces)
            guard before != update.bytes else { return (update, false) }
            do throws(FileProblem) { try context.files.replace(path, update.bytes) } catch { throw .file(error) }
            return (update, true)
        }
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

extension Store {
    /// Updates the calendar file of the settings; a failure is reported once, and does not affect the command.
    func keepCurrent(_ file: CalendarFile) {
        let path = Paths.absolute(file.path, workspace.context)
        var problems: [String] = []
        do throws(CommandError) {
            let dates = session.today..<max(session.today, min(session.today.adding(days: file.days), .lastPlanned))
            let writer = try CalendarWriter(
                workspace.context,
                try present().input,
                days: dates,
                hasAlarms: file.hasAlarms
            )
            _ = try writer.write(path, lockedIn: workspace.paths.data)
        } catch { problems = ["the calendar file in the settings was not updated: \(error.message.printable)"] }
        for problem in workspace.newProblems(problems, of: .calendar) { workspace.warn(problem) }
    }
}
