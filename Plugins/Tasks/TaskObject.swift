import CalendarSyntax
import CivilTime
import Glibc
import Quoting

/// A calendar object with one task, as another program may have changed it: what antrain does not know stays as it is.
struct TaskObject {
    private var calendar: CalendarComponent
    /// The index of the task among the calendar's components.
    private let index: Int

    /// Reads an object; nil if it is damaged, or not a single task.
    init?(_ bytes: [UInt8]) {
        guard let calendars = try? CalendarReader.calendars(bytes, keepsOctets: true), calendars.count == 1,
            let index = calendars[0].components.firstIndex(where: { $0.name == "VTODO" }),
            calendars[0].components.count(where: { $0.name == "VTODO" }) == 1
        else { return nil }
        (calendar, self.index) = (calendars[0], index)
    }

    /// Creates an object.
    init(_ properties: [ContentLine], alarms: [CalendarComponent]) {
        calendar = CalendarComponent(
            "VCALENDAR",
            [ContentLine("VERSION", "2.0"), ContentLine("PRODID", "-//antrain//antrain//EN")],
            components: [CalendarComponent("VTODO", properties, components: alarms)]
        )
        index = 0
    }

    private var task: CalendarComponent {
        get { calendar.components[index] }
        set { calendar.components[index] = newValue }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        calendar.write(to: &bytes)
        return bytes
    }

    subscript(_ name: String) -> ContentLine? { task[name] }

    /// The text of a property; empty if it does not have it.
    func text(_ name: String) -> String { task[name]?.text ?? "" }

    var uid: String { text("UID") }
    var key: String { text(TaskObject.key) }

    /// The property with the key of antrain's delivery.
    static let key = "X-ANTRAIN-KEY"

    /// Replaces a property in its place, or adds it; nil removes it.
    mutating func set(_ name: String, _ line: ContentLine?) {
        let first = task.properties.firstIndex { $0.name == name }
        task.properties.removeAll { $0.name == name }
        if let line { task.properties.insert(line, at: first ?? task.properties.count) }
    }

    /// Replaces the alarms at some moments, or all alarms at fixed moments.
    mutating func setAlarms(replacing triggers: [String]?, by alarms: [CalendarComponent]) {
        task.components.removeAll { alarm in
            guard alarm.name == "VALARM", let trigger = alarm["TRIGGER"] else { return false }
            return triggers.map { $0.contains(trigger.value) } ?? (CalendarMoment(trigger.value)?.time != nil)
        }
        task.components += alarms
    }

    /// Marks the object as changed now.
    mutating func touch(_ now: Int64) {
        let stamp = CalendarTime.text(Instant(secondsSinceEpoch: now))
        let sequence = Int(text("SEQUENCE")) ?? 0
        set("SEQUENCE", ContentLine("SEQUENCE", "\(min(max(sequence, 0), Int(Int32.max) - 1) + 1)"))
        for name in ["DTSTAMP", "LAST-MODIFIED"] { set(name, ContentLine(name, stamp)) }
    }

    // MARK: What the user did

    var isCancelled: Bool { status == "CANCELLED" }
    var isCompleted: Bool {
        !isCancelled && (status == "COMPLETED" || task["COMPLETED"] != nil || task["PERCENT-COMPLETE"]?.value == "100")
    }
    var isClosed: Bool { isCompleted || isCancelled }

    private var status: String { task["STATUS"]?.value.uppercased() ?? "" }

    mutating func reopen() {
        set("STATUS", ContentLine("STATUS", "NEEDS-ACTION"))
        set("COMPLETED", nil)
        set("PERCENT-COMPLETE", nil)
    }

    /// When it was last changed, for choosing among copies.
    var changed: Int64 { instant("LAST-MODIFIED", in: .utc) ?? instant("DTSTAMP", in: .utc) ?? 0 }

    /// The moment of a property with a time; nil if there is none.
    ///
    /// - Parameter zone: the zone of a time that names no zone, or none that this machine knows.
    func instant(_ name: String, in zone: Zone) -> Int64? {
        guard let line = task[name], let moment = CalendarMoment(line.value), let time = moment.time else { return nil }
        let named = moment.isUTC ? .utc : line.parameter("TZID").flatMap(TaskObject.zone) ?? zone
        return named.instant(of: CivilDateTime(date: moment.date, time: time)).secondsSinceEpoch
    }

    /// The date of a property without a time; nil if there is none.
    func date(_ name: String) -> CivilDate? {
        task[name].flatMap { CalendarMoment($0.value) }.flatMap { $0.time == nil ? $0.date : nil }
    }

    /// A time zone by its name, which some programs write after a prefix: `/freeassociation.sourceforge.net/Europe/Berlin`.
    private static func zone(_ name: String) -> Zone? {
        var parts = name.utf8.split(separator: 0x2F)[...]
        while !parts.isEmpty {
            let rest = parts.map { String(Substring($0)) }.joined(separator: "/")
            if let zone = try? TaskZones.database.zone(named: rest) { return zone }
            parts = parts.dropFirst()
        }
        return nil
    }
}

/// The system's time zones.
enum TaskZones {
    static let database = ZoneDatabase.system(
        environment: getenv("TZDIR").map { ["TZDIR": String(cString: $0)] } ?? [:]
    )

    /// The user's zone, as a notification names it.
    static func zone(_ name: String) -> Zone { (try? database.localZone(environment: ["TZ": name])) ?? .utc }
}
