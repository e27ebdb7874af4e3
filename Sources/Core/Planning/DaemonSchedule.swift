public import CivilTime

/// The daemon's next job, and the length of its sleep: a pure function of the clock, the queue and recent changes.
public struct DaemonSchedule: Sendable, Hashable {
    /// The daemon's knowledge at a moment.
    public struct View: Sendable, Hashable {
        public let now: Instant
        /// When the next delivery is due; may be in the past.
        public let due: Instant?
        /// When the next notification that a plugin has scheduled is due.
        public let held: Instant?
        /// When the training log may answer workouts of the day before; may be in the past.
        public let closing: Instant?

        /// Creates the view.
        public init(now: Instant, due: Instant?, held: Instant? = nil, closing: Instant? = nil) {
            (self.now, self.due, self.held, self.closing) = (now, due, held, closing)
        }
    }

    /// A job of the daemon.
    public enum Job: Sendable, Hashable {
        case plan, deliver
    }

    /// The pause before a failed job is retried or a plugin is queried again.
    private static let pause = TimeSpan.minutes(1)

    private var plannedAt: Instant?
    private var plannedUntil: Instant?
    private var deliveredAt: Instant?

    /// Creates the schedule of a daemon that has done nothing yet.
    public init() {}

    /// Records that something changed on which a plan depends.
    public mutating func change() {
        plannedAt = nil
        // The change may have added something that is already overdue.
        deliveredAt = nil
    }

    /// Records that a plan was made, and until when it is valid.
    public mutating func hasPlanned(at now: Instant, until midnight: Instant) {
        plannedAt = now
        plannedUntil = midnight
    }

    public mutating func failedToPlan(at now: Instant) {
        hasPlanned(at: now, until: now.adding(DaemonSchedule.pause))
    }

    /// Records that due notifications were delivered, or attempted.
    public mutating func hasDelivered(at now: Instant) { deliveredAt = now }

    /// The job that is due now; nil if the daemon may sleep.
    public func deed(_ view: View) -> Job? {
        if let planning = nextPlanning(view), planning > view.now { return isDue(view) ? .deliver : nil }
        return .plan
    }

    /// When to wake up if there is nothing to do now.
    public func wakeUp(_ view: View) -> Instant? {
        [nextPlanning(view), nextDelivery(view)].compactMap { $0 }.min()
    }

    private func isDue(_ view: View) -> Bool { nextDelivery(view).map { $0 <= view.now } ?? false }

    /// When to plan next; nil for immediately: before the first plan, or after the clock was set back.
    private func nextPlanning(_ view: View) -> Instant? {
        guard let plannedAt, let plannedUntil, view.now >= plannedAt else { return nil }
        // A plugin that delivers late is asked again, but not continuously.
        let asked = view.held.map { max($0, plannedAt).adding(DaemonSchedule.pause) }
        let closing = view.closing.flatMap { plannedAt < $0 ? $0 : nil }
        return [asked, closing].compactMap(\.self).reduce(plannedUntil, min)
    }

    /// When to deliver next; after an attempt, overdue notifications wait for the pause.
    private func nextDelivery(_ view: View) -> Instant? {
        guard let due = view.due else { return nil }
        guard let deliveredAt, view.now >= deliveredAt, due <= deliveredAt else { return due }
        return deliveredAt.adding(DaemonSchedule.pause)
    }
}
