public import CivilTime

/// A time of reminders that follows the usual time of the workouts, in small steps and within a range.
public struct AutoTime: Sendable, Hashable {
    /// The longest step, in seconds, and the least distance that causes one: a smaller distance is not worth a change.
    public static let step = 600
    private static let day = 86_400

    public let from: TimeOfDay
    public let to: TimeOfDay
    /// The time before the first move; nil for the middle of the range.
    public let start: TimeOfDay?

    /// Creates a rule; nil if the range is shorter than a step, contains midnight, or does not contain the start.
    public init?(from: TimeOfDay, to: TimeOfDay, start: TimeOfDay? = nil) {
        guard to.secondsFromMidnight - from.secondsFromMidnight >= Self.step else { return nil }
        guard start.map({ from <= $0 && $0 <= to }) ?? true else { return nil }
        (self.from, self.to, self.start) = (from, to, start)
    }

    /// The same range with a start; nil for the middle of the range.
    public func starting(at time: TimeOfDay?) -> AutoTime { AutoTime(from: from, to: to, start: time) ?? self }

    public func contains(_ time: TimeOfDay) -> Bool { from <= time && time <= to }

    public var first: TimeOfDay {
        let middle = (from.secondsFromMidnight + to.secondsFromMidnight) / 2
        return start ?? TimeOfDay(secondsFromMidnight: max(from.secondsFromMidnight, middle / 300 * 300))
    }

    public func time(on date: CivilDate, _ moves: [TimeMove]) -> TimeOfDay {
        moves.last(on: date).map { min(max($0.to, from), to) } ?? first
    }

    /// The next move towards a suggestion; nil if there is no reason for one.
    ///
    /// - Parameter date: the first date with the new time.
    public func move(on date: CivilDate, after moves: [TimeMove], to suggestion: TimeSuggestion) -> TimeMove? {
        guard case .usual(let window, let wanted) = suggestion.finding else { return nil }
        let current = time(on: date, moves)
        let distance = nearest(to: wanted).secondsFromMidnight - current.secondsFromMidnight
        guard abs(distance) >= Self.step else { return nil }
        let next = current.secondsFromMidnight + distance.signum() * Self.step
        return TimeMove(on: date, from: current, to: TimeOfDay(secondsFromMidnight: next), window: window)
    }

    /// The time of the range that is nearest on the clock.
    private func nearest(to time: TimeOfDay) -> TimeOfDay {
        guard !contains(time) else { return time }
        func distance(_ end: TimeOfDay) -> Int {
            let seconds = abs(end.secondsFromMidnight - time.secondsFromMidnight)
            return min(seconds, Self.day - seconds)
        }
        return distance(from) <= distance(to) ? from : to
    }
}

extension AutoTime: CustomStringConvertible {
    /// The range, as in the settings: `06:00-09:00`.
    public var description: String { "\(from)-\(to)" }
}
