public import CivilTime
internal import Synchronization

/// The workouts of the programs that come before another one when only one workout a day is planned.
///
/// They are computed on request and cached.
public final class OtherWorkouts: Sendable {
    /// A program whose workouts take precedence.
    public struct Program: Sendable {
        private let calendar: TrainingCalendar
        /// The first date on which it no longer takes precedence, because it was deactivated; nil for none.
        private let end: CivilDate?

        public init(_ calendar: TrainingCalendar, until end: CivilDate? = nil) {
            self.calendar = calendar
            self.end = end
        }

        public func contains(_ date: CivilDate) -> Bool { !dates(date..<date.adding(days: 1)).isEmpty }

        /// The dates of a range on which the user trains the program.
        fileprivate func dates(_ range: Range<CivilDate>) -> [CivilDate] {
            calendar.days(range.clamped(to: .earliest..<(end ?? .latest))).compactMap(\.occurrence)
                .filter(calendar.isTrained).map(\.date)
        }
    }

    private struct Known {
        var range: Range<CivilDate>?
        var dates: Set<CivilDate> = []
    }

    /// How many dates are computed at once, at least; further ones double what is known.
    private static let leastDays = 64

    private let programs: [Program]
    private let known = Mutex(Known())

    public init(_ programs: [Program]) { self.programs = programs }

    /// Whether any of the programs has a workout on a date.
    func contains(_ date: CivilDate) -> Bool {
        known.withLock { known in
            if !(known.range?.contains(date) ?? false) { add(date, to: &known) }
            return known.dates.contains(date)
        }
    }

    private func add(_ date: CivilDate, to known: inout Known) {
        let length = max(OtherWorkouts.leastDays, known.range?.count ?? 0)
        let first = min(date, known.range?.lowerBound ?? date)
        let end = max(known.range?.upperBound ?? date, date.adding(days: length))
        guard first < end else { return }
        let range = first..<end
        known = Known(range: range, dates: Set(programs.flatMap { $0.dates(range) }))
    }
}
