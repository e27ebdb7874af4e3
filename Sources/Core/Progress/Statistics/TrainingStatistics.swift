public import CivilTime
public import Training

/// What the training log says about a range of dates, by week.
///
/// Warm-ups and failed sets do not count.
public struct TrainingStatistics: Sendable {
    /// An exercise whose load is known, and its values in each week.
    public struct Lift: Sendable, Hashable {
        /// The exercise's ID in the log.
        public let exercise: String
        /// The exercise's name in the latest entry.
        public let name: String
        /// The unit of the latest load.
        public let unit: WeightUnit
        /// The sum of repetitions times load.
        public internal(set) var volumes: [Mass]
        /// The highest estimated one-rep max; nil for a week without a set that allows an estimate.
        public internal(set) var estimatedMaxes: [Mass?]
    }

    /// A muscle group that was trained.
    public struct Muscle: Sendable, Hashable {
        public let muscle: MuscleGroup
        /// Twice the number of sets in each week, since a set counts half for a muscle that only assists.
        public let halfSets: [Int]
        /// The average of complete weeks in tenths of a set.
        public let tenthsPerWeek: Int
    }

    /// The Mondays of the weeks.
    public let weeks: [CivilDate]
    /// The exercises whose load is known, the greatest volume first.
    public let lifts: [Lift]
    public let muscles: [Muscle]
    /// The number of sets with fewer repetitions than `leastHypertrophyReps`.
    public let strengthSets: Int
    /// The number of sets with at least `leastHypertrophyReps` repetitions.
    public let hypertrophySets: Int
    /// The IDs of logged exercises whose muscles are unknown.
    public let withoutMuscles: [String]

    /// The fewest repetitions of a set that counts as hypertrophy training.
    public static let leastHypertrophyReps = 8

    /// - Parameters:
    ///   - log: the entries that count, of any dates.
    ///   - range: the dates; weeks begin on Monday, and only complete weeks count for the averages unless there is none.
    ///   - bodyWeight: the athlete's body weight, which is part of the load as in `ExerciseRecords`.
    public init(
        _ log: [LogEntry],
        in range: ClosedRange<CivilDate>,
        _ formula: MaxFormula,
        _ bodyWeight: BodyWeight = .unknown,
        known: (String) -> CatalogExercise?
    ) {
        let (first, last) = (range.lowerBound.monday, range.upperBound.monday)
        weeks = stride(from: first, through: last, by: 7).map { $0 }
        let entries = log.filter { range.contains($0.date) }.sorted { ($0.date, $0.place) < ($1.date, $1.place) }
        let place = { (entry: LogEntry) in first.days(until: entry.date) / 7 }
        let byExercise = Dictionary(grouping: entries, by: \.exercise).sorted { $0.key < $1.key }
        let none = Array(repeating: Mass?.none, count: weeks.count)
        lifts = byExercise.compactMap { id, entries in
            let units = entries.flatMap { entry in
                let body = bodyWeight.value(on: entry.date)
                return entry.sets.filter { $0.counts && $0.load?.movedMass(body) != nil }.map { $0.load?.unit(body) }
            }
            guard let unit = units.last ?? nil, let name = entries.last?.name else { return nil }
            var lift = Lift(
                exercise: id,
                name: name,
                unit: unit,
                volumes: none.map { _ in .zero },
                estimatedMaxes: none
            )
            for entry in entries {
                let (week, body) = (place(entry), bodyWeight.value(on: entry.date))
                lift.volumes[week] = lift.volumes[week] + entry.volume(body)
                let maxes = entry.sets.compactMap { formula.estimatedMax($0, body: body) }
                for max in maxes where max > lift.estimatedMaxes[week] ?? .zero {
                    lift.estimatedMaxes[week] = max
                }
            }
            return lift.volumes.contains { $0 > .zero } ? lift : nil
        }
        .sorted { $0.volumes.reduce(.zero, +) > $1.volumes.reduce(.zero, +) }

        var halfSets: [MuscleGroup: [Int]] = [:]
        var unknown: Set<String> = []
        for (id, entries) in byExercise where entries.contains(where: { $0.muscleSets > 0 }) {
            guard let exercise = known(id), !exercise.primary.isEmpty else {
                unknown.insert(id)
                continue
            }
            for (muscles, halves) in [(exercise.primary, 2), (exercise.secondary, 1)] {
                for muscle in muscles {
                    for entry in entries {
                        halfSets[muscle, default: none.map { _ in 0 }][place(entry)] += entry.muscleSets * halves
                    }
                }
            }
        }
        withoutMuscles = unknown.sorted()
        let complete = TrainingStatistics.completeWeeks(range, count: weeks.count)
        muscles = MuscleGroup.allCases.compactMap { muscle in
            halfSets[muscle].map { sets in
                let sum = sets[complete].reduce(0, +)
                let tenths = (sum * 10 + complete.count) / (complete.count * 2)
                return Muscle(muscle: muscle, halfSets: sets, tenthsPerWeek: tenths)
            }
        }
        let reps = entries.flatMap(\.sets).filter(\.counts).compactMap(\.amount.reps).filter { $0 > 0 }
        strengthSets = reps.count { $0 < TrainingStatistics.leastHypertrophyReps }
        hypertrophySets = reps.count - strengthSets
    }

    /// The weeks that a range contains entirely; if there is none, all of its weeks.
    private static func completeWeeks(_ range: ClosedRange<CivilDate>, count: Int) -> Range<Int> {
        let first = range.lowerBound.weekday == .monday ? 0 : 1
        let last = range.upperBound.weekday == .sunday ? count : count - 1
        return first < last ? first..<last : 0..<count
    }
}

extension LogEntry {
    /// The number of sets that count as sets of the exercise's muscles; running and the like, a distance without a load, does not.
    fileprivate var muscleSets: Int { sets.count { $0.counts && ($0.amount.metres == nil || $0.load != nil) } }
}

extension Sequence<LogEntry> {
    /// The number of sets of each date that has any, without warm-ups and failed sets.
    public var setsByDate: [CivilDate: Int] {
        reduce(into: [:]) { days, entry in
            let count = entry.sets.count(where: \.counts)
            if count > 0 { days[entry.date, default: 0] += count }
        }
    }
}
