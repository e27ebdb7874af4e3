@testable import CivilTime

extension FuzzTarget {
    /// Time zone files (RFC 9636) and POSIX rules.
    static let zones = FuzzTarget(name: "zones") { bytes in
        if let rules = try? ZoneFile.rules(bytes, path: "zone") { try check(Zone(identifier: "zone", rules: rules)) }
        if let rule = PosixRule(parsing: String(decoding: bytes, as: UTF8.self)) {
            try check(
                Zone(
                    identifier: "rule",
                    rules: ZoneRules(transitions: [], kinds: [], offsets: [rule.standard], tail: rule)
                )
            )
        }
    }

    private static let moments: [Int64] = [
        -62_135_596_800, -2_208_988_800, -1, 0, 1_162_429_200, 1_795_424_000, 2_147_483_648, 253_402_300_799,
    ]

    private static func check(_ zone: Zone) throws {
        for moment in moments {
            let instant = Instant(secondsSinceEpoch: moment)
            let civil = zone.civil(at: instant)
            _ = zone.instant(of: civil)
            _ = zone.has(civil.date)
            let year = instant.adding(.days(370))
            let transitions = zone.transitions(from: instant, through: year)
            try require(transitions == transitions.sorted(), "the transitions are not in order")
            try require(transitions.allSatisfy { instant <= $0 && $0 <= year }, "a transition is outside the span")
        }
    }
}
