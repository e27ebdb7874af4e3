public import CalendarSyntax
public import CivilTime
internal import PrintableText
internal import Reminders

/// The dates on which a calendar's events leave no time to train, with the titles of the events.
///
/// An event of whole days blocks its dates. A timed event that lasts a day or more blocks every date that it touches; a shorter event blocks a
/// date if it covers 12 hours of it. Cancelled events, transparent events and events that antrain exported do not block any dates.
public struct DaysOff {
    /// The size of the largest file, in bytes.
    public static let largestFile = 8 << 20
    /// The number of dates that are examined for all events of a file.
    private static let mostDates = 2_000_000
    private static let leastCover: Int64 = 12 * 3600
    private static let day: Int64 = 86_400

    /// The title of the event that blocks a date; empty if it has none.
    public private(set) var titles: [CivilDate: String] = [:]
    /// Why events are left out, each with the line of the event.
    public private(set) var problems: [(line: Int, reason: String)] = []

    private let range: Range<CivilDate>
    private let zone: Zone
    private let zoneNamed: (String) -> Zone?
    /// When repetitions that other events replace begin, by UID.
    private var replaced: [String: Exclusions] = [:]
    private var budget = DaysOff.mostDates

    /// A date or a time of an event, in the zone in which it is written.
    private struct Moment {
        let civil: CivilDateTime
        let isWholeDay: Bool
        let zone: Zone

        var instant: Instant { zone.instant(of: civil) }

        /// The same time on another date.
        func on(_ date: CivilDate) -> Moment {
            Moment(civil: CivilDateTime(date: date, time: civil.time), isWholeDay: isWholeDay, zone: zone)
        }
    }

    /// The repetitions that do not take place.
    private struct Exclusions {
        private var dates: Set<CivilDate> = []
        private var wholeDays: Set<CivilDate> = []
        private var instants: Set<Instant> = []

        mutating func add(_ moment: Moment) {
            dates.insert(moment.civil.date)
            if moment.isWholeDay { wholeDays.insert(moment.civil.date) } else { instants.insert(moment.instant) }
        }

        func has(_ moment: Moment) -> Bool {
            moment.isWholeDay
                ? dates.contains(moment.civil.date)
                : wholeDays.contains(moment.civil.date) || instants.contains(moment.instant)
        }
    }

    /// Reads a file, which is external data.
    ///
    /// - Parameters:
    ///   - range: the dates that are looked at.
    ///   - zone: the user's zone.
    ///   - zoneNamed: finds a time zone; nil if it is unknown. The file may define others.
    public init(
        _ bytes: [UInt8],
        _ range: Range<CivilDate>,
        in zone: Zone,
        zoneNamed: @escaping (String) -> Zone?
    ) throws(CalendarSyntaxError) {
        let calendars = try CalendarReader.calendars(bytes)
        let defined = ZoneDefinition.zones(calendars)
        (self.range, self.zone, self.zoneNamed) = (range, zone, { zoneNamed($0) ?? defined[$0] })
        let events = calendars.flatMap(\.components).filter { event in
            event.name == "VEVENT" && event["UID"].flatMap { EventName($0.text) } == nil
        }
        for event in events {
            guard let id = event["RECURRENCE-ID"], let moment = try? moment(id) else { continue }
            replaced[event["UID"]?.text ?? "", default: Exclusions()].add(moment)
        }
        for event in events where !event.has("STATUS", "CANCELLED") && !event.has("TRANSP", "TRANSPARENT") {
            do throws(ImportObstacle) { try add(event) } catch {
                let reason =
                    switch error {
                    case .rule(let part): "days off cannot repeat like this: \(part.printable(upTo: 60))"
                    case .tooMany: "the events repeat too often to be examined"
                    default: error.description
                    }
                problems.append((event.line, reason))
            }
        }
    }

    private mutating func add(_ event: CalendarComponent) throws(ImportObstacle) {
        guard let line = event["DTSTART"] else { throw .noDate }
        // The times that matter last half a day or more, so that a zone is needed only by few.
        guard let span = try span(of: event, from: line) else { return }
        // Events that begin in another zone, or last until the range, begin earlier.
        let margin = Int(min(span / DaysOff.day, 1_000_000)) + 2
        let wide = range.lowerBound.adding(days: -margin)..<range.upperBound.adding(days: 2)
        // An old event does not matter, even if its zone is unknown.
        let isSingle = ["RRULE", "RDATE", "RECURRENCE-ID"].allSatisfy { event[$0] == nil }
        if isSingle, let first = CalendarMoment(line.value), !wide.contains(first.date) { return }
        let start = try moment(line)
        let begins = try starts(of: event, start, wide)
        for begin in begins { try block(event, from: begin, span) }
    }

    /// How long an event lasts in seconds, by the calendar; nil if it is too short to block a date.
    private func span(of event: CalendarComponent, from start: ContentLine) throws(ImportObstacle) -> Int64? {
        guard let first = CalendarMoment(start.value) else { throw .badTime(start.value) }
        let isWholeDay = first.time == nil
        var span = isWholeDay ? DaysOff.day : 0
        if let line = event["DTEND"] {
            guard let last = CalendarMoment(line.value) else { throw .badTime(line.value) }
            span = Int64(first.date.days(until: last.date)) * DaysOff.day
            if !isWholeDay {
                let isElsewhere = first.isUTC != last.isUTC || start.parameter("TZID") != line.parameter("TZID")
                if isElsewhere {
                    span = try moment(start).instant.span(until: try moment(line).instant).seconds
                } else {
                    span += Int64((last.time?.secondsFromMidnight ?? 0) - (first.time?.secondsFromMidnight ?? 0))
                }
            }
        } else if let line = event["DURATION"] {
            // P1DT12H is 1d12h in the notation of settings.
            let text = line.value.lowercased().filter { !"+pt".contains($0) }
            guard let read = try? TimeSpan(parsing: text) else { throw .badTime(line.value) }
            span = read.seconds
        }
        if isWholeDay { return max(span, DaysOff.day) }
        return span < DaysOff.leastCover ? nil : span
    }

    /// When an event and its repetitions begin.
    private mutating func starts(
        of event: CalendarComponent,
        _ start: Moment,
        _ range: Range<CivilDate>
    ) throws(ImportObstacle) -> [Moment] {
        guard event["RECURRENCE-ID"] == nil else {
            let isLasting = event["RECURRENCE-ID"]?.parameter("RANGE") != nil
            if isLasting { throw .rule("RANGE=THISANDFUTURE") }
            return [start]
        }
        if event["EXRULE"] != nil { throw .rule("EXRULE") }
        let rules = event.properties.filter { $0.name == "RRULE" }
        guard rules.count <= 1 else { throw .rule("several RRULEs") }
        var result = [start]
        if let rule = rules.first {
            let recurrence = try Recurrence(rule.value, from: start.civil.date) { until in
                guard let time = until.time else { return until.date }
                var last = CivilDateTime(date: until.date, time: time)
                if until.isUTC { last = start.zone.civil(at: Zone.utc.instant(of: last)) }
                let isTooLate = !start.isWholeDay && last.time < start.civil.time
                return isTooLate ? last.date.adding(days: -1) : last.date
            }
            result = try recurrence.dates(range, budget: &budget).map(start.on)
        }
        result += try moments(of: "RDATE", event).filter { range.contains($0.civil.date) }
        let others = event["UID"].flatMap { replaced[$0.text] }
        var excluded = Exclusions()
        for moment in try moments(of: "EXDATE", event) { excluded.add(moment) }
        return result.filter { !excluded.has($0) && others?.has($0) != true }
    }

    /// Blocks the dates of an event that begins at a moment.
    private mutating func block(
        _ event: CalendarComponent,
        from start: Moment,
        _ span: Int64
    ) throws(ImportObstacle) {
        if start.isWholeDay {
            let first = start.civil.date
            return try block(event, first..<max(first, first.adding(days: Int(span / DaysOff.day))))
        }
        let (begin, end) = (start.instant.secondsSinceEpoch, start.zone.instant(of: start.civil.adding(seconds: span)))
        let first = zone.civil(at: start.instant).date
        let last = zone.civil(at: end.subtracting(.seconds(1))).date
        for date in (first..<max(first, last.adding(days: 1))).clamped(to: range) {
            func midnight(_ date: CivilDate) -> Int64 {
                zone.instant(of: CivilDateTime(date: date, time: .midnight)).secondsSinceEpoch
            }
            let cover = min(end.secondsSinceEpoch, midnight(date.adding(days: 1))) - max(begin, midnight(date))
            if span >= DaysOff.day || cover >= DaysOff.leastCover { try block(event, date..<date.adding(days: 1)) }
        }
    }

    private mutating func block(_ event: CalendarComponent, _ dates: Range<CivilDate>) throws(ImportObstacle) {
        let dates = dates.clamped(to: range)
        budget -= dates.count
        guard budget >= 0 else { throw .tooMany }
        let open = dates.filter { titles[$0] == nil }
        guard !open.isEmpty else { return }
        let title = event.title
        for date in open { titles[date] = title }
    }

    private func moments(of property: String, _ event: CalendarComponent) throws(ImportObstacle) -> [Moment] {
        var result: [Moment] = []
        for line in event.properties where line.name == property {
            for value in line.value.split(separator: ",") { result.append(try moment(line, String(value))) }
        }
        return result
    }

    /// The value of a property; one without a zone is in the user's.
    private func moment(_ line: ContentLine, _ value: String? = nil) throws(ImportObstacle) -> Moment {
        let value = value ?? line.value
        guard let read = CalendarMoment(value) else { throw .badTime(value) }
        guard let time = read.time else {
            let midnight = CivilDateTime(date: read.date, time: .midnight)
            return Moment(civil: midnight, isWholeDay: true, zone: zone)
        }
        let civil = CivilDateTime(date: read.date, time: time)
        if read.isUTC { return Moment(civil: civil, isWholeDay: false, zone: .utc) }
        guard let name = line.parameter("TZID") else { return Moment(civil: civil, isWholeDay: false, zone: zone) }
        guard let other = zoneNamed(name) else { throw .unknownZone(name) }
        return Moment(civil: civil, isWholeDay: false, zone: other)
    }
}

extension CalendarComponent {
    /// The title of an event or a task on one line; empty if it has none.
    var title: String {
        let text = self["SUMMARY"]?.text ?? ""
        let words = text.shortened(to: 4 * UserReminder.longestTitle).printable.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").shortened(to: UserReminder.longestTitle)
    }

    fileprivate func has(_ property: String, _ value: String) -> Bool { self[property]?.value.uppercased() == value }
}
