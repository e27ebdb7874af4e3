public import CivilTime
public import Progress
public import Reminders
public import Training

/// What another text of a program changes for the athlete: the coming workouts, the maxes and the reminders.
///
/// Both texts are planned with the same history, so a difference is due to the text alone.
public struct ProgramDifference: Sendable {
    /// An exercise on a date as each text plans it; nil if a text does not plan it.
    public struct ExercisePair: Sendable {
        public let before: PlannedWorkout.Item?
        public let after: PlannedWorkout.Item?
    }

    /// A date on which the workout or one of its exercises differs.
    public struct Day: Sendable {
        public let date: CivilDate
        /// The workout with the former text; nil without one.
        public let before: ComingWorkout?
        /// The workout with the new text; nil without one.
        public let after: ComingWorkout?
        /// The exercises that differ: those of the new workout in its order, then those that only the former one has.
        public let exercises: [ExercisePair]
    }

    /// A max with which the coming workouts begin.
    public struct Max: Sendable {
        public let lift: String
        /// Whether it is the training max rather than the one-rep max.
        public let isTraining: Bool
        /// The max with the former text, in its unit.
        public let before: Weight?
        /// The max with the new text, in its unit.
        public let after: Weight?
    }

    /// A reminder as each text plans it; nil if a text does not plan it.
    public struct ReminderPair: Sendable {
        public let before: PlannedNotification?
        public let after: PlannedNotification?
    }

    public let former: Program
    public let program: Program
    /// The dates that were compared.
    public let range: Range<CivilDate>
    /// The dates that differ, in order.
    public let days: [Day]
    public let maxes: [Max]
    /// The reminders that differ, in the order in which they are due.
    public let reminders: [ReminderPair]

    public var isEmpty: Bool { days.isEmpty && maxes.isEmpty && reminders.isEmpty }

    /// - Parameters:
    ///   - former: the program with the former text.
    ///   - program: the same program with the new text.
    ///   - count: the number of days to compare, from today on.
    ///   - assumption: how the workouts go.
    public init(
        from former: ActiveProgram,
        to program: ActiveProgram,
        in input: PlanInput,
        days count: Int,
        assuming assumption: OutcomeAssumption
    ) {
        (self.former, self.program) = (former.program, program.program)
        range = input.today..<input.today.adding(days: count)
        let before = Side(former, input.replacing(former), range, assumption)
        let after = Side(program, input.replacing(program), range, assumption)
        days = ProgramDifference.days(before, after)
        maxes = ProgramDifference.maxes(before, after)
        reminders = ProgramDifference.reminders(before, after)
    }

    /// What follows from one of the texts.
    private struct Side {
        let program: Program
        let progress: ProgramProgress
        let workouts: [CivilDate: ComingWorkout]
        let reminders: [PlannedNotification]

        init(
            _ active: ActiveProgram,
            _ input: PlanInput,
            _ range: Range<CivilDate>,
            _ assumption: OutcomeAssumption
        ) {
            program = active.program
            // With one workout a day, other programs may take some of its dates.
            let ranked = input.programs.first { $0.program.id == active.program.id } ?? active
            progress = ranked.progress(input.athlete, today: input.today)
            let coming = ranked.comingWorkouts(
                input.athlete,
                today: input.today,
                before: range.upperBound,
                atMost: .max,
                assuming: assumption
            ) { input.answers[$0.key] != nil }
            workouts = Dictionary(coming.map { ($0.occurrence.date, $0) }) { first, _ in first }
            let plan = Plan(input, days: input.today.days(until: range.upperBound))
            reminders = plan.notifications.filter { input.isAhead($0) && range.contains($0.fireAt.date) }
        }
    }

    private static func days(_ former: Side, _ new: Side) -> [Day] {
        Set(former.workouts.keys).union(new.workouts.keys).sorted().compactMap { date in
            let (before, after) = (former.workouts[date], new.workouts[date])
            let exercises = pairs(before?.workout.items ?? [], after?.workout.items ?? [])
            let isSame = before?.occurrence.isNamed(like: after?.occurrence) ?? false
            return isSame && exercises.isEmpty
                ? nil : Day(date: date, before: before, after: after, exercises: exercises)
        }
    }

    private static func pairs(_ before: [PlannedWorkout.Item], _ after: [PlannedWorkout.Item]) -> [ExercisePair] {
        let known = Dictionary(before.map { ($0.exercise.id, $0) }) { first, _ in first }
        let remaining = Set(after.map(\.exercise.id))
        let changed = after.compactMap { item -> ExercisePair? in
            guard let former = known[item.exercise.id] else { return ExercisePair(before: nil, after: item) }
            let isSame = former.sets == item.sets && former.exercise.isShown(like: item.exercise)
            return isSame ? nil : ExercisePair(before: former, after: item)
        }
        let removed = before.filter { !remaining.contains($0.exercise.id) }
        return changed + removed.map { ExercisePair(before: $0, after: nil) }
    }

    private static func maxes(_ former: Side, _ new: Side) -> [Max] {
        let lifts = Set(former.program.lifts.keys).union(new.program.lifts.keys).sorted()
        return lifts.flatMap { lift -> [Max] in
            let (before, after) = (former.progress.maxes(of: lift), new.progress.maxes(of: lift))
            return [
                Max(lift: lift, isTraining: false, before: before.oneRepMax, after: after.oneRepMax),
                Max(lift: lift, isTraining: true, before: before.trainingMax, after: after.trainingMax),
            ]
        }.filter { max in
            let converted = max.before?.converted(from: former.program.units, to: new.program.units)
            return converted != max.after
        }
    }

    private static func reminders(_ former: Side, _ new: Side) -> [ReminderPair] {
        let before = Dictionary(former.reminders.map { ($0.id, $0) }) { first, _ in first }
        let after = Dictionary(new.reminders.map { ($0.id, $0) }) { first, _ in first }
        let pairs = Set(before.keys).union(after.keys).map { ReminderPair(before: before[$0], after: after[$0]) }
        return pairs.filter { $0.before != $0.after }.sorted { $0.order < $1.order }
    }
}

extension ProgramDifference.ReminderPair {
    /// Whether only the text of the reminder differs.
    public var isOnlyText: Bool { before?.instant == after?.instant }

    /// The moment at which the first of both is due, and its ID; a pair has at least one reminder.
    fileprivate var order: (Int64, String) {
        let shown = [before, after].compactMap(\.self).min { $0.instant < $1.instant }
        return (shown?.instant.secondsSinceEpoch ?? 0, shown?.id.rawValue ?? "")
    }
}

extension Occurrence {
    /// Whether a list of workouts would show the other one with the same words.
    fileprivate func isNamed(like other: Occurrence?) -> Bool {
        guard let other else { return false }
        return dayName == other.dayName && isOptional == other.isOptional && duration == other.duration
            && week.shown == other.week.shown && week.name == other.week.name && week.phase == other.week.phase
            && week.isDeload == other.week.isDeload
    }
}

extension Exercise {
    /// Whether a workout would show the other one with the same words.
    fileprivate func isShown(like other: Exercise) -> Bool {
        title == other.title && rest == other.rest && notes == other.notes && superset == other.superset
            && isOptional == other.isOptional
    }
}

extension PlanInput {
    /// The same facts with another text of one of the programs, or with a further program.
    fileprivate func replacing(_ program: ActiveProgram) -> PlanInput {
        var programs = programs
        if let index = programs.firstIndex(where: { $0.program.id == program.program.id }) {
            programs[index] = program
        } else {
            programs.append(program)
        }
        return simulating(programs: programs, reminders: [])
    }
}
