public import CivilTime
public import Localization

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

/// A move of the time of reminders towards the usual time of the workouts.
public struct TimeMove: Sendable, Hashable {
    /// The fewest days from one move to the next.
    public static let leastDays = 7

    /// The first date with the new time.
    public let date: CivilDate
    public let from: TimeOfDay
    public let to: TimeOfDay
    /// When most workouts began.
    public let window: StartWindow

    public init(on date: CivilDate, from: TimeOfDay, to: TimeOfDay, window: StartWindow) {
        (self.date, self.from, self.to, self.window) = (date, from, to, window)
    }
}

extension [TimeMove] {
    /// The last move that applies on a date; moves of later dates, which a clock that was ahead recorded, do not.
    public func last(on date: CivilDate) -> TimeMove? {
        indices.filter { self[$0].date <= date }.max { (self[$0].date, $0) < (self[$1].date, $1) }.map { self[$0] }
    }
}

extension MessageCatalog {
    /// A time that follows the workouts: `07:40 (auto, 06:00-09:00)`.
    public func time(_ time: TimeOfDay, _ auto: AutoTime) -> String {
        "\(format.time(time)) (auto, \(range(auto)))"
    }

    /// The range of a time that follows the workouts: `06:00-09:00`.
    public func range(_ auto: AutoTime) -> String { "\(format.time(auto.from))-\(format.time(auto.to))" }

    /// The time since a move, and why: `reminders have come at 07:40 since Mon 23 Nov (10 min later: …)`.
    public func since(_ move: TimeMove, today: CivilDate) -> String {
        var values = values(move)
        values["date"] = format.date(move.date, today: today)
        return text(move.date <= today ? .timeMovedSince : .timeMovesOn, values)
    }

    /// The line of the first reminder after a move.
    public func note(of move: TimeMove) -> String { text(.timeMovedNote, values(move)) }

    private func values(_ move: TimeMove) -> [String: String] {
        let seconds = move.to.secondsFromMidnight - move.from.secondsFromMidnight
        let span = minutes(Int64(abs(seconds)))
        let evidence = [
            "count": "\(move.window.count)", "total": "\(move.window.total)", "from": format.time(move.window.from),
            "to": format.time(move.window.to),
        ]
        return [
            "at": at(move.to), "change": text(seconds < 0 ? .timeEarlier : .timeLater, ["span": span]),
            "evidence": text(.workoutsBegan, evidence),
        ]
    }
}
