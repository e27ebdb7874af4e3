public import CivilTime
public import Planning

/// Why a reminder is no longer planned.
public struct DroppedReminder: Sendable, Hashable {
    static let unchanged = "it is no longer planned"
    private static let start = unchanged + "; "

    /// The changes that led to the plan; empty if time passed or the user answered something else.
    public let changes: [PlanChange]
    /// When the plan was made.
    public let at: Instant

    static func reason(_ changes: [PlanChange]) -> String {
        changes.isEmpty ? unchanged : start + changes.map(\.description).joined(separator: "; ")
    }

    /// Parses the reason of a dropped reminder; nil for any other reason.
    package init?(reason: String, at: Instant) {
        guard reason.hasPrefix(DroppedReminder.unchanged) else { return nil }
        self.at = at
        changes = reason.dropFirst(DroppedReminder.start.count).split(separator: "; ").compactMap {
            PlanChange(String($0))
        }
    }
}
