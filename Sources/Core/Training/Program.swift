public import CivilTime

/// A training program: what to do, and on which days.
public struct Program: Sendable, Hashable {
    public static let schemaVersion = 1

    /// The name used by commands and links.
    public private(set) var id: String
    public let name: String
    /// Who made it.
    public let author: String?
    /// Where it was published.
    public let source: String?
    /// What it is, in a few sentences.
    public let summary: String?
    /// What it trains for, in the order of the file; empty if it does not say.
    public let goals: [ProgramGoal]
    /// Whom it suits, in the order of the file; empty if it does not say.
    public let levels: [ProgramLevel]
    /// The unit of loads without one.
    public let units: WeightUnit
    /// How computed loads are rounded; nil keeps them exact.
    public let rounding: Rounding?
    /// The training max as a fraction of the one-rep max.
    public let trainingMaxShare: Percentage
    /// The lifts by ID.
    public internal(set) var lifts: [String: Lift]
    public let schemes: [String: [SetPrescription]]
    /// The days in file order.
    public internal(set) var days: [ProgramDay]
    /// The weeks of the rotation, with phases expanded; empty if all weeks are the same.
    public internal(set) var weeks: [ProgramWeek]
    /// Which dates the days fall on.
    public let schedule: Schedule
    /// Pauses and moved dates.
    public let exceptions: [ScheduleException]
    /// The program's own reminders; if empty, the settings decide.
    public let reminders: [ReminderLead]

    /// The same program with the ID of another one, whose history it then continues.
    public func with(id: String) -> Program {
        var program = self
        program.id = id
        return program
    }
}

/// What a program trains for; the raw values are the names in files and JSON.
public enum ProgramGoal: String, Sendable, Hashable, CaseIterable {
    /// Heavier loads.
    case strength
    /// Larger muscles.
    case hypertrophy
    /// Longer efforts: running, or many repetitions.
    case endurance
    /// A bit of everything, for health.
    case generalFitness = "general-fitness"
}

/// Whom a program suits; the raw values are the names in files and JSON.
public enum ProgramLevel: String, Sendable, Hashable, CaseIterable {
    /// New to this kind of training: progress from workout to workout.
    case beginner
    /// Progress from week to week or from month to month.
    case intermediate
    /// Years of training.
    case advanced
}

/// A day of a program: the workout, not its date.
public struct ProgramDay: Sendable, Hashable {
    /// The name used by the schedule.
    public let id: String
    /// The display name, such as Push Day.
    public let name: String
    public let duration: TimeSpan?
    public let notes: String?
    /// Whether the athlete may leave it out: without an answer it was not done, and that is not a missed workout.
    public var isOptional = false
    /// The time of its workouts, in place of the program's and the settings'.
    public var time: TimeOfDay?
    /// The exercises in order, at least one.
    public internal(set) var exercises: [Exercise]

    /// The exercises in a week, which may replace some of them, in the order of `exercises`.
    ///
    /// - Parameters:
    ///   - week: the week; nil if all weeks are the same.
    ///   - chosen: the IDs of the chosen alternatives, and of the current exercises of rotations, by those of the exercises.
    public func exercises(in week: ProgramWeek?, chosen: [String: String] = [:]) -> [Exercise] {
        guard !chosen.isEmpty || week.map({ !$0.exercises.isEmpty }) ?? false else { return exercises }
        return exercises.map { $0.done(in: week, chosen) }
    }
}

extension Program {
    /// The exercises of all days, their alternatives and rotations, and then those that replace them in some weeks.
    public var allExercises: [Exercise] {
        let others = weeks.flatMap { week in
            week.exercises.sorted { $0.key < $1.key }.compactMap { _, replacement in
                if case .exercise(let exercise) = replacement { exercise } else { nil }
            }
        }
        let own = days.flatMap(\.exercises)
        return own + own.flatMap(\.substitutes).map(\.exercise) + others
    }
}

/// A week of a program whose weeks differ.
public struct ProgramWeek: Sendable, Hashable {
    /// What a week has in place of an exercise.
    public enum Replacement: Sendable, Hashable {
        case sets(Exercise.Sets)
        case exercise(Exercise)
    }

    public let name: String?
    public let phase: String?
    public let isDeload: Bool
    /// The set schemes that the week replaces.
    public let schemes: [String: [SetPrescription]]
    /// The exercises that the week replaces, by their IDs.
    public internal(set) var exercises: [String: Replacement]
    /// The days that the week replaces, as indices into `Program.days`; nil is a rest day.
    public let swaps: [Int: Int?]
}
