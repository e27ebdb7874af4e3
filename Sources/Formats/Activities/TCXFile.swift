import CivilTime

/// The activities of a TCX file of version 2, those in multisport sessions included.
struct TCXFile: XMLActivityFormat {
    static let namespaces = ["http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"]

    private var sport = ""
    private var start: (instant: Instant, offset: Int?)?
    private var laps: [RecordedActivity.Lap] = []
    /// The sums of the laps' numbers, which are rounded once.
    private var totals: [WritableKeyPath<RecordedActivity.Lap, Int?>: Double] = [:]
    private var kilocalories: Int?
    /// The number of laps of all activities.
    private var lapCount = 0
    private var found: [RecordedActivity] = []

    mutating func begin(_ path: [String], _ attributes: [String: String]) throws(XMLProblem) {
        guard path.dropFirst().first == "Activities" else { return }
        switch path.suffix(2) {
        case ["Activities", "Activity"], ["FirstSport", "Activity"], ["NextSport", "Activity"]:
            (start, laps, totals, kilocalories) = (nil, [], [:], nil)
            sport = attributes["Sport"] ?? ""
        case ["Activity", "Lap"]:
            guard let text = attributes["StartTime"], let moment = ActivityText.moment(text) else {
                throw .invalid("a lap without a valid StartTime")
            }
            if laps.isEmpty { start = moment }
            guard lapCount < RecordedActivity.mostParts else {
                throw .tooMany("laps", limit: RecordedActivity.mostParts)
            }
            lapCount += 1
            laps.append(RecordedActivity.Lap())
        default: break
        }
    }

    mutating func end(_ path: [String], _ text: String) throws(XMLProblem) {
        guard path.dropFirst().first == "Activities" else { return }
        switch path.suffix(2) {
        case ["Activity", "Id"]:
            guard let moment = ActivityText.moment(text) else { throw .invalid("an Id that is not a time") }
            start = start ?? moment
        case ["Lap", "TotalTimeSeconds"]: try set(\.seconds, text, "TotalTimeSeconds")
        case ["Lap", "DistanceMeters"]: try set(\.metres, text, "DistanceMeters")
        case ["Lap", "Calories"]:
            guard let energy = ActivityText.whole(text) else { throw .invalid("an invalid number of Calories") }
            kilocalories = (kilocalories ?? 0) + energy
        case ["AverageHeartRateBpm", "Value"] where path.dropLast(2).last == "Lap":
            try set(\.averageHeartRate, text, "AverageHeartRateBpm")
        case ["Activities", "Activity"], ["FirstSport", "Activity"], ["NextSport", "Activity"]:
            try endActivity()
        default: break
        }
    }

    func activities() throws(ActivityFileError) -> [RecordedActivity] {
        guard !found.isEmpty else { throw .noActivity(.tcxWithoutActivities) }
        return found
    }

    private mutating func set(
        _ property: WritableKeyPath<RecordedActivity.Lap, Int?>,
        _ text: String,
        _ name: String
    ) throws(XMLProblem) {
        guard let number = ActivityText.number(text), let whole = ActivityText.whole(number),
            let last = laps.indices.last
        else { throw .invalid("an invalid number in \(name)") }
        laps[last][keyPath: property] = whole
        totals[property, default: 0] += number
    }

    private mutating func endActivity() throws(XMLProblem) {
        guard let start else { throw .invalid("an activity without a time") }
        guard found.count < RecordedActivity.mostActivities else {
            throw .tooMany("activities", limit: RecordedActivity.mostActivities)
        }
        var activity = RecordedActivity(start: start.instant, kind: ActivityKind(named: sport))
        activity.localOffset = start.offset
        activity.seconds = totals[\.seconds].map { Int($0.rounded()) }
        activity.metres = totals[\.metres].map { Int($0.rounded()) }
        (activity.kilocalories, activity.laps) = (kilocalories, laps)
        found.append(activity)
    }
}
