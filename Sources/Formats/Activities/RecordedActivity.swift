package import CivilTime
package import Training

/// What a watch, a bike computer or an app recorded of one activity.
package struct RecordedActivity: Sendable, Hashable {
    /// A lap, as the athlete or the device divided the activity.
    package struct Lap: Sendable, Hashable {
        package var seconds: Int?
        package var metres: Int?
        /// In beats per minute.
        package var averageHeartRate: Int?

        package init(seconds: Int? = nil, metres: Int? = nil, averageHeartRate: Int? = nil) {
            (self.seconds, self.metres, self.averageHeartRate) = (seconds, metres, averageHeartRate)
        }
    }

    /// A set of a strength activity; rests are left out.
    package struct StrengthSet: Sendable, Hashable {
        /// The device's class of the exercise, such as `bench_press`; nil if it does not know the exercise.
        package var category: String?
        /// The exercise's name in the file.
        package var name: String?
        package var repetitions: Int?
        /// The weight in kilograms.
        package var weight: Weight?
        /// The unit that the device showed.
        package var displayedUnit: WeightUnit?
        package var seconds: Int?

        package init(
            category: String? = nil,
            name: String? = nil,
            repetitions: Int? = nil,
            weight: Weight? = nil,
            displayedUnit: WeightUnit? = nil,
            seconds: Int? = nil
        ) {
            (self.category, self.name, self.repetitions) = (category, name, repetitions)
            (self.weight, self.displayedUnit, self.seconds) = (weight, displayedUnit, seconds)
        }
    }

    package var start: Instant
    /// The seconds by which local time was ahead of UTC, if the file states it.
    package var localOffset: Int?
    package var kind: ActivityKind
    package var name: String?
    /// The time without pauses, if the file distinguishes it.
    package var seconds: Int?
    package var metres: Int?
    package var kilocalories: Int?
    package var laps: [Lap] = []
    package var sets: [StrengthSet] = []

    package init(start: Instant, kind: ActivityKind) {
        (self.start, self.kind) = (start, kind)
    }

    /// The size of the largest file, in bytes: a day with a point each second has less than a third as a GPX file.
    package static let largestFile = 32 << 20
    /// The most activities, and the most laps or sets, of a file.
    package static let mostActivities = 1000
    package static let mostParts = 10_000
    /// The length of the longest name, in Unicode scalars; longer ones are shortened.
    static let longestName = 200

    /// The activities in a FIT, GPX or TCX file, at least one, in the order of the file.
    ///
    /// The contents decide on the format, not the file's name.
    package static func read(_ bytes: [UInt8]) throws(ActivityFileError) -> [RecordedActivity] {
        guard bytes.count <= largestFile else { throw .tooLarge }
        if FITReader.recognizes(bytes) { return try FITFile.activities(bytes) }
        guard XMLReader.recognizes(bytes) else { throw .noActivity(.unknownFormat) }
        return try XMLReader.activities(bytes)
    }
}
