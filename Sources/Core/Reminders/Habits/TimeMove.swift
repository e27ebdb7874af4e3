public import CivilTime

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
