public import CivilTime

/// By how much a clock must have been wrong before what it recorded is corrected.
///
/// A clock that was ahead may have delivered a reminder before its time. Once the clock is right, the reminder is ahead again, and so
/// is the time of its delivery, as it was recorded: the reminder becomes pending and comes at its time. A clock that is corrected by
/// some seconds or minutes must repeat nothing: a reminder that came up to `tolerance` before its time has served its purpose.
public enum ClockStep {
    /// The longest step that is not corrected.
    public static let tolerance = TimeSpan.minutes(10)

    /// Whether an instant is so far ahead that only a clock that was wrong can have reached it.
    public static func isAhead(_ instant: Instant, of now: Instant) -> Bool {
        instant > now.adding(tolerance)
    }
}
