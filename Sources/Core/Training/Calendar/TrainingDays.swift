public import CivilTime

/// The weekdays on which the user trains, as chosen over time.
///
/// With all seven days, a program follows its own days. With no days, the user does not train.
public struct TrainingDays: Sendable, Hashable {
    /// A choice of weekdays.
    public struct Choice: Sendable, Hashable {
        /// The first date to which it applies.
        public let from: CivilDate
        /// When it was made.
        public let at: Instant
        public let days: WeekdaySet

        public init(_ days: WeekdaySet, from: CivilDate, at: Instant) {
            (self.days, self.from, self.at) = (days, from, at)
        }
    }

    /// No choice, for any date.
    public static let all = TrainingDays(.all)

    /// The choices by date; the first applies to all dates before the second.
    public private(set) var choices: [Choice]
    /// When the workouts of dates were first answered or started.
    private let settledAt: [CivilDate: Instant]

    public init(_ days: WeekdaySet) {
        self.init([Choice(days, from: .earliest, at: Instant(secondsSinceEpoch: 0))])
    }

    /// - Parameters:
    ///   - choices: the choices in the order in which they were made; each applies from its date on. Without any, all seven days.
    ///   - settledAt: when the workouts of dates were first answered or started; a later choice does not affect them.
    public init(_ choices: [Choice], settledAt: [CivilDate: Instant] = [:]) {
        var result: [Choice] = []
        for choice in choices {
            // Choices that were recorded while the clock was ahead have later dates.
            while let last = result.last, last.from >= choice.from { result.removeLast() }
            if result.last?.days != choice.days { result.append(choice) }
        }
        self.choices = result
        self.settledAt = settledAt
    }

    public var current: WeekdaySet { choices.last?.days ?? .all }

    public func on(_ date: CivilDate) -> WeekdaySet {
        guard choices.count > 1 else { return current }
        let settled = settledAt[date]
        let choice = choices.dropFirst().last { choice in
            // An answer in the same second as a change of the days is about the workout that was planned before the change.
            choice.from <= date && !(settled.map { $0 <= choice.at } ?? false)
        }
        return choice?.days ?? choices[0].days
    }

    /// The same choices from a moment on; the one in force then becomes the first.
    public func since(_ date: CivilDate, at moment: Instant) -> [Choice] {
        [Choice(choices.last { $0.from <= date }?.days ?? choices.first?.days ?? .all, from: date, at: moment)]
            + choices.dropFirst().filter { $0.from > date }
    }

    /// The dates whose workouts were answered or started.
    var settled: Set<CivilDate> { Set(settledAt.keys) }

    /// Whether the workout of a date was answered or started.
    public func isSettled(_ date: CivilDate) -> Bool { settledAt[date] != nil }

    /// Whether the user trains a workout: it was moved, answered or started, or its program has it on a day on which they train.
    public func include(_ workout: Occurrence, of schedule: Schedule) -> Bool {
        workout.isMoved || isSettled(workout.date) || schedule.isTrained(on: workout.date.weekday, on(workout.date))
    }
}
