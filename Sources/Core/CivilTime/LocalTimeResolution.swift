/// The instants of a civil time in a time zone: one, none (a gap), or two (a fold).
public enum LocalTimeResolution: Sendable, Hashable {
    /// The civil time occurs once.
    case unique(Instant)
    /// The civil time is skipped: `transition` is the moment of the change, `length` how far clocks move forward.
    case gap(transition: Instant, length: TimeSpan)
    /// The civil time occurs twice.
    case fold(first: Instant, second: Instant)
}
