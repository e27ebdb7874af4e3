package import Calendars
package import CivilTime
package import Platform
import PrintableText
import Reminders
package import Session

/// A calendar file that was written or found to be current.
package struct CalendarExportResult: CommandResult {
    package static let kind = "calendar-export"

    let path: ResultPath
    /// The first and the last date.
    let from: String
    let until: String
    /// Whether the file was written; it is not if nothing changed.
    let written: Bool
    /// The number of events in the file that take place.
    let events: Int
    let added: Int
    let changed: Int
    let cancelled: Int

    /// - Parameter isWritten: whether the file was written.
    package init(_ path: ResultPath, _ dates: Range<CivilDate>, _ update: CalendarUpdate, isWritten: Bool) {
        self.path = path
        from = dates.lowerBound.description
        until = dates.upperBound.adding(days: -1).description
        written = isWritten
        events = update.confirmed
        added = update.added
        changed = update.changed
        cancelled = update.cancelled
    }

    package func text(_ style: Style, columns: Int) -> String {
        let shown = path.shown.printable(upTo: 400)
        let count = events == 1 ? "1 event" : "\(events) events"
        guard written else { return "\(shown) is up to date: \(count) through \(until)\n" }
        return
            "wrote \(shown): \(count) through \(until) (\(added) added, \(changed) changed, \(cancelled) cancelled)\n"
    }
}

/// The reminders that an import added, and the events and tasks that it left out.
package struct CalendarImportResult: CommandResult {
    package static let kind = "calendar-import"

    /// A new reminder.
    struct Added: Encodable {
        let line: Int
        let uid: String
        let title: String
        let at: String
        /// The repetition, as in `antrain reminder add --repeat`.
        let rule: String

        private enum CodingKeys: String, CodingKey { case line, uid, title, at, rule = "repeat" }
    }

    /// An event or a task that was left out.
    struct LeftOut: Encodable {
        let line: Int
        let title: String
        let reason: String
        let text: String
    }

    /// Whether nothing was added because of `--dry-run`.
    let dryRun: Bool
    let added: [Added]
    /// The number of reminders that an earlier import added.
    let known: Int
    let leftOut: [LeftOut]
    private let moments: [String]

    private enum CodingKeys: String, CodingKey { case dryRun = "dry_run", added, known, leftOut = "left_out" }

    /// - Parameters:
    ///   - found: the reminders and refusals of the file.
    ///   - isDryRun: whether they were not added.
    package init(_ found: CalendarImport, _ new: [CalendarImport.Entry], isDryRun: Bool, _ session: Session) {
        dryRun = isDryRun
        added = new.map { entry in
            let reminder = entry.reminder
            return Added(
                line: entry.line,
                uid: entry.uid,
                title: reminder.title,
                at: reminder.at.description,
                rule: reminder.rule.description
            )
        }
        known = found.entries.count - new.count
        leftOut = found.refusals.map {
            LeftOut(line: $0.line, title: $0.title, reason: $0.obstacle.code, text: $0.obstacle.description)
        }
        moments = new.map { $0.reminder.inWords(session) }
    }

    package func text(_ style: Style, columns: Int) -> String {
        let count = added.count == 1 ? "1 reminder" : "\(added.count) reminders"
        var lines = zip(added, moments).map { "\(style.green("+")) \($0.title), \($1)" }
        lines += leftOut.prefix(50).map { one in
            style.magenta("line \(one.line):") + " \(one.title.isEmpty ? "" : quoted(one.title) + ": ")\(one.text)"
        }
        if leftOut.count > 50 { lines.append("and \(leftOut.count - 50) more that cannot be imported") }
        if known > 0 { lines.append("already imported: \(known)") }
        if added.isEmpty {
            lines.append("nothing to add")
        } else {
            lines.append(dryRun ? "\(count) would be added" : "added \(count); 'antrain undo' removes them")
        }
        return lines.flatMap { TextWrap.lines($0, columns: columns) }.joined(separator: "\n") + "\n"
    }
}
