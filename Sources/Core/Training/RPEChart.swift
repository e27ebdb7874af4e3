/// The share of the one-rep max that a number of repetitions at an RPE takes.
///
/// M. Tuchscherer, *The Reactive Training Manual*, Reactive Training Systems, 2008. A repetition in reserve counts as much as a
/// performed one, so the chart is one column: one more repetition, or one point of RPE less, is two rows down. The published chart
/// omits RPE 6; the column continues to it.
public enum RPEChart {
    /// Hundredths of a percent, for each half repetition that was done or left after the first.
    private static let shares = [
        10_000, 9780, 9550, 9390, 9220, 9070, 8920, 8780, 8630, 8500, 8370, 8240, 8110, 7990, 7860, 7740, 7620, 7510,
        7390, 7230, 7070, 6940, 6800, 6670, 6530, 6400, 6260, 6130, 5990, 5860,
    ]

    /// The share of the one-rep max.
    ///
    /// - Parameters:
    ///   - reps: the repetitions, 1 to 12.
    ///   - tenths: the RPE in tenths, 60 to 100; it is rounded to halves.
    /// - Returns: nil outside of the chart.
    public static func share(reps: Int, rpe tenths: Int) -> Percentage? {
        guard (1...12).contains(reps), (60...100).contains(tenths) else { return nil }
        let row = 2 * (reps - 1) + (100 - tenths + 2) / 5
        return row < shares.count ? Percentage(hundredths: shares[row]) : nil
    }
}

extension Load {
    /// The RPE in tenths that it asks for, the middle of a range; nil for any other kind of load.
    public var targetRPE: Int? {
        switch self {
        case .rpe(let tenths): tenths
        case .rpeRange(let tenths): (tenths.lowerBound + tenths.upperBound) / 2
        case .rir(let reps): 100 - 10 * min(max(0, reps), 10)
        case .rirRange(let reps): 100 - 5 * (min(max(0, reps.lowerBound), 10) + min(max(0, reps.upperBound), 10))
        case .weight, .weightRange, .weightAtLeast, .percentage, .percentageRange, .percentageAtLeast, .percentagePlus,
            .bodyweight:
            nil
        }
    }
}

extension SetPrescription {
    /// The share of the one-rep max that the set takes at an RPE; nil outside of the chart, or without a number of repetitions.
    public func share(atRPE tenths: Int) -> Percentage? { chartReps.flatMap { RPEChart.share(reps: $0, rpe: tenths) } }

    /// The repetitions, the most of a range; nil if the set has another target.
    public var chartReps: Int? {
        switch target {
        case .reps(let reps), .range(_, let reps): reps
        case .amrap, .total, .totalRange, .within, .amrapWithin, .repMax, .time, .timeRange, .distance: nil
        }
    }
}

/// How a max test with several repetitions becomes a one-rep max.
public enum MaxEstimate: Sendable, Hashable {
    case formula(MaxFormula)
    /// The program's own shares of the load, by repetitions.
    case factors([Int: Percentage])

    /// The share of the load for a number of repetitions, or for the nearest smaller number with a share; nil with a formula.
    public func factor(_ reps: Int) -> Percentage? {
        guard case .factors(let factors) = self else { return nil }
        return factors.filter { $0.key <= reps }.max { $0.key < $1.key }?.value ?? .whole
    }
}

/// How the one-rep max of a lift is estimated from a set of several repetitions.
public enum MaxFormula: String, Sendable, Hashable, CaseIterable {
    /// load × (1 + repetitions ⁄ 30), and the load itself for one repetition.
    ///
    /// Boyd Epley, "Poundage Chart", in: Boyd Epley Workout, Lincoln (Nebraska), Body Enterprises, 1985.
    case epley
    /// load × 36 ⁄ (37 − repetitions).
    ///
    /// Matt Brzycki, "Strength Testing: Predicting a One-Rep Max from Reps-to-Fatigue", Journal of Physical Education, Recreation &
    /// Dance 64 (1), 1993, pp. 88–90.
    case brzycki

    /// The most repetitions from which a max is estimated; the formulas agree at ten and become unreliable above.
    public static let mostReps = 10

    public var author: String {
        switch self {
        case .epley: "Epley"
        case .brzycki: "Brzycki"
        }
    }
}
