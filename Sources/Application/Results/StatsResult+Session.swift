package import CivilTime
import Ledger
import Localization
package import Planning
package import Progress
package import Session
package import Training

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
