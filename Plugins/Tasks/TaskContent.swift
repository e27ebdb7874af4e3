import AntrainPluginKit
import CalendarSyntax
import CivilTime
import Quoting

/// The properties and the alarm that antrain writes into a task; all others belong to the user.
struct TaskContent: Equatable {
    var title: String
    var body: String
    /// The exercises with their planned sets, in lines.
    var sets: String
    var link: String
    /// When it is due, in seconds since 1970.
    var due: Int64
    /// When it rings; nil for never.
    var alarm: Int64?
    var isUrgent: Bool
    /// antrain's message about the last answer; empty if there is none.
    var note = ""

    init(_ notification: DeliveredNotification) {
        // Escaping is not lossless: the texts are compared with texts that were read.
        func text(_ text: String) -> String { CalendarText.unescaped(CalendarText.escaped(text)) }
        (title, body, sets) = (text(notification.listTitle), text(notification.body), text(notification.sets))
        link = PlainText.oneLine(notification.link)
        due = notification.instant
        alarm = notification.isQuiet ? nil : notification.instant + max(0, notification.lateSeconds)
        isUrgent = notification.isUrgent
    }

    /// Reads what antrain wrote.
    init?(_ object: TaskObject) {
        guard let due = object.instant("DUE", in: .utc) else { return nil }
        title = object.text("SUMMARY")
        note = object.text(TaskContent.note)
        (body, sets) = (object.text(TaskContent.body), object.text(TaskContent.sets))
        link = object["URL"]?.value ?? ""
        self.due = due
        alarm = object.instant(TaskContent.alarm, in: .utc)
        isUrgent = object["PRIORITY"] != nil
    }

    private static let body = "X-ANTRAIN-BODY"
    private static let sets = "X-ANTRAIN-SETS"
    private static let note = "X-ANTRAIN-NOTE"
    private static let alarm = "X-ANTRAIN-ALARM"

    /// The properties in antrain's record, which `init(_: TaskObject)` reads.
    var remembered: [ContentLine] {
        properties.filter { $0.name != "DESCRIPTION" } + [
            ContentLine(TaskContent.body, text: body), ContentLine(TaskContent.sets, text: sets),
            ContentLine(TaskContent.note, text: note),
        ] + (alarm.map { [ContentLine(TaskContent.alarm, TaskContent.text($0))] } ?? [])
    }

    /// The text below the title.
    private var description: String {
        [body, sets, note].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    static func text(_ instant: Int64) -> String { CalendarTime.text(Instant(secondsSinceEpoch: instant)) }

    /// The properties in a new object.
    private var properties: [ContentLine] {
        [
            ContentLine("SUMMARY", text: title), ContentLine("DESCRIPTION", text: description),
            ContentLine("DUE", TaskContent.text(due)),
        ] + (link.isEmpty ? [] : [ContentLine("URL", link)]) + (isUrgent ? [ContentLine("PRIORITY", "1")] : [])
    }

    /// An alarm at an absolute time, so that it does not depend on how an app reads DUE and DTSTART.
    private var alarms: [CalendarComponent] {
        guard let alarm else { return [] }
        return [
            CalendarComponent(
                "VALARM",
                [
                    ContentLine("ACTION", "DISPLAY"), ContentLine("DESCRIPTION", text: title),
                    ContentLine("TRIGGER", [.init("VALUE", "DATE-TIME")], TaskContent.text(alarm)),
                ]
            )
        ]
    }

    /// A new object.
    func object(uid: String, key: String, now: Int64) -> TaskObject {
        let stamp = TaskContent.text(now)
        var lines = [ContentLine("UID", uid)] + ["DTSTAMP", "CREATED", "LAST-MODIFIED"].map { ContentLine($0, stamp) }
        lines.append(ContentLine("SEQUENCE", "0"))
        lines += properties + [ContentLine("STATUS", "NEEDS-ACTION"), ContentLine(TaskObject.key, text: key)]
        return TaskObject(lines, alarms: alarms)
    }

    /// Writes the content into an object, and keeps the user's changes and additions.
    ///
    /// - Parameter old: the previous content; nil if it is unknown, so that everything is written.
    func write(to object: inout TaskObject, replacing old: TaskContent?) {
        let (before, after) = (old?.properties ?? [], properties)
        for name in ["SUMMARY", "DUE", "URL", "PRIORITY"] {
            let line = after.first { $0.name == name }
            if old == nil || line != before.first(where: { $0.name == name }) { object.set(name, line) }
        }
        if old?.description != description {
            let added = (old ?? self).lines(addedIn: object)
            let text = ([description] + (added.isEmpty ? [] : [""] + added)).joined(separator: "\n")
            object.set("DESCRIPTION", ContentLine("DESCRIPTION", text: text))
        }
        if old?.alarm != alarm || old?.title != title {
            object.setAlarms(
                replacing: old.map { [$0.alarm, alarm].compactMap { $0 }.map(TaskContent.text) },
                by: alarms
            )
        }
    }

    /// The lines of an object's text that the user added, and antrain's lines that the user changed.
    func lines(addedIn object: TaskObject) -> [String] {
        var own = TaskContent.lines(description).map(TaskContent.words)
        return TaskContent.lines(object.text("DESCRIPTION")).filter { line in
            guard let index = own.firstIndex(of: TaskContent.words(line)) else { return true }
            own.remove(at: index)
            return false
        }
    }

    /// The nonempty lines, without the spaces around them.
    private static func lines(_ text: String) -> [String] {
        text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map { line in
            let trimmed = line.drop { $0 == 0x20 || $0 == 0x09 }
            let end = trimmed.lastIndex { $0 != 0x20 && $0 != 0x09 }
            return end.map { String(Substring(trimmed[...$0])) } ?? ""
        }.filter { !$0.isEmpty }
    }

    /// The words of a line, for comparisons: some apps replace no-break spaces or several spaces with one space.
    private static func words(_ line: String) -> [String] {
        line.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
    }
}
