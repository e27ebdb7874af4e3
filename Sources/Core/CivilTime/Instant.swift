/// A moment in time: seconds since 1970-01-01T00:00:00Z without leap seconds (POSIX time).
public struct Instant: Sendable, Hashable {
    /// The seconds since 1970-01-01T00:00:00Z, negative before it.
    public let secondsSinceEpoch: Int64

    /// Creates the moment that many seconds after 1970-01-01T00:00:00Z.
    public init(secondsSinceEpoch: Int64) { self.secondsSinceEpoch = secondsSinceEpoch }

    /// The moment that much later.
    public func adding(_ span: TimeSpan) -> Instant {
        Instant(secondsSinceEpoch: secondsSinceEpoch + span.seconds)
    }

    /// The moment that much earlier.
    public func subtracting(_ span: TimeSpan) -> Instant {
        Instant(secondsSinceEpoch: secondsSinceEpoch - span.seconds)
    }

    /// The duration from this moment to another; negative if the other is earlier.
    public func span(until other: Instant) -> TimeSpan {
        TimeSpan(seconds: other.secondsSinceEpoch - secondsSinceEpoch)
    }

    /// Parses an ISO 8601 date and time, separated by `T` or a space; seconds are optional.
    ///
    /// With `Z` or an offset (`+01:00`, `-0330`, `+01`) it is an absolute time; otherwise it is civil time in `zone`.
    ///
    /// - Throws: `CivilTimeError.malformedInstant`, `.instantOutOfRange` outside the years 1 … 9999 of UTC, or an error about the
    ///   date or the time.
    public init(parsing text: some StringProtocol, in zone: Zone) throws(CivilTimeError) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" || $0 == " " }
        guard parts.count == 2 else { throw .malformedInstant(String(text)) }
        let date = try CivilDate(parsing: parts[0])
        let (clock, offset) = try Instant.splitOffset(parts[1], of: String(text))
        let civil = CivilDateTime(date: date, time: try TimeOfDay(parsing: clock))
        if let offset {
            self.init(secondsSinceEpoch: civil.secondsSinceCivilEpoch - Int64(offset))
        } else {
            self = zone.instant(of: civil)
        }
        guard Instant.expressible.contains(secondsSinceEpoch) else { throw .instantOutOfRange(String(text)) }
    }

    /// The moments whose UTC date is representable.
    private static let expressible =
        Int64(CivilDate.earliest.dayNumber) * 86_400..<(Int64(CivilDate.latest.dayNumber) + 1) * 86_400

    private static func splitOffset<Text: StringProtocol>(
        _ text: Text,
        of whole: String
    ) throws(CivilTimeError) -> (clock: Text.SubSequence, seconds: Int?) {
        if let last = text.last, last == "Z" || last == "z" { return (text.dropLast(), 0) }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text[...], nil) }
        let digits = String(text[text.index(after: sign)...].filter { $0 != ":" })
        guard let number = decimal(digits, digits: 2...4), digits.utf8.count != 3 else {
            throw .malformedInstant(whole)
        }
        let (hours, minutes) = digits.utf8.count == 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 26, minutes <= 59 else { throw .malformedInstant(whole) }
        let seconds = hours * 3600 + minutes * 60
        return (text[..<sign], text[sign] == "-" ? -seconds : seconds)
    }
}

extension Instant: Comparable {
    /// Orders moments from the earlier to the later.
    public static func < (first: Instant, second: Instant) -> Bool {
        first.secondsSinceEpoch < second.secondsSinceEpoch
    }
}

extension Instant: CustomStringConvertible {
    /// The moment in UTC in RFC 3339 form, `2026-11-23T06:30:00Z`.
    public var description: String {
        let civil = CivilDateTime(secondsSinceCivilEpoch: secondsSinceEpoch)
        let time = civil.time
        return "\(civil.date)T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))Z"
    }
}

/// A hybrid logical clock: a time that orders events of several machines, although their clocks differ and may be set back.
///
/// The clock of an event is later than those of all events that its machine had recorded or received before, and otherwise as close to the
/// wall clock as possible (S. Kulkarni, M. Demirbas and others, "Logical Physical Clocks", OPODIS 2014).
public struct HybridClock: Sendable, Hashable, Comparable {
    /// The number of bits that count the events of a second.
    private static let counterBits = 20

    /// The seconds since 1970-01-01T00:00:00Z in the upper bits, and a counter in the lower 20.
    public let value: Int64

    public init(value: Int64) { self.value = value }

    /// The clock of the first event of a machine.
    public init(at now: Instant) { value = now.secondsSinceEpoch << HybridClock.counterBits }

    /// When the event happened, at the latest.
    public var instant: Instant { Instant(secondsSinceEpoch: value >> HybridClock.counterBits) }

    /// The clock of an event after one with this clock.
    public func next(at now: Instant) -> HybridClock {
        max(HybridClock(at: now), HybridClock(value: value < .max ? value + 1 : value))
    }

    /// Whether one event is before another.
    public static func < (a: HybridClock, b: HybridClock) -> Bool { a.value < b.value }
}
