public import CivilTime
internal import Localization
public import Progress
internal import Reminders
public import Training

/// What the training log shows about a workout that the user has not answered.
///
/// It is derived whenever it is needed, so that a correction of the log corrects it. A workout is done as soon as every planned work
/// set is logged, or else at the end of the night if every required exercise has a set.
public struct WorkoutEvidence: Sendable, Hashable {
    /// How long follow-ups wait after a logged set: the athlete is training.
    public static let pause = TimeSpan.minutes(90)
    /// Until then, the evening before can go on.
    public static let endOfNight = TimeOfDay(secondsFromMidnight: 4 * 3600)

    /// The ID of the program day that was trained.
    public let dayID: String
    /// The week since the start of the program; nil if no entry has a prescription.
    public let week: Int?
    /// The number of the program's text in the ledger.
    public let edition: Int64
    /// The number of required exercises.
    public let exercises: Int
    /// The number of required exercises with a work set in the log.
    public let logged: Int
    /// Whether every planned work set of the required exercises is logged.
    public let isComplete: Bool
    /// When the first of the entries was recorded, and the last.
    public let recorded: ClosedRange<Instant>

    /// - Parameters:
    ///   - entries: the entries of one workout in the order of their numbers.
    ///   - recorded: when the first of them was recorded, and the last.
    ///   - program: the text of the program with an edition's number.
    /// - Returns: nil if the last performed entry belongs to no day of its program.
    public init?(_ entries: [LogEntry], recorded: ClosedRange<Instant>, _ program: (Int64) -> Program?) {
        let performed = entries.filter { $0.outcome == .performed && $0.sets.contains { $0.kind == .work } }
        guard let last = performed.last, let dayID = last.workout?.day, let edition = last.edition,
            let program = program(edition), let day = program.days.first(where: { $0.id == dayID })
        else { return nil }
        let own = performed.filter { $0.workout?.day == dayID }
        week = own.compactMap(\.prescription?.week).last
        let required = day.exercises.filter { !$0.isOptional }
        let slots = (required.isEmpty ? day.exercises : required).map { program.exercises(inPlaceOf: $0) }
        let sets = slots.map { ids in own.filter { $0.workout.map { ids.contains($0.exercise) } ?? false } }
        (self.dayID, self.edition, self.recorded) = (dayID, edition, recorded)
        exercises = slots.count
        logged = sets.count { !$0.isEmpty }
        isComplete = sets.allSatisfy { entries in
            entries.last?.prescription?.isLogged(by: entries.flatMap(\.sets)) ?? false
        }
    }

    /// When the workout of a date counts as done; nil if a required exercise has no set.
    public func closing(on date: CivilDate, in zone: Zone) -> Instant? {
        guard logged == exercises else { return nil }
        if isComplete { return recorded.upperBound }
        let night = CivilDateTime(date: date.adding(days: 1), time: WorkoutEvidence.endOfNight)
        return max(zone.instant(of: night), recorded.upperBound)
    }
}

extension Program {
    /// The IDs of an exercise, its alternatives, its rotation, and what replaces it in some weeks.
    fileprivate func exercises(inPlaceOf exercise: Exercise) -> Set<String> {
        let own = [exercise.id] + (exercise.alternatives + exercise.rotation).map(\.exercise.id)
        let others = weeks.compactMap { week -> String? in
            if case .exercise(let other)? = week.exercises[exercise.id] { other.id } else { nil }
        }
        return Set(own + others)
    }
}

extension PlanInput {
    /// How much of unanswered workouts is logged, such as `2 of 3 exercises logged`; nil if nothing is.
    func progress(of workouts: [Occurrence]) -> String? {
        let lines = workouts.compactMap { workout -> String? in
            guard answers[workout.key] == nil, let found = evidence[workout.key], found.dayID == workout.dayID else {
                return nil
            }
            let text = words.text(.partlyLogged, ["count": "\(found.logged)", "total": "\(found.exercises)"])
            return workouts.count == 1 ? text : words.text(.labeled, ["label": words.name(workout), "value": text])
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// A follow-up's time, which waits while the athlete logs sets of the workouts that it is about.
    func afterSets(_ instant: Instant, of workouts: [OccurrenceKey]) -> Instant {
        let ends = workouts.compactMap { workout -> Instant? in
            guard let recorded = evidence[workout]?.recorded, recorded.lowerBound <= instant else { return nil }
            return recorded.upperBound.adding(WorkoutEvidence.pause)
        }
        return ends.reduce(instant, max)
    }
}
