import CivilTime
import Glibc

/// The tracks of a GPX file (1.0 or 1.1) whose points have times.
struct GPXFile: XMLActivityFormat {
    static let namespaces = ["http://www.topografix.com/GPX/1/0", "http://www.topografix.com/GPX/1/1"]

    /// A place on earth, in radians.
    private struct Point {
        let latitude: Double
        let longitude: Double

        init?(_ attributes: [String: String]) {
            guard let latitude = attributes["lat"].flatMap(ActivityText.number), abs(latitude) <= 90,
                let longitude = attributes["lon"].flatMap(ActivityText.number), abs(longitude) <= 180
            else { return nil }
            (self.latitude, self.longitude) = (latitude * .pi / 180, longitude * .pi / 180)
        }

        /// The distance in metres on a sphere with the earth's mean radius (haversine formula).
        func distance(to other: Point) -> Double {
            let (north, east) = (sin((other.latitude - latitude) / 2), sin((other.longitude - longitude) / 2))
            let half = north * north + cos(latitude) * cos(other.latitude) * east * east
            return 2 * 6_371_008.8 * asin(min(1, half.squareRoot()))
        }
    }

    private struct Track {
        var name: String?
        var type = ""
        var start: (instant: Instant, offset: Int?)?
        var end: Instant?
        /// The last point of the segment.
        var point: Point?
        var metres = 0.0

        var activity: RecordedActivity? {
            guard let start, let end else { return nil }
            var activity = RecordedActivity(start: start.instant, kind: ActivityKind(named: type))
            (activity.localOffset, activity.name) = (start.offset, name)
            activity.seconds = Int(max(0, start.instant.span(until: end).seconds))
            activity.metres = ActivityText.whole(metres)
            return activity
        }
    }

    private var track = Track()
    private var found: [RecordedActivity] = []

    mutating func begin(_ path: [String], _ attributes: [String: String]) throws(XMLProblem) {
        switch path.dropFirst() {
        case ["trk"]: track = Track()
        // Between two segments the recording was interrupted.
        case ["trk", "trkseg"]: track.point = nil
        case ["trk", "trkseg", "trkpt"]:
            guard let point = Point(attributes) else {
                throw .invalid("a point without a valid latitude and longitude")
            }
            if let last = track.point { track.metres += last.distance(to: point) }
            track.point = point
        default: break
        }
    }

    mutating func end(_ path: [String], _ text: String) throws(XMLProblem) {
        switch path.dropFirst() {
        case ["trk", "name"]: track.name = ActivityText.name(text)
        case ["trk", "type"]: track.type = text
        case ["trk", "trkseg", "trkpt", "time"]:
            guard let moment = ActivityText.moment(text) else { throw .invalid("an invalid time") }
            track.start = track.start ?? moment
            track.end = moment.instant
        case ["trk"]:
            guard let activity = track.activity else { break }
            guard found.count < RecordedActivity.mostActivities else {
                throw .tooMany("tracks", limit: RecordedActivity.mostActivities)
            }
            found.append(activity)
        default: break
        }
    }

    func activities() throws(ActivityFileError) -> [RecordedActivity] {
        guard !found.isEmpty else { throw .noActivity(.gpxWithoutTimes) }
        return found
    }
}
