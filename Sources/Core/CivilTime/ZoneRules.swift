/// A zone's known transitions, and the rule that applies after the last.
struct ZoneRules: Sendable {
    /// The moments at which the clocks change, ascending.
    let transitions: [Int64]
    /// The index in `offsets` that is in force from each transition on.
    let kinds: [UInt8]
    /// The offsets; the first is in force before all transitions.
    let offsets: [ZoneOffset]
    /// The rule after the last transition, if the file has one.
    let tail: PosixRule?

    func offset(at moment: Int64) -> ZoneOffset {
        guard let last = transitions.last else { return tail?.offset(at: moment) ?? offsets[0] }
        if moment >= last, let tail { return tail.offset(at: moment) }
        let index = upperBound(moment)
        return index == 0 ? offsets[0] : offsets[Int(kinds[index - 1])]
    }

    /// The different offsets in force within a closed range.
    func offsets(between start: Int64, and end: Int64) -> [ZoneOffset] {
        [offset(at: start)] + transitions(between: start, and: end).map(offset(at:))
    }

    /// The transitions in a closed range, ascending, including those of the rule after the last known one.
    func transitions(between start: Int64, and end: Int64) -> [Int64] {
        var result: [Int64] = []
        var index = upperBound(start - 1)
        while index < transitions.count, transitions[index] <= end {
            result.append(transitions[index])
            index += 1
        }
        guard let tail, end >= transitions.last ?? .min else { return result }
        let known = transitions.last ?? .min
        return result + tail.transitions(between: start, and: end).filter { $0 > known }
    }

    /// The number of transitions up to and including a moment.
    private func upperBound(_ moment: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A UTC offset that is in force for some time.
public struct ZoneOffset: Sendable, Hashable {
    /// The seconds to add to UTC to get local time, east positive.
    public let seconds: Int
    public let isDaylightSaving: Bool
    /// The abbreviation in the zone's rules, such as `CET`.
    public let abbreviation: String

    public init(seconds: Int, isDaylightSaving: Bool, abbreviation: String) {
        (self.seconds, self.isDaylightSaving, self.abbreviation) = (seconds, isDaylightSaving, abbreviation)
    }
}
