@testable import Activities
import CivilTime
import Foundation
import TestSupport
import Testing

/// GPX and TCX files.
@Suite struct XMLFileTests {
    private static let gpx = "xmlns=\"http://www.topografix.com/GPX/1/1\""
    static let ride = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx \(gpx) version="1.1" creator="test" xmlns:x="urn:example">
          <metadata><name>File</name><time>2026-11-23T05:00:00Z</time></metadata>
          <wpt lat="1" lon="2"><time>2020-01-01T00:00:00Z</time></wpt>
          <trk><name> Über &amp; out </name><type>cycling</type><trkseg>
            <trkpt lat="0" lon="0"><ele>3</ele><time>2026-11-23T06:30:00.250Z</time><x:time>never</x:time></trkpt>
            <trkpt lat="0" lon="1"><time>2026-11-23T07:30:00Z</time></trkpt>
          </trkseg><trkseg>
            <trkpt lat="50" lon="10"><time>2026-11-23T08:00:00Z</time></trkpt>
            <trkpt lat="51" lon="10"><time>2026-11-23T08:30:30Z</time></trkpt>
          </trkseg></trk>
          <trk><type>Walk</type><trkseg>
            <trkpt lat="1" lon="1"><time>2026-11-24T08:00:00+01:00</time></trkpt>
          </trkseg></trk>
          <trk><name>planned</name><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>
        </gpx>
        """
    static let run = """
        <?xml version="1.0"?>
        <t:TrainingCenterDatabase xmlns:t="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
          <t:Activities><t:Activity Sport="Running"><t:Id>2026-11-23T06:30:00Z</t:Id>
            <t:Lap StartTime="2026-11-23T07:30:00+01:00">
              <t:TotalTimeSeconds>300.4</t:TotalTimeSeconds><t:DistanceMeters>1.0004E3</t:DistanceMeters>
              <t:Calories>70</t:Calories><t:AverageHeartRateBpm><t:Value>141</t:Value></t:AverageHeartRateBpm>
              <t:MaximumHeartRateBpm><t:Value>180</t:Value></t:MaximumHeartRateBpm>
              <t:Track><t:Trackpoint><t:DistanceMeters>7</t:DistanceMeters></t:Trackpoint></t:Track>
            </t:Lap>
            <t:Lap StartTime="2026-11-23T06:35:00Z">
              <t:TotalTimeSeconds>299.4</t:TotalTimeSeconds><t:DistanceMeters>999.3</t:DistanceMeters>
              <t:Calories>60</t:Calories>
            </t:Lap>
          </t:Activity>
          <t:MultiSportSession><t:Id>2026-11-24T06:30:00Z</t:Id><t:FirstSport><t:Activity Sport="Other">
            <t:Id>2026-11-24T06:30:00Z</t:Id></t:Activity></t:FirstSport><t:NextSport><t:Activity Sport="Biking">
            <t:Id>2026-11-24T07:30:00Z</t:Id></t:Activity></t:NextSport></t:MultiSportSession>
          </t:Activities>
        </t:TrainingCenterDatabase>
        """

    private static func result(_ bytes: [UInt8]) -> Result<[RecordedActivity], ActivityFileError> {
        do throws(ActivityFileError) { return .success(try RecordedActivity.read(bytes)) } catch {
            return .failure(error)
        }
    }

    private static func error(_ text: String) -> ActivityFileError? {
        guard case .failure(let error) = result(Array(text.utf8)) else { return nil }
        return error
    }

    @Test func tracksWithTimesAreActivities() throws {
        let activities = try RecordedActivity.read(Array(Self.ride.utf8))
        try #require(activities.count == 2)
        let ride = activities[0]
        #expect(ride.start.description == "2026-11-23T06:30:00Z" && ride.localOffset == nil)
        #expect(ride.kind == .cycling && ride.name == "Über & out" && ride.seconds == 7230)
        // Two degrees of a great circle; the way between the segments does not count.
        #expect(ride.metres == Int((2 * 6_371_008.8 * Double.pi / 180).rounded()))
        #expect(activities[1].start.description == "2026-11-24T07:00:00Z" && activities[1].localOffset == 3600)
        #expect(activities[1].kind == .walking && activities[1].seconds == 0 && activities[1].metres == 0)
    }

    @Test func activitiesWithLapsAreThoseOfTCX() throws {
        let activities = try RecordedActivity.read(Array(Self.run.utf8))
        try #require(activities.count == 3)
        let run = activities[0]
        #expect(run.start.description == "2026-11-23T06:30:00Z" && run.localOffset == 3600 && run.kind == .running)
        #expect(run.seconds == 600 && run.metres == 2000 && run.kilocalories == 130)
        let laps = [
            RecordedActivity.Lap(seconds: 300, metres: 1000, averageHeartRate: 141),
            RecordedActivity.Lap(seconds: 299, metres: 999),
        ]
        #expect(run.laps == laps)
        #expect(activities[1].kind == .other("other") && activities[2].kind == .cycling)
        #expect(activities[2].start.description == "2026-11-24T07:30:00Z")
    }

    /// The space between the root's end and the end of the file is not part of either.
    @Test(arguments: [ride, run]) func aBeginningIsIncomplete(text: String) {
        for encoded in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + text.utf8] {
            for count in encoded.indices {
                #expect(Self.result(Array(encoded.prefix(count))) == .failure(.incomplete), "\(count) bytes")
            }
        }
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian], [ride, run])
    func otherEncodingsAreRead(encoding: String.Encoding, text: String) throws {
        let text = text.replacing(" encoding=\"UTF-8\"", with: "")
        let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
        let data = mark + [UInt8](try #require(text.data(using: encoding)))
        #expect(try RecordedActivity.read(data) == RecordedActivity.read(Array(text.utf8)))
        for count in data.indices { #expect(Self.result(Array(data.prefix(count))) == .failure(.incomplete)) }
    }

    @Test func latin1IsRead() throws {
        let text = Self.ride.replacing("UTF-8", with: "ISO-8859-1")
        let bytes = [UInt8](try #require(text.data(using: .isoLatin1)))
        #expect(try RecordedActivity.read(bytes).first?.name == "Über & out")
    }

    static let refused: [(String, ActivityFileError)] = [
        (
            "<!DOCTYPE gpx [<!ENTITY a \"b\">]>\n<gpx><trk><name>&a;</name></trk></gpx>",
            .damaged(.line(1), reason: "a document type declaration, which is not allowed")
        ),
        (
            "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\"><gpx/>",
            .damaged(.line(1), reason: "a document type declaration, which is not allowed")
        ),
        ("<gpx>\n&a;</gpx>", .damaged(.line(2), reason: "undefined entity")),
        ("<gpx>\n\n</trk></gpx>", .damaged(.line(3), reason: "mismatched tag")),
        ("<?xml version=\"1.0\" encoding=\"EBCDIC\"?><gpx/>", .damaged(.line(1), reason: "unknown encoding")),
        ("<gpx/>x", .damaged(.line(1), reason: "junk after document element")),
        ("<gpx><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>", .noActivity(.gpxWithoutTimes)),
        ("<gpx xmlns=\"urn:other\"/>", .noActivity(.otherXML(root: "gpx"))),
        ("<html/>", .noActivity(.otherXML(root: "html"))),
        ("<TrainingCenterDatabase><Courses/></TrainingCenterDatabase>", .noActivity(.tcxWithoutActivities)),
        ("plain text", .noActivity(.unknownFormat)),
        (
            "<gpx><trk><trkseg>\n<trkpt lat=\"91\" lon=\"0\"/></trkseg></trk></gpx>",
            .damaged(.line(2), reason: "a point without a valid latitude and longitude")
        ),
        (
            "<gpx><trk><trkseg><trkpt lat=\"nan\" lon=\"0\"/></trkseg></trk></gpx>",
            .damaged(.line(1), reason: "a point without a valid latitude and longitude")
        ),
        (
            "<gpx><trk><trkseg><trkpt lat='1' lon='0'>\n<time>2026-02-30T00:00:00Z</time></trkpt></trkseg></trk></gpx>",
            .damaged(.line(2), reason: "an invalid time")
        ),
        (
            run.replacing("299.4", with: "1e400"),
            .damaged(.line(11), reason: "an invalid number in TotalTimeSeconds")
        ),
        (
            String(repeating: "<gpx>", count: 65),
            .damaged(.line(1), reason: "more than 64 elements in one another")
        ),
    ]

    @Test(arguments: refused.indices) func otherContentsHaveAReason(index: Int) {
        let (text, expected) = Self.refused[index]
        #expect(Self.error(text) == expected)
    }

    @Test func tooManyTracksOrLapsAreRefused() {
        let track = "<trk><trkseg><trkpt lat=\"1\" lon=\"0\"><time>2026-02-03T00:00:00Z</time></trkpt></trkseg></trk>"
        let most = RecordedActivity.mostActivities
        let gpx = String(repeating: track, count: most)
        #expect(Self.error("<gpx>\(gpx)</gpx>") == nil)
        #expect(Self.error("<gpx>\(gpx)\(track)</gpx>") == .tooMany("tracks", limit: most))
        let laps = String(repeating: "<Lap StartTime='2026-02-03T00:00:00Z'/>", count: RecordedActivity.mostParts + 1)
        let tcx =
            "<TrainingCenterDatabase><Activities><Activity>\(laps)</Activity></Activities></TrainingCenterDatabase>"
        #expect(Self.error(tcx) == .tooMany("laps", limit: RecordedActivity.mostParts))
    }

    @Test func longTextIsShortened() throws {
        let name = String(repeating: "n\u{7}", count: 100_000).replacing("\u{7}", with: "é")
        let text = Self.ride.replacing("Über", with: name)
        let read = try #require(try RecordedActivity.read(Array(text.utf8)).first?.name)
        #expect(read.unicodeScalars.count <= RecordedActivity.longestName && read.hasPrefix("né"))
    }

    static let kinds: [(String, String)] = [
        ("running", "running"), ("trail_running", "running"), ("TrailRun", "running"), ("Running", "running"),
        ("Biking", "cycling"), ("VirtualRide", "cycling"), ("e_biking", "cycling"), ("lap_swimming", "swimming"),
        ("indoor_rowing", "rowing"), ("Walk", "walking"), ("HIKING", "hiking"), ("strength_training", "strength"),
        ("swim_run", "swim-run"), ("wheelchair_push_run", "wheelchair-push-run"), ("AlpineSki", "alpine-ski"),
        ("Other", "other"), ("", "other"), ("Läufer", "l-ufer"), ("grunting", "grunting"),
    ]

    @Test(arguments: kinds) func kindsHaveStableCodes(name: String, code: String) {
        #expect(ActivityKind(named: name).code == code)
    }
}
