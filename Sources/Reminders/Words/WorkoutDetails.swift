internal import CivilTime
internal import Training

/// What is worth knowing of workouts beside their names.
struct WorkoutDetails: Hashable {
    /// How many exercises there are in all.
    let exercises: Int
    /// How long all of them take; nil where one does not say.
    let duration: TimeSpan?
    /// The week of the program, where it is the same for all.
    let week: Int?
    /// How many weeks the program has, where it ends after some.
    let weeks: Int?
    /// Whether all are of a week to recover.
    let isDeload: Bool

    /// What is known of one workout.
    init(exercises: Int, duration: TimeSpan?, week: Int, weeks: Int?, isDeload: Bool) {
        self.exercises = exercises
        self.duration = duration
        self.week = week
        self.weeks = weeks
        self.isDeload = isDeload
    }

    /// What is known of a workout on its date.
    init(_ occurrence: Occurrence) {
        self.init(
            exercises: occurrence.exercises,
            duration: occurrence.duration,
            week: occurrence.week.number,
            weeks: occurrence.week.total,
            isDeload: occurrence.week.isDeload
        )
    }

    /// What holds for several workouts together; nil for none.
    init?(_ all: [WorkoutDetails]) {
        guard let first = all.first else { return nil }
        let durations = all.compactMap(\.duration)
        let isOneWeek = all.allSatisfy { $0.week == first.week && $0.weeks == first.weeks }
        exercises = all.reduce(0) { $0 + $1.exercises }
        duration =
            durations.count == all.count ? TimeSpan(seconds: durations.reduce(0) { $0 + $1.seconds }) : nil
        week = isOneWeek ? first.week : nil
        weeks = isOneWeek ? first.weeks : nil
        isDeload = all.allSatisfy(\.isDeload)
    }
}
