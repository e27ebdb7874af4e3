import CivilTime
import Training

/// The activities of a FIT file: its sessions, with the laps and sets that began in each.
struct FITFile {
    /// A lap or set, and when it began.
    private struct Timed<Part> {
        let start: Int?
        let part: Part
    }

    /// An exercise as a device numbers it.
    private struct ExerciseNumber: Hashable {
        let category: Int
        let subtype: Int
    }

    private var type: Int?
    private var sessions: [Timed<RecordedActivity>] = []
    private var laps: [Timed<RecordedActivity.Lap>] = []
    private var sets: [Timed<(set: RecordedActivity.StrengthSet, exercise: ExerciseNumber?)>] = []
    private var titles: [ExerciseNumber: String] = [:]
    private var localOffset: Int?
    private var sport: (kind: ActivityKind, name: String?)?
    /// The times of the first and the last record, and the farthest distance in centimetres.
    private var times: (first: Int, last: Int)?
    private var distance: Int?

    /// The seconds from 1970 to the beginning of FIT's time.
    private static let epoch = 631_065_600

    /// The activities of chained files, too; files of other types among them are left out.
    static func activities(_ bytes: [UInt8]) throws(ActivityFileError) -> [RecordedActivity] {
        var activities: [RecordedActivity] = []
        var parts = 0
        var refusal: ActivityFileError.Contents?
        var place = 0
        repeat {
            var reader = try FITReader(bytes, at: place)
            place = reader.next
            var file = FITFile()
            while let message = try reader.message() { try file.add(message, parts: &parts) }
            if file.type == FITNames.activityFile {
                activities += file.activities()
                if activities.isEmpty { refusal = refusal ?? .emptyFIT }
            } else {
                refusal = refusal ?? .otherFIT(type: file.type)
            }
            guard activities.count <= RecordedActivity.mostActivities else {
                throw .tooMany("activities", limit: RecordedActivity.mostActivities)
            }
        } while place < bytes.count
        if activities.isEmpty, let refusal { throw .noActivity(refusal) }
        return activities
    }

    private mutating func add(_ message: FITMessage, parts: inout Int) throws(ActivityFileError) {
        switch message.number {
        case 0: type = message.integer(0) ?? type
        case 12: sport = (ActivityKind(sport: message.integer(0), subSport: message.integer(1)), message.text(3))
        case 18, 19, 225, 264:
            parts += 1
            guard parts <= RecordedActivity.mostParts else {
                throw .tooMany("laps and sets", limit: RecordedActivity.mostParts)
            }
            switch message.number {
            case 18: try addSession(message)
            case 19: laps.append(Timed(start: FITFile.start(message), part: FITFile.lap(message)))
            case 225: addSet(message)
            default: addTitle(message)
            }
        case 20: addRecord(message)
        case 34:
            // Time zones reach from -12 to +14 hours, and had one more in either direction.
            if let utc = message.timestamp, let local = message.integer(5), (local - utc).magnitude <= 16 * 3600 {
                localOffset = local - utc
            }
        default: break
        }
    }

    private mutating func addSession(_ message: FITMessage) throws(ActivityFileError) {
        guard let start = FITFile.start(message) else {
            throw .damaged(.byte(message.offset), reason: "a session without a time")
        }
        let kind = ActivityKind(sport: message.integer(5), subSport: message.integer(6))
        var activity = RecordedActivity(start: FITFile.instant(start), kind: kind)
        let lap = FITFile.lap(message)
        (activity.seconds, activity.metres) = (lap.seconds, lap.metres)
        activity.kilocalories = message.integer(11)
        activity.name = message.text(110)
        sessions.append(Timed(start: start, part: activity))
    }

    private mutating func addSet(_ message: FITMessage) {
        let rest = 0
        guard message.integer(5) != rest else { return }
        var set = RecordedActivity.StrengthSet()
        let category = message.integer(7)
        set.category = category.flatMap(FITNames.category)
        set.repetitions = message.integer(3)
        // In sixteenths of a kilogram.
        set.weight = message.integer(4).map { Weight(thousandths: ($0 * 1000 + 8) / 16) }
        set.displayedUnit = [1: WeightUnit.kilograms, 2: .pounds][message.integer(9) ?? 0]
        set.seconds = FITFile.rounded(message.integer(0), per: 1000)
        let exercise = category.flatMap { category in
            message.integer(8).map { ExerciseNumber(category: category, subtype: $0) }
        }
        sets.append(Timed(start: message.time(6) ?? message.time(254), part: (set, exercise)))
    }

    private mutating func addTitle(_ message: FITMessage) {
        guard let category = message.integer(0), let subtype = message.integer(1), let name = message.text(2) else {
            return
        }
        titles[ExerciseNumber(category: category, subtype: subtype)] = name
    }

    private mutating func addRecord(_ message: FITMessage) {
        if let time = message.timestamp { times = (times?.first ?? time, time) }
        if let metres = message.integer(5) { distance = max(distance ?? 0, metres) }
    }

    private func activities() -> [RecordedActivity] {
        var sessions = sessions.isEmpty ? [activityWithoutSession()].compactMap { $0 } : sessions
        guard !sessions.isEmpty else { return [] }
        // The sessions of a triathlon follow one another; each lap and set belongs to the session in which it began.
        let order = sessions.indices.sorted { (sessions[$0].start ?? 0, $0) < (sessions[$1].start ?? 0, $1) }
        let starts = order.map { sessions[$0].start ?? 0 }
        func session(at time: Int?) -> Int {
            let later = time.map { time in starts.partitioningIndex { $0 > time } } ?? 0
            return order[max(0, later - 1)]
        }
        var activities = sessions.map(\.part)
        sessions = []
        for lap in laps { activities[session(at: lap.start)].laps.append(lap.part) }
        for timed in sets {
            var set = timed.part.set
            set.name = timed.part.exercise.flatMap { titles[$0] }
            activities[session(at: timed.start)].sets.append(set)
        }
        for index in activities.indices {
            activities[index].localOffset = localOffset
            if activities.count == 1 { activities[index].name = activities[index].name ?? sport?.name }
        }
        return activities
    }

    /// What the laps, or else the records, say of an activity whose session is missing.
    private func activityWithoutSession() -> Timed<RecordedActivity>? {
        guard let start = laps.first?.start ?? times?.first else { return nil }
        var activity = RecordedActivity(start: FITFile.instant(start), kind: sport?.kind ?? .other("other"))
        activity.seconds = laps.map(\.part.seconds).sum ?? times.map { max(0, $0.last - $0.first) }
        activity.metres = laps.map(\.part.metres).sum ?? FITFile.rounded(distance, per: 100)
        return Timed(start: start, part: activity)
    }

    /// What laps and sessions have in common, except that a session's heart rate has another number.
    private static func lap(_ message: FITMessage) -> RecordedActivity.Lap {
        RecordedActivity.Lap(
            seconds: rounded(message.integer(8) ?? message.integer(7), per: 1000),
            metres: rounded(message.integer(9), per: 100),
            averageHeartRate: message.integer(15)
        )
    }

    /// When a session or lap began: its own field, or else its end and duration.
    private static func start(_ message: FITMessage) -> Int? {
        message.time(2) ?? message.timestamp.map { $0 - (rounded(message.integer(7), per: 1000) ?? 0) }
    }

    private static func instant(_ time: Int) -> Instant { Instant(secondsSinceEpoch: Int64(time + epoch)) }

    /// A scaled number, rounded to the nearest whole.
    private static func rounded(_ number: Int?, per scale: Int) -> Int? { number.map { ($0 + scale / 2) / scale } }
}

extension Array where Element == Int? {
    /// The sum of the numbers; nil if there is none.
    var sum: Int? {
        let known = compactMap { $0 }
        return known.isEmpty ? nil : known.reduce(0, +)
    }
}

extension Array {
    /// The first index whose element fulfils a condition, if all after it do, too; otherwise the end.
    fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var range = indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = holds(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }
}
