package import Calendars
package import CivilTime
package import Platform
import PrintableText

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
