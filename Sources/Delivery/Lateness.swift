/// Whether a notification is still worth delivering at the moment when its turn comes.
public enum Lateness: Sendable, Hashable {
    /// Its time has just come.
    case onTime
    /// Its time has passed by this many seconds, within the grace.
    case late(seconds: Int64)
    /// It is past the grace, or of another day: it is marked as missed.
    case missed
}
