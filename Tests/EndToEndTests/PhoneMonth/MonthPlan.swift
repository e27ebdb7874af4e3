/// The reminders and follow-ups that antrain should plan in `PhoneMonth`, computed independently of antrain.
///
/// The user's answers are added when antrain reads them.
struct MonthPlan {
    /// A workout or one of the user's own reminders on one day.
    struct Occurrence {
        /// The present day of the occurrence, counted from the first day of the month.
        var day: Int
        /// The reminder and its follow-up, in seconds since 1970.
        var times: [Int64]
        var isClosed = false
        /// Whether it is a workout, with a reminder at 07:30, or the user's own reminder, at 02:30.
        let isWorkout: Bool
    }

    private(set) var occurrences: [Occurrence] = []
    /// How many days ahead antrain plans, today included.
    private static let horizon = 7
    private static let followUp: Int64 = 2 * 3600

    /// Workouts on Monday, Wednesday and Friday; the reminder on Tuesday and Sunday. The first day is a Monday.
    init(days: Int) {
        for day in 0..<days + Self.horizon {
            switch day % 7 {
            case 0, 2, 4: add(day, hour: 7, isWorkout: true)
            case 1, 6: add(day, hour: 2, isWorkout: false)
            default: break
            }
        }
    }

    private mutating func add(_ day: Int, hour: Int64, isWorkout: Bool) {
        let first = Self.instant(day, hour * 60 + 30)
        occurrences.append(Occurrence(day: day, times: [first, first + Self.followUp], isWorkout: isWorkout))
    }

    /// 2026-10-12, 00:00 in Berlin.
    static let start: Int64 = 1_791_756_000
    /// 2026-10-25, 01:00 UTC: Berlin changes from UTC+2 to UTC+1.
    private static let change: Int64 = 1_792_890_000

    /// The instant of a time in Berlin; the earlier one if there are two.
    ///
    /// - Parameter minutes: since 00:00.
    static func instant(_ day: Int, _ minutes: Int64) -> Int64 {
        let summer = start + Int64(day) * 86_400 + minutes * 60
        return summer < change ? summer : summer + 3600
    }

    /// The date in Berlin.
    static func day(at instant: Int64) -> Int {
        let seconds = instant - start - (instant < change ? 0 : 3600)
        // Rounded down, also for the evening before the first day.
        return Int((seconds + 86_400) / 86_400 - 1)
    }

    /// The days that antrain plans in a run.
    static func days(plannedAt now: Int64) -> PartialRangeUpTo<Int> { ..<(day(at: now) + horizon) }

    /// The future alarms, sorted.
    func alarms(at now: Int64) -> [Int64] {
        let days = Self.days(plannedAt: now)
        let open = occurrences.filter { !$0.isClosed && days.contains($0.day) }
        return open.flatMap(\.times).filter { $0 > now }.sorted()
    }

    mutating func close(_ index: Int) { occurrences[index].isClosed = true }

    mutating func open(_ index: Int) { occurrences[index].isClosed = false }

    /// Snoozes a reminder; if the time is over when antrain reads it, the reminder is sent at once.
    mutating func snooze(_ index: Int, to instant: Int64, now: Int64) {
        let first = max(instant, now)
        occurrences[index].times = [first, first + Self.followUp]
    }

    /// Moves a workout to another day, at the usual time.
    mutating func move(_ index: Int, to day: Int) {
        let first = Self.instant(day, 7 * 60 + 30)
        (occurrences[index].day, occurrences[index].times) = (day, [first, first + Self.followUp])
    }
}
