package import Training

extension SetTarget {
    /// Whether the user decides how many repetitions a set has.
    package var isOpen: Bool {
        switch self {
        case .amrap, .total, .totalRange, .within, .amrapWithin: true
        case .reps, .range, .repMax, .time, .timeRange, .distance: false
        }
    }

    /// The seconds for which a set is timed, or the maximum of a range; nil if the set is not timed.
    package var countdown: Int? {
        switch self {
        case .time(let seconds), .timeRange(_, let seconds), .amrapWithin(_, let seconds): seconds
        case .reps, .range, .amrap, .total, .totalRange, .within, .repMax, .distance: nil
        }
    }

    package var isRepMax: Bool {
        if case .repMax = self { true } else { false }
    }
}
