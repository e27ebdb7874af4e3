public import CalendarSyntax
public import CivilTime
internal import PrintableText

/// A calendar file that antrain wrote.
public struct ExportedCalendar: Sendable {
    /// Why a file cannot be updated.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Another program wrote it.
        case foreign
        case damaged(CalendarSyntaxError)
        /// It has a component that antrain did not write, on a line.
        case changed(component: String, line: Int)

        public var description: String {
            switch self {
            case .foreign: "it is not a calendar that antrain wrote"
            case .damaged(let error): "it is not a complete calendar: \(error)"
            case .changed(let component, let line):
                "it has a component that antrain did not write (\(component.printable(upTo: 40)) on line \(line))"
            }
        }
    }

    private static let product = "-//antrain//antrain//EN"

    /// The events by their UIDs.
    let events: [EventName: CalendarComponent]
    /// The definitions of time zones by their names.
    let zones: [String: CalendarComponent]

    /// The last date that has an event; nil if there is none.
    public var lastDate: CivilDate? { events.keys.map(\.date).max() }

    /// - Throws: `Failure` if antrain did not write all of it.
    public init(_ bytes: [UInt8]) throws(Failure) {
        let calendars: [CalendarComponent]
        do throws(CalendarSyntaxError) { calendars = try CalendarReader.calendars(bytes) } catch {
            // A damaged file that antrain wrote still has its first lines.
            let isOwn = String(decoding: bytes.prefix(200), as: UTF8.self).contains(
                "PRODID:\(ExportedCalendar.product)"
            )
            throw isOwn ? .damaged(error) : .foreign
        }
        guard calendars.count == 1, let calendar = calendars.first,
            calendar["PRODID"]?.value == ExportedCalendar.product
        else { throw .foreign }
        var events: [EventName: CalendarComponent] = [:]
        var zones: [String: CalendarComponent] = [:]
        for component in calendar.components {
            if component.name == "VTIMEZONE", let name = component["TZID"]?.text {
                zones[name] = component
            } else if component.name == "VEVENT", let name = component["UID"].flatMap({ EventName($0.text) }),
                events[name] == nil
            {
                events[name] = component
            } else {
                throw .changed(component: component.name, line: component.line)
            }
        }
        self.events = events
        self.zones = zones
    }

    /// - Parameter components: time zones and events.
    static func bytes(_ components: [CalendarComponent]) -> [UInt8] {
        let properties = [
            ContentLine("VERSION", "2.0"), ContentLine("PRODID", product), ContentLine("CALSCALE", "GREGORIAN"),
            // RFC 7986, 5.1, and the older name of the same property.
            ContentLine("NAME", "antrain"), ContentLine("X-WR-CALNAME", "antrain"),
        ]
        var bytes: [UInt8] = []
        CalendarComponent("VCALENDAR", properties, components: components).write(to: &bytes)
        return bytes
    }
}
