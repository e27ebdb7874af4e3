@testable import Activities

extension FuzzTarget {
    /// Files of recorded activities.
    ///
    /// A FIT file gets the right checksums and length, too, so that changes reach its messages.
    static let activities = FuzzTarget(name: "activities") { bytes in
        try check(bytes)
        if FITReader.recognizes(bytes), bytes.count > 16 { try check(sealed(bytes)) }
    }

    private static func check(_ bytes: [UInt8]) throws {
        do {
            try requireBounds(try RecordedActivity.read(bytes))
        } catch let error as ActivityFileError {
            try requirePrintable(error.description, "an error")
            if case .damaged(.byte(let place), _) = error { try require(place <= bytes.count, "no byte \(place)") }
        }
    }

    private static func requireBounds(_ activities: [RecordedActivity]) throws {
        try require(!activities.isEmpty, "no activity and no error")
        try require(activities.count <= RecordedActivity.mostActivities, "too many activities")
        try require(
            activities.reduce(0) { $0 + $1.laps.count + $1.sets.count } <= RecordedActivity.mostParts,
            "too many parts"
        )
        for activity in activities {
            for name in [activity.name, activity.kind.code] + activity.sets.map(\.name) {
                try requirePrintable(name ?? "", "a name")
            }
            for number in [activity.seconds, activity.metres] + activity.laps.flatMap({ [$0.seconds, $0.metres] }) {
                try require((number ?? 0) >= 0, "a negative number")
            }
        }
    }

    private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [14, 0x20, 0, 0]
        let messages = bytes[14..<(bytes.count - 2)]
        result +=
            (0..<4).map { UInt8(truncatingIfNeeded: messages.count >> ($0 * 8)) } + Array(".FIT".utf8) + [0, 0]
            + messages
        let sum = FITReader.checksum(result[...])
        return result + [UInt8(sum & 0xFF), UInt8(sum >> 8)]
    }
}
