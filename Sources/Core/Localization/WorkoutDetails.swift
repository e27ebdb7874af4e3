internal import CivilTime
package import Training

/// The details of workouts that a reminder mentions besides their names.
package struct WorkoutDetails: Hashable {
    let exercises: Int
    /// The total duration; nil if one workout has none.
    let duration: TimeSpan?
    /// The week of the program, if it is the same for all workouts.
    let week: Int?
    /// The length of the program in weeks, if it has an end.
    let weeks: Int?
    let isDeload: Bool

    init(exercises: Int, duration: TimeSpan?, week: Int, weeks: Int?, isDeload: Bool) {
        self.exercises = exercises
        self.duration = duration
        self.week = week
        self.weeks = weeks
        self.isDeload = isDeload
    }

    package init(_ occurrence: Occurrence) {
        self.init(
            exercises: occurrence.exercises,
            duration: occurrence.duration,
            week: occurrence.week.shown,
            weeks: occurrence.week.total,
            isDeload: occurrence.week.isDeload
        )
    }

    /// The details that several workouts have together; nil for none.
    package init?(_ all: [WorkoutDetails]) {
        guard let first = all.first else { return nil }
        let durations = all.compactMap(\.duration)
        let isOneWeek = all.allSatisfy { $0.week == first.week && $0.weeks == first.weeks }
        exercises = all.reduce(0) { $0 + $1.exercises }
        duration = durations.count == all.count ? TimeSpan(seconds: durations.reduce(0) { $0 + $1.seconds }) : nil
        week = isOneWeek ? first.week : nil
        weeks = isOneWeek ? first.weeks : nil
        isDeload = all.allSatisfy(\.isDeload)
    }
}
