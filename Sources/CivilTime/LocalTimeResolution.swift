/// What a civil time means in a zone: one moment, none (clocks jumped over it), or two (clocks went back over it).
public enum LocalTimeResolution: Sendable, Hashable {
    /// The civil time happens once.
    case unique(Instant)
    /// The civil time is skipped: `transition` is the moment of the jump, `length` how far clocks moved forward.
    case gap(transition: Instant, length: TimeSpan)
    /// The civil time happens twice.
    case fold(first: Instant, second: Instant)
}
