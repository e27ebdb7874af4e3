public import CivilTime

/// Identifies an occurrence in answers and in the journal: a program's workout, or the user's own reminder, on a date.
public struct OccurrenceKey: Sendable, Hashable {
    public let source: OccurrenceSource
    /// The date that it was planned for.
    public let date: CivilDate

    public init(_ source: OccurrenceSource, on date: CivilDate) {
        self.source = source
        self.date = date
    }
}

extension PlannedNotification {
    /// The workouts or reminders that it is about.
    public var occurrences: [OccurrenceKey] { items.map { OccurrenceKey($0.source, on: date) } }

    /// The notification without the answered workouts; nil if all were answered.
    public func leaving(_ answers: [OccurrenceKey: Answer]) -> PlannedNotification? {
        let open = items.filter { answers[OccurrenceKey($0.source, on: date)] == nil }
        guard open.count < items.count else { return self }
        return open.isEmpty ? nil : with(items: open)
    }
}
