public import CivilTime

/// What the daemon does next and until when it sleeps: a pure function of the clock, the queue and what changed.
public struct DaemonSchedule: Sendable, Hashable {
    /// What the daemon knows at one moment.
    public struct View: Sendable, Hashable {
        /// The present.
        public let now: Instant
        /// When the next delivery is due, be it in the past.
        public let due: Instant?
        /// When the next of what plugins hold themselves comes to its time.
        public let held: Instant?

        /// Creates the view.
        public init(now: Instant, due: Instant?, held: Instant? = nil) {
            self.now = now
            self.due = due
            self.held = held
        }
    }

    /// Something to do.
    public enum Deed: Sendable, Hashable {
        case plan, deliver
    }

    /// For how long what could not be done, or was not reported yet, is left alone.
    private static let pause = TimeSpan.minutes(1)

    private var plannedAt: Instant?
    private var plannedUntil: Instant?
    private var deliveredAt: Instant?

    /// Creates the schedule of a daemon that has done nothing yet.
    public init() {}

    /// Something changed that a plan depends on.
    public mutating func change() {
        plannedAt = nil
        // What is overdue may be new.
        deliveredAt = nil
    }

    /// A plan was made, and holds until a moment.
    public mutating func hasPlanned(at now: Instant, until midnight: Instant) {
        plannedAt = now
        plannedUntil = midnight
    }

    /// No plan could be made.
    public mutating func failedToPlan(at now: Instant) {
        hasPlanned(at: now, until: now.adding(DaemonSchedule.pause))
    }

    /// What was due was delivered, or was tried.
    public mutating func hasDelivered(at now: Instant) {
        deliveredAt = now
    }

    /// What to do; nil where the daemon may sleep.
    public func deed(_ view: View) -> Deed? {
        if let planning = nextPlanning(view), planning > view.now { return isDue(view) ? .deliver : nil }
        return .plan
    }

    /// Until when to sleep where there is nothing to do.
    public func wakeUp(_ view: View) -> Instant? {
        [nextPlanning(view), nextDelivery(view)].compactMap { $0 }.min()
    }

    private func isDue(_ view: View) -> Bool {
        nextDelivery(view).map { $0 <= view.now } ?? false
    }

    /// When to plan; nil for at once: never yet, or the clock was set back.
    private func nextPlanning(_ view: View) -> Instant? {
        guard let plannedAt, let plannedUntil, view.now >= plannedAt else { return nil }
        // A plugin that fires late is asked again, and not all the time.
        let asked = view.held.map { max($0, plannedAt).adding(DaemonSchedule.pause) }
        return min(plannedUntil, asked ?? plannedUntil)
    }

    /// When to deliver; what was tried and is still overdue has its pause.
    private func nextDelivery(_ view: View) -> Instant? {
        guard let due = view.due else { return nil }
        guard let deliveredAt, view.now >= deliveredAt, due <= deliveredAt else { return due }
        return deliveredAt.adding(DaemonSchedule.pause)
    }
}
