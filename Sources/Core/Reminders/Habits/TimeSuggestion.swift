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
