import AntrainPluginKit
import CivilTime
import PluginFiles

/// An answer that the user gave by ticking, cancelling, deleting or moving a task.
struct TaskAnswer {
    enum Meaning: String {
        case done, skip, snooze
    }

    let meaning: Meaning
    let detail: String
    let instant: Int64
    /// Identifies the answer: it is the same each time the answer is found, and different after any other change.
    let id: String

    /// The answer in a task; nil if there is none.
    init?(_ record: TaskRecord, _ object: TaskObject) {
        let zone = TaskZones.zone(record.zone)
        let changed = object.instant("LAST-MODIFIED", in: zone) ?? 0
        if object.isClosed {
            let completed = object.instant("COMPLETED", in: zone)
            let added = object.isCompleted ? record.content.lines(addedIn: object) : []
            self.init(
                object.isCompleted ? .done : .skip,
                record,
                detail: PlainText.shortened(added.joined(separator: "\n"), bytes: TaskAnswer.longestDetail),
                instant: completed ?? changed,
                change: completed.map { "\($0)" } ?? ""
            )
        } else if record.state != .answered, let until = TaskAnswer.moved(record, object, zone) {
            self.init(.snooze, record, detail: until, instant: changed, change: "")
        } else {
            return nil
        }
    }

    /// The answer of deleting the task.
    init(deleting record: TaskRecord) { self.init(.skip, record, detail: "", instant: 0, change: "deleted") }

    /// The maximum length of a detail in bytes; the interface allows 4 KiB.
    private static let longestDetail = 4000

    private init(_ meaning: Meaning, _ record: TaskRecord, detail: String, instant: Int64, change: String) {
        (self.meaning, self.detail, self.instant) = (meaning, detail, instant)
        id = "\(record.uid)-\(FileFolder.name(for: "\(meaning.rawValue)\n\(record.refusals)\n\(change)\n\(detail)"))"
    }

    /// The due time that the user chose, as an instant in UTC or a date; nil if the user did not change it.
    ///
    /// Seconds do not count: an app may use them for its own purposes.
    private static func moved(_ record: TaskRecord, _ object: TaskObject, _ zone: Zone) -> String? {
        if let date = object.date("DUE") {
            let planned = zone.civil(at: Instant(secondsSinceEpoch: record.content.due)).date
            return date == planned ? nil : "\(date)"
        }
        guard let due = object.instant("DUE", in: zone), due / 60 != record.content.due / 60 else { return nil }
        let civil = Zone.utc.civil(at: Instant(secondsSinceEpoch: due))
        let parts = [civil.time.hour, civil.time.minute, civil.time.second].map(ClockFields.two)
        return "\(civil.date)T\(parts.joined(separator: ":"))Z"
    }

    /// The answer as antrain takes it.
    func reported(on record: TaskRecord) -> PluginAnswer {
        PluginAnswer(
            id: id,
            notification: record.notification,
            action: meaning.rawValue,
            detail: detail,
            instant: instant
        )
    }
}
