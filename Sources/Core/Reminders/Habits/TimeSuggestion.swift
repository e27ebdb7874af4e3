public import CivilTime

/// A time for reminders that follows from when workouts began, or why there is none.
public struct TimeSuggestion: Sendable, Hashable {
    /// What the starts show.
    public enum Finding: Sendable, Hashable {
        /// There are fewer starts than needed.
        case few
        /// The starts are too far apart; the window has most of them.
        case scattered(StartWindow)
        /// Most starts are in a window, and the reminder should come before it.
        case usual(StartWindow, TimeOfDay)
    }

    /// The number of weeks whose workouts count; habits change.
    public static let weeks = 26
    /// The fewest starts that allow a suggestion: with fewer, one more workout could move the window by an hour.
    public static let leastStarts = 8
    /// The widest window with a suggestion, in minutes.
    public static let widest = 120
    /// How long before the window the reminder comes, in minutes: time to change and to get there.
    public static let lead = 30
    /// The times that are suggested are multiples of this, in minutes.
    private static let grid = 5

    public let starts: Int
    /// How many of them are estimated.
    public let estimated: Int
    /// What they show.
    public let finding: Finding

    public init(_ starts: [WorkoutStart]) {
        self.starts = starts.count
        estimated = starts.count(where: \.isEstimated)
        guard starts.count >= Self.leastStarts, let window = StartWindow(shortest: starts.map(\.minute)) else {
            finding = .few
            return
        }
        guard window.width <= Self.widest else {
            finding = .scattered(window)
            return
        }
        let first = window.from.secondsFromMidnight / 60
        // A reminder on the day before would be about another date.
        let minute = max(0, first - Self.lead) / Self.grid * Self.grid
        finding = .usual(window, TimeOfDay(secondsFromMidnight: minute * 60))
    }

    /// The suggested time; nil if there is none.
    public var time: TimeOfDay? {
        if case .usual(_, let time) = finding { time } else { nil }
    }

    /// The window with most of the starts, if there are enough.
    public var window: StartWindow? {
        switch finding {
        case .few: nil
        case .scattered(let window), .usual(let window, _): window
        }
    }

    /// The first date of the weeks before a date whose workouts count.
    public static func firstDate(before today: CivilDate) -> CivilDate { today.adding(days: -7 * weeks) }
}

/// The shortest window of the clock that contains most of the times at which workouts began.
///
/// The clock is a circle: 23:50 and 00:10 are twenty minutes apart. The shortest interval with a fixed share of the values is a robust
/// measure of location: a few workouts at unusual times do not move it. With half of the values it is the "shorth" of the Princeton study
/// (Andrews et al., Robust Estimates of Location, 1972; see also Grübel, The Length of the Shorth, Annals of Statistics 16, 1988). Here
/// the share is 80 %, because the reminder must come before most workouts, and not only before half of them.
public struct StartWindow: Sendable, Hashable {
    /// The minutes of a day.
    static let day = 1440

    /// The first minute.
    public let from: TimeOfDay
    /// The last minute; earlier than `from` if the window contains midnight.
    public let to: TimeOfDay
    /// The number of workouts that began within the window.
    public let count: Int
    /// The number of all workouts.
    public let total: Int

    /// Creates a window; nil unless `count` is from 1 to `total`.
    public init?(from: TimeOfDay, to: TimeOfDay, count: Int, total: Int) {
        guard 1 <= count, count <= total else { return nil }
        (self.from, self.to, self.count, self.total) = (from, to, count, total)
    }

    /// The shortest window with at least 80 % of the times; of several, the earliest after midnight.
    ///
    /// - Parameter minutes: minutes since midnight; those of other days count by their time of day.
    /// - Returns: nil without times.
    public init?(shortest minutes: [Int]) {
        let sorted = minutes.map { ($0 % Self.day + Self.day) % Self.day }.sorted()
        let most = (sorted.count * 4 + 4) / 5
        guard most > 0 else { return nil }
        let widths = sorted.indices.map { first -> Int in
            let last = first + most - 1
            let end = last < sorted.count ? sorted[last] : sorted[last - sorted.count] + Self.day
            return end - sorted[first]
        }
        guard let width = widths.min(), let first = widths.firstIndex(of: width) else { return nil }
        let start = sorted[first]
        from = TimeOfDay(secondsFromMidnight: start * 60)
        to = TimeOfDay(secondsFromMidnight: (start + width) % Self.day * 60)
        count = sorted.count { ($0 - start + Self.day) % Self.day <= width }
        total = sorted.count
    }

    /// The minutes from the first to the last one; less than a day.
    public var width: Int {
        let seconds = to.secondsFromMidnight - from.secondsFromMidnight
        return (seconds / 60 + Self.day) % Self.day
    }
}
