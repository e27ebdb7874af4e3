public import CivilTime
public import Training

/// A max or a load that the athlete set: it belongs to the athlete, not to a program file.
public struct AthleteValue: Sendable, Hashable {
    /// What was set.
    public enum Subject: Sendable, Hashable {
        /// The one-rep max of a lift, in every program that has it.
        case oneRepMax(lift: String)
        /// The training max of a lift, in every program that has it.
        case trainingMax(lift: String)
        /// The load of an exercise's next work sets in a program.
        case load(program: String, exercise: String)
    }

    public let subject: Subject
    public let weight: Weight
    public let unit: WeightUnit
    /// The date from which on it applies; it applies before that date's workouts.
    public let date: CivilDate

    public init(_ subject: Subject, _ weight: Weight, _ unit: WeightUnit, on date: CivilDate) {
        (self.subject, self.weight, self.unit, self.date) = (subject, weight, unit, date)
    }

    /// The event for a program; nil if the value does not concern it.
    public func event(in program: Program) -> ProgressEvent? {
        let max = weight.converted(from: unit, to: program.units)
        switch subject {
        case .oneRepMax(let lift): return program.lifts[lift].map { _ in .oneRepMax(lift: lift, max) }
        case .trainingMax(let lift): return program.lifts[lift].map { _ in .trainingMax(lift: lift, max) }
        case .load(program.id, let exercise): return .load(exercise: exercise, program.load(weight, unit))
        case .load: return nil
        }
    }
}

extension Program {
    /// A load of the athlete in the program's unit; only a load in another unit is rounded, because the athlete can lift the others.
    func load(_ weight: Weight, _ unit: WeightUnit) -> Weight {
        guard unit != units else { return weight }
        let exact = weight.converted(from: unit, to: units)
        return rounding?.rounded(exact) ?? exact
    }

    /// What the athlete lifted, in the program's unit.
    func load(_ lifted: PerformedSet.Load) -> Weight {
        switch lifted {
        case .weight(let weight, let unit), .bodyweight(let weight, let unit): load(weight, unit)
        }
    }
}

extension AthleteValue.Subject {
    /// The kind as stored and printed: `one-rep-max`, `training-max` or `load`.
    public var kind: String {
        switch self {
        case .oneRepMax: "one-rep-max"
        case .trainingMax: "training-max"
        case .load: "load"
        }
    }

    /// What it belongs to: a lift, or a program and an exercise, separated by a slash.
    public var subject: String {
        switch self {
        case .oneRepMax(let lift), .trainingMax(let lift): lift
        case .load(let program, let exercise): "\(program)/\(exercise)"
        }
    }

    public var exercise: String {
        switch self {
        case .oneRepMax(let id), .trainingMax(let id), .load(_, let id): id
        }
    }

    /// Reads a stored kind and subject; nil if they are invalid.
    public init?(kind: String, subject: String) {
        switch kind {
        case "one-rep-max": self = .oneRepMax(lift: subject)
        case "training-max": self = .trainingMax(lift: subject)
        case "load":
            guard let slash = subject.firstIndex(of: "/") else { return nil }
            self = .load(program: String(subject[..<slash]), exercise: String(subject[subject.index(after: slash)...]))
        default: return nil
        }
    }
}

/// What decides the athlete's loads besides the programs: the values that they set, their training log, and their equipment.
public struct AthleteHistory: Sendable {
    /// The maxes and loads in the order in which they were set.
    public let values: [AthleteValue]
    /// The entries of the training log in the order of their numbers.
    public let log: [LogEntry]
    /// The loads that the athlete's equipment allows; nil if loads are not rounded to it.
    public let equipment: LoadFitting?

    public init(values: [AthleteValue] = [], log: [LogEntry] = [], equipment: LoadFitting? = nil) {
        (self.values, self.log, self.equipment) = (values, log, equipment)
    }
}
