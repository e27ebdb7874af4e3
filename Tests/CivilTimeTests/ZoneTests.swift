import CivilTime
import TestSupport
import Testing

private let database = ZoneDatabase.system(environment: [:])

private func civil(_ text: String) throws -> CivilDateTime {
    let parts = text.split(separator: "T")
    return CivilDateTime(date: try CivilDate(parsing: parts[0]), time: try TimeOfDay(parsing: parts[1]))
}

@Suite struct ZoneTests {
    @Test(arguments: [
        // zone, civil time, its instant
        ("Europe/Berlin", "2026-11-23T07:30", "2026-11-23T06:30:00Z"),
        ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00Z"),  // gap: 02:30 → 03:30
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"),  // fold: the first occurrence
        ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00Z"),
        ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
        ("America/New_York", "2050-07-01T12:00", "2050-07-01T16:00:00Z"),  // after the table: the POSIX rule
        ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00Z"),  // gap of half an hour: 02:15 → 02:45
        ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z"),  // fold of half an hour
        ("Asia/Kathmandu", "2026-11-23T07:30", "2026-11-23T01:45:00Z"),
        ("Pacific/Apia", "2011-12-30T07:30", "2011-12-30T17:30:00Z"),  // a skipped day: a day later
        ("Africa/Casablanca", "2026-02-15T02:30", "2026-02-15T01:30:00Z"),  // Ramadan begins: clocks go back at 03:00
        ("Africa/Casablanca", "2026-03-22T02:30", "2026-03-22T02:30:00Z"),  // and forward again
        ("America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00:00Z"),  // midnight is skipped
        ("America/St_Johns", "2026-07-01T07:30", "2026-07-01T10:00:00Z"),
        ("Antarctica/Troll", "2026-03-29T01:30", "2026-03-29T01:30:00Z"),  // a gap of two hours
        ("Europe/Dublin", "2026-12-01T07:30", "2026-12-01T07:30:00Z"),  // winter is the "saving" time there
        ("UTC", "2016-12-31T23:59:59", "2016-12-31T23:59:59Z"),
    ])
    func civilTimesResolveToInstants(name: String, local: String, moment: String) throws {
        let zone = try database.zone(named: name)
        #expect(zone.instant(of: try civil(local)).description == moment)
    }

    @Test func gapsAndFoldsAreReported() throws {
        let berlin = try database.zone(named: "Europe/Berlin")
        let jump = try Instant(parsing: "2026-03-29T01:00Z", in: .utc)
        #expect(berlin.resolve(try civil("2026-03-29T02:00")) == .gap(transition: jump, length: .hours(1)))
        #expect(berlin.resolve(try civil("2026-03-29T03:00")) == .unique(jump))
        let first = try Instant(parsing: "2026-10-25T00:59:59Z", in: .utc)
        #expect(
            berlin.resolve(try civil("2026-10-25T02:59:59")) == .fold(first: first, second: first.adding(.hours(1)))
        )
        #expect(
            berlin.resolve(try civil("2026-10-25T03:00"))
                == .unique(try Instant(parsing: "2026-10-25T02:00Z", in: .utc))
        )
    }

    @Test func apiaSkipsDecember30() throws {
        let apia = try database.zone(named: "Pacific/Apia")
        #expect(!apia.has(try CivilDate(parsing: "2011-12-30")))
        #expect(apia.has(try CivilDate(parsing: "2011-12-29")))
        #expect(apia.has(try CivilDate(parsing: "2011-12-31")))
        #expect(apia.civil(at: try Instant(parsing: "2011-12-30T10:00Z", in: .utc)).description == "2011-12-31T00:00")
    }

    @Test(arguments: [
        "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
        "Africa/Casablanca", "America/Sao_Paulo",
    ])
    func localTimesResolveBack(name: String) throws {
        let zone = try database.zone(named: name)
        var random = SplitMix64(seed: 20_261_121)
        for _ in 0..<20_000 {
            let instant = Instant(secondsSinceEpoch: Int64.random(in: 0...2_145_916_800, using: &random))
            switch zone.resolve(zone.civil(at: instant)) {
            case .unique(let found): #expect(found == instant)
            case .fold(let first, let second): #expect(first == instant || second == instant)
            case .gap: #expect(Bool(false), "\(instant) in \(name) is shown by the wall and cannot be skipped")
            }
        }
    }

    @Test(arguments: [
        ("Europe/Belin", ["Europe/Berlin"]), ("berlin", ["Europe/Berlin"]), ("Europe/New York", []),
        ("Mars/Olympus", []),
    ])
    func unknownZonesAreErrors(name: String, near: [String]) {
        #expect(database.knownZone(name) == nil)
        let error = #expect(throws: CivilTimeError.self) { try database.zone(named: name) }
        switch error {
        case .unknownZone(name, let found): #expect(near.allSatisfy(found.contains))
        case .malformedZoneName: #expect(near.isEmpty)
        default: #expect(Bool(false), "\(String(describing: error))")
        }
    }

    @Test(arguments: ["", "/etc/passwd", "../../etc/passwd", "Europe/../Berlin", ".hidden", "Europe//Berlin", "a b"])
    func zoneNamesCannotLeaveTheDatabase(name: String) {
        #expect(throws: CivilTimeError.malformedZoneName(name)) { try database.zone(named: name) }
        #expect(database.knownZone(name) == nil && database.knownZone("UTC") == .utc)
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin", 3600), (":Europe/Berlin", "Europe/Berlin", 3600), ("", "UTC", 0),
        (":", "UTC", 0),
        (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", 32_400),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3", 3600),
        ("<+0330>-3:30", "<+0330>-3:30", 12_600), ("EST5EDT", "EST5EDT", -18_000),
    ])
    func theLocalZoneFollowsTZ(setting: String, identifier: String, winter: Int) throws {
        let zone = try database.localZone(environment: ["TZ": setting])
        #expect(zone.identifier == identifier)
        #expect(zone.offset(at: try Instant(parsing: "2026-01-15T00:00Z", in: .utc)).seconds == winter)
    }

    @Test func posixRulesChangeTheOffset() throws {
        let rule = try database.localZone(environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
        let berlin = try database.zone(named: "Europe/Berlin")
        let year = try Instant(parsing: "2026-01-01T00:00Z", in: .utc)
        for hour in 0..<8760 {
            let instant = year.adding(.hours(Int64(hour)))
            #expect(rule.offset(at: instant) == berlin.offset(at: instant))
        }
        #expect(rule.transitions(from: year, through: year.adding(.days(365))).count == 2)
    }

    @Test(arguments: [
        "Nowhere/Town", ":Nowhere/Town", ":/no/such/file", "CET-1CEST", "CET-1CEST,M13.1.0,M10.5.0", "@@", "X-1",
    ])
    func aWrongTZIsAnError(setting: String) {
        #expect(throws: CivilTimeError.self) { try database.localZone(environment: ["TZ": setting]) }
    }

    @Test func theSystemZoneIsFound() throws {
        _ = try database.localZone(environment: [:])
        #expect(ZoneDatabase.system(environment: ["TZDIR": "/x"]).directories == ["/x"])
        #expect(throws: CivilTimeError.missingZoneDatabase([nowhere])) {
            try ZoneDatabase(directories: [nowhere]).zone(named: "Europe/Berlin")
        }
        #expect(try ZoneDatabase(directories: [nowhere]).zone(named: "UTC") == .utc)
    }

    @Test(arguments: [
        ("J60/0", "2024-03-01T00:00"), ("J60/0", "2023-03-01T00:00"), ("59/0", "2024-02-29T00:00"),
        ("M2.5.4/24", "2024-03-01T00:00"), ("M3.2.0/-1", "2024-03-09T23:00"),
    ])
    func rulesCountTheirDays(start: String, expected: String) throws {
        let zone = try database.localZone(environment: ["TZ": "AAA0BBB,\(start),J300"])
        let year = try Instant(parsing: "\(expected.prefix(4))-01-01T00:00Z", in: .utc)
        let first = try #require(zone.transitions(from: year, through: year.adding(.days(365))).first)
        #expect(CivilDateTime(secondsSinceCivilEpoch: first.secondsSinceEpoch).description == expected)
    }
}
