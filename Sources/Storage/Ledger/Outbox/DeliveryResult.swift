/// What became of a delivery that has ended.
public enum DeliveryResult: String, Sendable, Hashable, CaseIterable {
    /// It was delivered at most two minutes after its time.
    case onTime = "on-time"
    /// It was delivered later.
    case late
    /// Its grace period ended before it was delivered.
    case missed
    /// The channel refused it, or handed it over to its fallback.
    case failed
    /// It was no longer wanted before it was delivered.
    case cancelled

    /// The delay in seconds from which a delivery is late: cron starts antrain once a minute, so that a reminder may have to wait for a
    /// minute and for those before it.
    public static let lateFrom: Int64 = 120

    /// The result of a delivery; nil if it has not ended.
    package init?(_ state: OutboxState, lateSeconds: Int64) {
        switch state {
        case .delivered: self = lateSeconds < DeliveryResult.lateFrom ? .onTime : .late
        case .expired: self = .missed
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        case .pending, .scheduled, .overflow, .leased, .retrying: return nil
        }
    }

    /// Whether the channel delivered.
    package var isDelivered: Bool { self == .onTime || self == .late }
}
