internal import CalendarSyntax
public import CivilTime
public import Planning

/// A calendar file brought up to date with the plan.
public struct CalendarUpdate: Sendable {
    /// The number of days after which a past event is removed from the file.
    public static let longestPast = 366

    /// The contents of the file.
    public let bytes: [UInt8]
    /// The number of new events.
    public private(set) var added = 0
    /// The number of events that changed.
    public private(set) var changed = 0
    /// The number of events that no longer take place.
    public private(set) var cancelled = 0
    /// The number of events in the file that take place.
    public private(set) var confirmed = 0

    /// Updates a calendar.
    ///
    /// A changed event gets the next sequence number, and an event that is no longer planned is cancelled. Past events stay as they are for
    /// a year, and those that have begun today do unless the user called them off. Nothing else changes, not even the time stamp of an event, so that the same plan gives the same bytes.
    ///
    /// - Parameters:
    ///   - previous: the calendar so far; nil for a new one.
    ///   - events: the planned events of all dates from today through the last one of the previous calendar and of `range`.
    ///   - range: the dates whose events are exported; later ones are only updated.
    ///   - calledOff: what the user skipped or moved away today.
    public init(
        _ export: CalendarExport,
        _ previous: ExportedCalendar?,
        _ events: [PlannedEvent],
        _ range: Range<CivilDate>,
        calledOff: [PlannedEvent.Kind],
        in zone: Zone
    ) {
        let today = range.lowerBound
        let calledOff = Set(calledOff.map { EventName($0, on: today) })
        let present = [CalendarTime.text(zone.civil(at: export.now)), CalendarTime.text(export.now)]
        var components: [EventName: CalendarComponent] = [:]
        let known = previous?.events ?? [:]
        for (name, old) in known where name.date < today {
            if name.date.days(until: today) <= CalendarUpdate.longestPast { components[name] = old }
        }
        for event in events where event.date >= today {
            let name = EventName(event)
            guard let old = known[name] else {
                guard range.contains(event.date) else { continue }
                components[name] = export.component(event).stamped(export.now, sequence: 0)
                added += 1
                continue
            }
            // The text of a workout that was done would name the loads of the next one.
            if event.isDone, !old.isCancelled {
                components[name] = old
                continue
            }
            let new = export.component(event)
            if new.hasSameContents(as: old.unstamped) {
                components[name] = old
            } else {
                components[name] = new.stamped(export.now, sequence: old.nextSequence)
                changed += 1
            }
        }
        for (name, old) in known where name.date >= today && components[name] == nil {
            let hasBegun = name.date == today && present.contains(where: old.begins(by:))
            components[name] = old
            guard !old.isCancelled, !hasBegun || calledOff.contains(name) else { continue }
            components[name] = old.cancelled.stamped(export.now, sequence: old.nextSequence)
            cancelled += 1
        }
        confirmed = components.values.count { !$0.isCancelled }
        let sorted = components.sorted { $0.key < $1.key }
        let zones = CalendarUpdate.zones(export.times, sorted.map { ($0.key.date, $0.value) }, previous)
        bytes = ExportedCalendar.bytes(zones + sorted.map(\.value))
    }

    /// The definitions of the zones that events refer to.
    private static func zones(
        _ times: CalendarExport.Times,
        _ events: [(date: CivilDate, component: CalendarComponent)],
        _ previous: ExportedCalendar?
    ) -> [CalendarComponent] {
        var years: [String: ClosedRange<Int>] = [:]
        for (date, component) in events {
            guard let name = component["DTSTART"]?.parameter("TZID") else { continue }
            let known = years[name] ?? date.year...date.year
            years[name] = min(known.lowerBound, date.year)...max(known.upperBound, date.year)
        }
        return years.sorted { $0.key < $1.key }.compactMap { name, years in
            if case .inZone(let zone) = times, zone.identifier == name {
                return ZoneDefinition.component(zone, years: years)
            }
            return previous?.zones[name]
        }
    }
}

extension CalendarComponent {
    fileprivate var isCancelled: Bool { self["STATUS"]?.value == "CANCELLED" }

    /// Whether an event begins at a time or before, which is a local time for a local start, and a time in UTC for one in UTC.
    fileprivate func begins(by time: String) -> Bool {
        self["DTSTART"].map { $0.value.utf8.count == time.utf8.count && $0.value <= time } ?? false
    }

    /// The sequence number after an event's.
    fileprivate var nextSequence: Int {
        let number = self["SEQUENCE"].flatMap { Int($0.value) } ?? 0
        // The maximum of the type INTEGER (RFC 5545, 3.3.8).
        return min(max(number, 0), Int(Int32.max) - 1) + 1
    }

    /// An event without the properties of its revision.
    fileprivate var unstamped: CalendarComponent {
        var result = self
        result.properties.removeAll { ["DTSTAMP", "SEQUENCE"].contains($0.name) }
        return result
    }

    /// An event with the properties of its revision, after its UID.
    fileprivate func stamped(_ now: Instant, sequence: Int) -> CalendarComponent {
        var result = unstamped
        let stamp = [ContentLine("DTSTAMP", CalendarTime.text(now)), ContentLine("SEQUENCE", "\(sequence)")]
        result.properties.insert(contentsOf: stamp, at: min(1, result.properties.count))
        return result
    }

    /// An event that no longer takes place, without alarms.
    fileprivate var cancelled: CalendarComponent {
        var result = self
        result.properties = properties.map { $0.name == "STATUS" ? ContentLine("STATUS", "CANCELLED") : $0 }
        result.components = []
        return result
    }
}
