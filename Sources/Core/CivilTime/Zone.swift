/// A time zone: a name and rules for its UTC offset.
public struct Zone: Sendable {
    /// The name, such as `Europe/Berlin`, or the text of the rule it was made from.
    public let identifier: String
    let rules: ZoneRules

    /// Coordinated Universal Time.
    public static let utc = Zone.fixed(seconds: 0, identifier: "UTC")

    init(identifier: String, rules: ZoneRules) {
        self.identifier = identifier
        self.rules = rules
    }

    /// A zone with a fixed UTC offset of `seconds`, east positive.
    public static func fixed(seconds: Int, identifier: String) -> Zone {
        let offset = ZoneOffset(seconds: seconds, isDaylightSaving: false, abbreviation: identifier)
        return Zone(identifier: identifier, rules: ZoneRules(transitions: [], kinds: [], offsets: [offset], tail: nil))
    }

    /// A zone with a `TZ` rule of POSIX, such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if the rule is invalid.
    public init?(rule text: String) {
        guard let rule = PosixRule(parsing: text) else { return nil }
        let rules = ZoneRules(transitions: [], kinds: [], offsets: [rule.standard], tail: rule)
        self.init(identifier: text, rules: rules)
    }

    /// The UTC offset in force at a moment.
    public func offset(at instant: Instant) -> ZoneOffset { rules.offset(at: instant.secondsSinceEpoch) }

    public func civil(at instant: Instant) -> CivilDateTime {
        let seconds = instant.secondsSinceEpoch
        return CivilDateTime(secondsSinceCivilEpoch: seconds + Int64(rules.offset(at: seconds).seconds))
    }

    /// The local time at a moment, unless it also occurred earlier: during the second pass of a fold, the first minute after the
    /// fold.
    ///
    /// On the calendar's last date it is the ordinary local time.
    public func civil(notBefore instant: Instant) -> CivilDateTime {
        var civil = civil(at: instant)
        while civil.date < .latest, self.instant(of: civil) < instant {
            civil = civil.adding(seconds: 60 - Int64(civil.time.second))
        }
        return civil
    }

    /// The local time of the moment that a civil time denotes: a later time in a gap, otherwise the same time.
    public func shown(_ civil: CivilDateTime) -> CivilDateTime {
        guard case .gap = resolve(civil) else { return civil }
        return self.civil(at: instant(of: civil))
    }

    /// The moments that a civil time denotes.
    ///
    /// Tries the offsets in force 36 hours before and after; a zone's offset is within ±26 hours (RFC 9636, 3.2), and
    /// no zone has ever changed its clocks twice within that time in both directions.
    public func resolve(_ civil: CivilDateTime) -> LocalTimeResolution {
        let local = civil.secondsSinceCivilEpoch
        let before = Int64(rules.offset(at: local - 129_600).seconds)
        let after = Int64(rules.offset(at: local + 129_600).seconds)
        var moments: [Int64] = []
        for offset in rules.offsets(between: local - 129_600, and: local + 129_600) {
            let moment = local - Int64(offset.seconds)
            if rules.offset(at: moment).seconds == offset.seconds, !moments.contains(moment) { moments.append(moment) }
        }
        moments.sort()
        if let first = moments.first, let last = moments.last {
            let earliest = Instant(secondsSinceEpoch: first)
            return first == last ? .unique(earliest) : .fold(first: earliest, second: Instant(secondsSinceEpoch: last))
        }
        return gap(around: local, before: before, after: after)
    }

    private func gap(around local: Int64, before: Int64, after: Int64) -> LocalTimeResolution {
        // The gap that contains `local` is the transition whose two sides enclose it.
        for transition in rules.transitions(between: local - 129_600, and: local + 129_600) {
            let earlier = Int64(rules.offset(at: transition - 1).seconds)
            let later = Int64(rules.offset(at: transition).seconds)
            if transition + earlier <= local, local < transition + later {
                return .gap(
                    transition: Instant(secondsSinceEpoch: transition),
                    length: TimeSpan(seconds: later - earlier)
                )
            }
        }
        return .unique(Instant(secondsSinceEpoch: local - before))
    }

    /// The moment that a civil time denotes: in a gap, the time moved forward by the gap; in a fold, the first of the two.
    ///
    /// RFC 5545, 3.3.5: a local time in a gap is interpreted with the offset before the gap.
    public func instant(of civil: CivilDateTime) -> Instant {
        switch resolve(civil) {
        case .unique(let instant): return instant
        case .fold(let first, _): return first
        case .gap(let transition, _):
            let before = rules.offset(at: transition.secondsSinceEpoch - 1)
            return Instant(secondsSinceEpoch: civil.secondsSinceCivilEpoch - Int64(before.seconds))
        }
    }

    /// Whether the date exists in the zone; Apia had no 30 December 2011.
    public func has(_ date: CivilDate) -> Bool {
        let noon = CivilDateTime(date: date, time: TimeOfDay(secondsFromMidnight: 43_200))
        guard case .gap(_, let length) = resolve(noon) else { return true }
        return length.seconds < 86_400
    }

    /// The transitions within a range, in ascending order.
    ///
    /// - Parameters:
    ///   - start: the start of the range, inclusive.
    ///   - end: the end of the range, inclusive.
    public func transitions(from start: Instant, through end: Instant) -> [Instant] {
        rules.transitions(between: start.secondsSinceEpoch, and: end.secondsSinceEpoch).map(Instant.init)
    }
}

extension Zone: Hashable {
    /// Zones are equal if their names are equal.
    public static func == (first: Zone, second: Zone) -> Bool { first.identifier == second.identifier }

    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension Zone: CustomStringConvertible {
    public var description: String { identifier }
}

/// The instants of a civil time in a time zone: one, none (a gap), or two (a fold).
public enum LocalTimeResolution: Sendable, Hashable {
    /// The civil time occurs once.
    case unique(Instant)
    /// The civil time is skipped: `transition` is the moment of the change, `length` how far clocks move forward.
    case gap(transition: Instant, length: TimeSpan)
    /// The civil time occurs twice.
    case fold(first: Instant, second: Instant)
}
