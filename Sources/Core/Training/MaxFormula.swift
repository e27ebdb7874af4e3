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
