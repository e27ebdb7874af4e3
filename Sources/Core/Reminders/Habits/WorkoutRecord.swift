public import CivilTime

/// When a workout was started and answered, as recorded.
public struct WorkoutRecord: Sendable, Hashable {
    public let programID: String
    public let date: CivilDate
    /// The program day; empty if it was not recorded.
    public let dayID: String
    /// When `antrain start` or the button of a reminder started it first.
    public var startedAt: Instant?
    public var answeredAt: Instant?
    /// Whether the answer is `done`.
    public var isDone = false

    public init(
        programID: String,
        date: CivilDate,
        dayID: String,
        startedAt: Instant? = nil,
        answeredAt: Instant? = nil,
        isDone: Bool = false
    ) {
        (self.programID, self.date, self.dayID) = (programID, date, dayID)
        (self.startedAt, self.answeredAt, self.isDone) = (startedAt, answeredAt, isDone)
    }
}

/// When a workout began, by the clock of the place where the user was.
public struct WorkoutStart: Sendable, Hashable {
    public let date: CivilDate
    /// The minutes since midnight of that date; a workout that began after the following midnight has 1440 or more.
    public let minute: Int
    /// Whether it follows from the time of `done` and the duration of the workout.
    public let isEstimated: Bool

    public init(date: CivilDate, minute: Int, isEstimated: Bool = false) {
        (self.date, self.minute, self.isEstimated) = (date, minute, isEstimated)
    }
}

extension [WorkoutRecord] {
    /// How long after midnight a start still belongs to the date before.
    private static var night: Int { 4 * 3600 }
    /// The lengths of workouts, in seconds, from which a usual one is computed.
    private static var plausible: ClosedRange<Int64> { 300...4 * 3600 }
    /// The duration of a workout if neither its program nor the record gives one.
    private static var assumed: Int64 { 3600 }

    /// When the workouts began.
    ///
    /// Only what was recorded on the day itself counts: an answer that is entered later says nothing about the time of the workout. A workout
    /// without a recorded start began its duration before it was marked as done: the duration in the program, else the median of the
    /// recorded workouts if there are at least three, else an hour.
    ///
    /// - Parameter zone: the time zone of the user at an instant.
    public func starts(duration: (WorkoutRecord) -> TimeSpan?, zone: (Instant) -> Zone) -> [WorkoutStart] {
        func second(_ instant: Instant, of record: WorkoutRecord) -> Int {
            let civil = zone(instant).civil(at: instant).secondsSinceCivilEpoch
            return Int(civil - CivilDateTime(date: record.date, time: .midnight).secondsSinceCivilEpoch)
        }
        let lengths = compactMap { record -> Int64? in
            guard let start = record.startedAt, let end = record.answeredAt, record.isDone else { return nil }
            return start.span(until: end).seconds
        }.filter(Self.plausible.contains).sorted()
        let usual = lengths.count < 3 ? Self.assumed : lengths[lengths.count / 2]
        return compactMap { record in
            if let start = record.startedAt.map({ second($0, of: record) }), (0..<86_400 + Self.night).contains(start) {
                return WorkoutStart(date: record.date, minute: start / 60)
            }
            guard record.isDone, let end = record.answeredAt.map({ second($0, of: record) }), (0..<86_400).contains(end)
            else { return nil }
            let start = end - Int(clamping: Swift.min(duration(record)?.seconds ?? usual, 86_399))
            // A workout that ended after midnight began on the day before.
            return WorkoutStart(date: record.date, minute: (start + 86_400) / 60 - StartWindow.day, isEstimated: true)
        }
    }
}
