import CivilTime
import TestSupport
import Testing

/// Compares each zone of the system with the output of `zdump`, on both sides of each transition from 1970 to 2037.
@Suite struct ZdumpTests {
    private static let database = ZoneDatabase.system(environment: [:])

    @Test func everyZoneAgreesWithZdump() throws {
        let names = Self.database.names.filter { !$0.hasPrefix("posix") }
        #expect(names.count > 400)
        let zdump = try run("/usr/bin/env", ["zdump", "-v", "-c", "1970,2038"] + names)
        #expect(zdump.status == 0, "\(zdump.errors)")
        var compared = 0
        var wrong: [Substring] = []
        var zones: [String: Zone] = [:]
        for line in zdump.output.split(separator: "\n") {
            guard let (name, seconds, expected) = parse(line) else { continue }
            let zone = try zones[name] ?? Self.database.zone(named: name)
            zones[name] = zone
            if zone.offset(at: Instant(secondsSinceEpoch: seconds)) != expected { wrong.append(line) }
            compared += 1
        }
        #expect(wrong.isEmpty, "\(wrong.count) differ, first \(wrong.prefix(5))")
        #expect(zones.count > 300)
        #expect(compared > 30_000)
    }

    /// Parses `Europe/Berlin  Sun Mar 29 00:59:59 2026 UT = Sun Mar 29 01:59:59 2026 CET isdst=0 gmtoff=3600`.
    private func parse(_ line: Substring) -> (name: String, seconds: Int64, offset: ZoneOffset)? {
        let words = line.split(separator: " ")
        guard words.count == 16, words[6] == "UT",
            let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].firstIndex(
                of: String(words[2])
            ),
            let day = Int(words[3]), let year = Int(words[5]), (1970...2037).contains(year),
            let date = try? CivilDate(year: year, month: month + 1, day: day),
            let time = try? TimeOfDay(parsing: words[4]),
            let offset = Int(words[15].dropFirst("gmtoff=".count))
        else { return nil }
        let seconds = CivilDateTime(date: date, time: time).secondsSinceCivilEpoch
        return (
            String(words[0]), seconds,
            ZoneOffset(seconds: offset, isDaylightSaving: words[14] == "isdst=1", abbreviation: String(words[13]))
        )
    }
}
