public import CivilTime

/// The size of a clock error from which on its records are corrected.
///
/// A clock that was ahead may have delivered a reminder early. Once the clock is right, the time of the reminder and the recorded
/// time of its delivery are in the future: the reminder becomes pending and is delivered at its time. A correction by some
/// seconds or minutes must not repeat anything: a reminder delivered at most `tolerance` early has served its purpose.
public enum ClockStep {
    /// The largest step that is not corrected.
    public static let tolerance = TimeSpan.minutes(10)

    /// Whether an instant is so far in the future that only a wrong clock can have recorded it.
    public static func isAhead(_ instant: Instant, of now: Instant) -> Bool { instant > now.adding(tolerance) }
}
