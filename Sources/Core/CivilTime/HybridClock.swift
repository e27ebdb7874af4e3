/// A hybrid logical clock: a time that orders events of several machines, although their clocks differ and may be set back.
///
/// The clock of an event is later than those of all events that its machine had recorded or received before, and otherwise as close to the
/// wall clock as possible (S. Kulkarni, M. Demirbas and others, "Logical Physical Clocks", OPODIS 2014).
public struct HybridClock: Sendable, Hashable, Comparable {
    /// The number of bits that count the events of a second.
    private static let counterBits = 20

    /// The seconds since 1970-01-01T00:00:00Z in the upper bits, and a counter in the lower 20.
    public let value: Int64

    public init(value: Int64) { self.value = value }

    /// The clock of the first event of a machine.
    public init(at now: Instant) { value = now.secondsSinceEpoch << HybridClock.counterBits }

    /// The clock of an event after one with this clock.
    public func next(at now: Instant) -> HybridClock {
        max(HybridClock(at: now), HybridClock(value: value < .max ? value + 1 : value))
    }

    /// Whether one event is before another.
    public static func < (a: HybridClock, b: HybridClock) -> Bool { a.value < b.value }
}
