package import CivilTime
import Localization
import Planning

/// How regularly and how much the user trained: one value for text, JSON and CSV.
package struct StatsResult: CommandResult {
    package static let kind = "stats"

    /// How many of the planned workouts were done.
    struct Count: Encodable {
        let planned: Int
        let done: Int
        let skipped: Int
        let missed: Int

        init(_ workouts: some Collection<PastWorkout>) {
            let adherence = Adherence(workouts)
            (planned, done) = (adherence.planned, adherence.done)
            (skipped, missed) = (adherence.skipped, adherence.missed)
        }
    }

    /// The workouts of a week, which begins on this Monday.
    struct WeekCount: Encodable {
        let date: String
        let workouts: Count
        let monday: CivilDate

        private enum CodingKeys: String, CodingKey { case date, workouts }
    }

    struct WeekdayCount: Encodable {
        let weekday: String
        let workouts: Count
        let name: String

        private enum CodingKeys: String, CodingKey { case weekday, workouts }
    }

    struct StreakResult: Encodable {
        let program: String
        let name: String
        let current: Int
        let longest: Int
    }

    struct Lift: Encodable {
        struct Week: Encodable {
            let date: String
            let volume: Double
            let estimatedMax: Double?

            private enum CodingKeys: String, CodingKey { case date, volume, estimatedMax = "estimated_max" }
        }

        let exercise: String
        let name: String
        let unit: String
        let weeks: [Week]
    }

    /// The body weight, with the last measurement of each week.
    struct BodyWeightWeeks: Encodable {
        struct Week: Encodable {
            let date: String
            let weight: Double?
        }

        let unit: String
        let weeks: [Week]
    }

    struct Muscle: Encodable {
        struct Week: Encodable {
            let date: String
            let sets: Double
        }

        let muscle: String
        let setsPerWeek: Double
        /// `below`, `within` or `above` the target.
        let target: String
        let weeks: [Week]
        let name: String

        private enum CodingKeys: String, CodingKey { case muscle, setsPerWeek = "sets_per_week", target, weeks }
    }

    /// A range of sets per week.
    package struct Target: Encodable {
        package let least: Int
        package let most: Int

        package init(least: Int, most: Int) {
            self.least = least
            self.most = most
        }

        /// Where a number of tenths of sets lies.
        func place(_ tenths: Int) -> String {
            tenths < least * 10 ? "below" : tenths > most * 10 ? "above" : "within"
        }
    }

    struct Split: Encodable {
        let strength: Int
        let hypertrophy: Int
    }

    struct Day: Encodable {
        let date: String
        /// `trained` or `missed`.
        let state: String
        let sets: Int
    }

    let since: String
    let until: String
    let formula: String
    let workouts: Count
    let weeks: [WeekCount]
    let weekdays: [WeekdayCount]
    let streaks: [StreakResult]
    let lifts: [Lift]
    /// Nil without a measurement of these dates.
    let bodyWeight: BodyWeightWeeks?
    let target: Target
    let muscles: [Muscle]
    /// The exercises whose muscles are unknown.
    let withoutMuscles: [String]
    let sets: Split
    let days: [Day]
    let heatMap: HeatMap
    package let range: ClosedRange<CivilDate>
    /// The first and the last date in words.
    let dates: (String, String)
    let statedWeeks: [String]
    let untrainedMuscles: [String]
    let words: MessageCatalog

    private enum CodingKeys: String, CodingKey {
        case since, until, formula, workouts, weeks, weekdays, streaks, lifts, bodyWeight = "body_weight", target,
            muscles, withoutMuscles = "without_muscles", sets, days
    }

    /// The share of planned workouts that were done, in percent.
    var doneShare: Int {
        workouts.planned == 0 ? 0 : (workouts.done * 200 + workouts.planned) / (workouts.planned * 2)
    }

    /// Whether nothing was planned or logged.
    var isEmpty: Bool {
        workouts.planned == 0 && lifts.isEmpty && muscles.isEmpty && days.isEmpty && withoutMuscles.isEmpty
            && bodyWeight == nil
    }
}
