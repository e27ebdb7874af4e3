import Progress
import Training

/// An exercise's planned sets as text.
enum PerformedSetText {
    static func plan(_ item: PlannedWorkout.Item) -> String {
        item.sets.filter { $0.kind != .warmUp }.map(\.description).joined(separator: ", ")
    }
}

extension SetTarget {
    /// Whether the user decides how many repetitions a set has.
    var isOpen: Bool {
        switch self {
        case .amrap, .total, .totalRange, .within, .amrapWithin: true
        case .reps, .range, .repMax, .time, .timeRange, .distance: false
        }
    }

    /// The seconds for which a set is timed, or the maximum of a range; nil if the set is not timed.
    var countdown: Int? {
        switch self {
        case .time(let seconds), .timeRange(_, let seconds), .amrapWithin(_, let seconds): seconds
        case .reps, .range, .amrap, .total, .totalRange, .within, .repMax, .distance: nil
        }
    }

    var isRepMax: Bool {
        if case .repMax = self { true } else { false }
    }
}

extension SetPrescription {
    /// The set with what is lifted if it is done as planned; the lightest load of a range is shown with the others.
    func described(with load: PerformedSet.Load?) -> String {
        let least = self.load?.leastWeight.map { PerformedSet.Load.weight($0.weight, $0.unit) }
        let isPlanned = load == nil || load == least
        let shown = isPlanned ? self.load.map { " @ \($0)" } : load.map { " @ \($0)" }
        return singleDescription(with: shown ?? "")
    }
}
