internal import CivilTime

/// How late a delivery is.
enum Lateness {
    /// The seconds between a notification's time and the present; 0 when it is early, as after the clock was set back.
    static func seconds(_ instant: Instant, now: Instant) -> Int64 {
        max(0, instant.span(until: now).seconds)
    }
}
