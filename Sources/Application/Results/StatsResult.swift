package import CivilTime
import Ledger
import Localization
package import Planning
package import Progress
import Quoting
package import Session
package import Training

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

    /// The result as CSV (RFC 4180, with line feeds): one number per line, with what it is about.
    ///
    /// - section: `workouts`, `streak`, `lift`, `body`, `muscle`, `sets` or `day`.
    /// - subject: a weekday, a program, an exercise, `weight`, a muscle group or the state of a day; empty for numbers of a week.
    /// - date: the Monday of a week, or a day; empty for numbers of all dates.
    package var csv: String {
        var rows = [["section", "subject", "date", "measure", "value", "unit"]]
        func add(
            _ section: String,
            _ subject: String,
            _ date: String,
            _ measure: String,
            _ value: String,
            _ unit: String
        ) {
            rows.append([section, CSVText.protected(subject), date, measure, value, unit])
        }
        func add(_ count: Count, _ subject: String, _ date: String) {
            let values = [
                ("planned", count.planned), ("done", count.done), ("skipped", count.skipped), ("missed", count.missed),
            ]
            for (measure, value) in values { add("workouts", subject, date, measure, "\(value)", "workouts") }
        }
        for week in weeks { add(week.workouts, "", week.date) }
        for day in weekdays { add(day.workouts, day.weekday, "") }
        for streak in streaks {
            add("streak", streak.program, "", "current", "\(streak.current)", "workouts")
            add("streak", streak.program, "", "longest", "\(streak.longest)", "workouts")
        }
        for lift in lifts {
            for week in lift.weeks {
                add("lift", lift.exercise, week.date, "volume", "\(week.volume)", lift.unit)
                if let max = week.estimatedMax {
                    add("lift", lift.exercise, week.date, "estimated-max", "\(max)", lift.unit)
                }
            }
        }
        if let bodyWeight {
            for week in bodyWeight.weeks {
                if let weight = week.weight {
                    add("body", "weight", week.date, "weight", "\(weight)", bodyWeight.unit)
                }
            }
        }
        for muscle in muscles {
            for week in muscle.weeks { add("muscle", muscle.muscle, week.date, "sets", "\(week.sets)", "sets") }
            add("muscle", muscle.muscle, "", "sets-per-week", "\(muscle.setsPerWeek)", "sets")
        }
        add("sets", "strength", "", "sets", "\(sets.strength)", "sets")
        add("sets", "hypertrophy", "", "sets", "\(sets.hypertrophy)", "sets")
        for day in days { add("day", day.state, day.date, "sets", "\(day.sets)", "sets") }
        return rows.map(CSVText.row).joined()
    }
}

extension StatsResult {
    package init(
        _ session: Session,
        _ range: ClosedRange<CivilDate>,
        _ training: TrainingStatistics,
        _ past: [PastWorkout],
        _ streaks: [(streak: Streak, name: String)],
        _ formula: MaxFormula,
        _ target: Target,
        _ heatMap: HeatMap,
        _ bodyWeight: (unit: WeightUnit, weights: [Weight?])?
    ) {
        let names = session.exerciseNames
        let weekDates = training.weeks.map(\.description)
        let words = session.words
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: session.today) }
        self.range = range
        since = range.lowerBound.description
        until = range.upperBound.description
        self.formula = formula.rawValue
        workouts = Count(past)
        let byWeek = Dictionary(grouping: past, by: \.date.monday)
        weeks = training.weeks.map { WeekCount(date: $0.description, workouts: Count(byWeek[$0] ?? []), monday: $0) }
        let byWeekday = Dictionary(grouping: past, by: \.date.weekday)
        weekdays = Weekday.allCases.compactMap { day in
            byWeekday[day].map { WeekdayCount(weekday: day.name, workouts: Count($0), name: words.format.heading(day)) }
        }
        self.streaks = streaks.map { streak, name in
            StreakResult(program: streak.program, name: name, current: streak.current, longest: streak.longest)
        }
        lifts = training.lifts.map { lift in
            func value(_ mass: Mass) -> Double { Double(mass.weight(in: lift.unit).thousandths) / 1000 }
            let weeks = weekDates.indices.map { week in
                Lift.Week(
                    date: weekDates[week],
                    volume: value(lift.volumes[week]),
                    estimatedMax: lift.estimatedMaxes[week].map(value)
                )
            }
            let name = names.name(lift.name, of: lift.exercise)
            return Lift(exercise: lift.exercise, name: name, unit: lift.unit.rawValue, weeks: weeks)
        }
        self.bodyWeight = bodyWeight.map { unit, weights in
            BodyWeightWeeks(
                unit: unit.rawValue,
                weeks: zip(weekDates, weights).map { date, weight in
                    BodyWeightWeeks.Week(date: date, weight: weight.map { Double($0.thousandths) / 1000 })
                }
            )
        }
        self.target = target
        muscles = training.muscles.map { muscle in
            Muscle(
                muscle: muscle.muscle.rawValue,
                setsPerWeek: Double(muscle.tenthsPerWeek) / 10,
                target: target.place(muscle.tenthsPerWeek),
                weeks: zip(weekDates, muscle.halfSets).map { Muscle.Week(date: $0, sets: Double($1) / 2) },
                name: words.name(muscle.muscle)
            )
        }
        let trained = Set(training.muscles.map(\.muscle))
        untrainedMuscles = MuscleGroup.allCases.filter { !trained.contains($0) }.map { words.name($0) }
        withoutMuscles = training.withoutMuscles
        self.words = words
        sets = Split(strength: training.strengthSets, hypertrophy: training.hypertrophySets)
        days = heatMap.days.sorted { $0.key < $1.key }.map { date, day in
            switch day {
            case .trained(let sets): Day(date: date.description, state: "trained", sets: sets)
            case .missed: Day(date: date.description, state: "missed", sets: 0)
            }
        }
        self.heatMap = heatMap
        dates = (stated(range.lowerBound), stated(range.upperBound))
        statedWeeks = training.weeks.map(stated)
    }
}

extension HeatMap {
    /// A year of days; a date on which the user trained at all is not a missed one.
    package init(_ log: [LogEntry], _ workouts: [PastWorkout], _ session: Session) {
        let today = session.today
        let first = HeatMap.first(today)
        let missed = workouts.filter { $0.outcome != .done }.map { ($0.date, Day.missed) }
        let done = session.facts.completions.values.joined().map { ($0.date, Day.trained(sets: 0)) }
        let logged = log.setsByDate.map { ($0.key, Day.trained(sets: $0.value)) }
        let all = (missed + done + logged).filter { first <= $0.0 && $0.0 <= today }
        self.init(days: Dictionary(all) { $1 }, today: today, words: session.words)
    }
}
