/// Reads time zone files: TZif, versions 1 to 4 (RFC 9636).
enum ZoneFile {
    /// - Parameter path: the file's path, for errors.
    /// - Throws: `CivilTimeError.damagedZoneFile` with the reason.
    static func rules(_ bytes: [UInt8], path: String) throws(CivilTimeError) -> ZoneRules {
        var reader = ZoneFileReader(bytes, path: path)
        let first = try reader.header()
        guard first.version >= 2 else { return try reader.block(first, wide: false, tail: nil) }
        try reader.skip(first.size(wide: false))
        let second = try reader.header()
        let start = reader.position
        try reader.skip(second.size(wide: true))
        let tail = try reader.footer()
        reader.position = start
        return try reader.block(second, wide: true, tail: tail)
    }
}

/// The counts in a TZif header.
private struct ZoneFileHeader {
    let version: UInt8
    let utcCount: Int
    let wallCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int
    let charCount: Int

    func size(wide: Bool) -> Int {
        let time = wide ? 8 : 4
        return timeCount * (time + 1) + typeCount * 6 + charCount + leapCount * (time + 4) + wallCount + utcCount
    }
}

private struct ZoneFileReader {
    private let bytes: [UInt8]
    private let path: String
    var position = 0

    init(_ bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    private func damaged(_ reason: String) -> CivilTimeError { .damagedZoneFile(path: path, reason: reason) }

    mutating func skip(_ count: Int) throws(CivilTimeError) {
        guard count <= bytes.count - position else { throw damaged("it ends too early") }
        position += count
    }

    private mutating func integer(_ size: Int) throws(CivilTimeError) -> Int64 {
        let start = position
        try skip(size)
        var value: Int64 = size < 8 && bytes[start] & 0x80 != 0 ? -1 : 0
        for byte in bytes[start..<position] { value = value << 8 | Int64(byte) }
        return value
    }

    private mutating func count() throws(CivilTimeError) -> Int {
        let value = try integer(4)
        guard (0...1_000_000).contains(value) else { throw damaged("its header has an invalid count") }
        return Int(value)
    }

    mutating func header() throws(CivilTimeError) -> ZoneFileHeader {
        let start = position
        try skip(20)
        guard bytes[start..<start + 4].elementsEqual("TZif".utf8) else { throw damaged("it does not start with TZif") }
        let version = bytes[start + 4] == 0 ? 1 : bytes[start + 4] &- 0x30
        let header = ZoneFileHeader(
            version: version,
            utcCount: try count(),
            wallCount: try count(),
            leapCount: try count(),
            timeCount: try count(),
            typeCount: try count(),
            charCount: try count()
        )
        guard header.typeCount > 0, header.typeCount <= 256 else { throw damaged("it has no local time types") }
        return header
    }

    mutating func footer() throws(CivilTimeError) -> PosixRule? {
        guard position < bytes.count, bytes[position] == 0x0A, let end = bytes[(position + 1)...].firstIndex(of: 0x0A)
        else { throw damaged("its footer is missing") }
        let text = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
        guard !text.isEmpty else { return nil }
        guard let rule = PosixRule(parsing: text) else { throw damaged("its footer has an invalid rule '\(text)'") }
        return rule
    }

    mutating func block(_ header: ZoneFileHeader, wide: Bool, tail: PosixRule?) throws(CivilTimeError) -> ZoneRules {
        // "right/" zones count leap seconds, POSIX time does not; the two must never be mixed.
        guard header.leapCount == 0 else {
            throw damaged("leap seconds are not supported; use the zone without 'right/'")
        }
        var transitions: [Int64] = []
        transitions.reserveCapacity(header.timeCount)
        for _ in 0..<header.timeCount {
            let moment = try integer(wide ? 8 : 4)
            guard moment > transitions.last ?? .min else { throw damaged("its transitions are out of order") }
            transitions.append(moment)
        }
        var kinds: [UInt8] = []
        kinds.reserveCapacity(header.timeCount)
        for _ in 0..<header.timeCount {
            let kind = UInt8(truncatingIfNeeded: try integer(1))
            guard kind < header.typeCount else { throw damaged("a transition has no local time type") }
            kinds.append(kind)
        }
        let offsets = try types(header)
        return ZoneRules(transitions: transitions, kinds: kinds, offsets: offsets, tail: tail)
    }

    private mutating func types(_ header: ZoneFileHeader) throws(CivilTimeError) -> [ZoneOffset] {
        var raw: [(seconds: Int, isDaylightSaving: Bool, name: Int)] = []
        for _ in 0..<header.typeCount {
            let seconds = Int(try integer(4))
            guard (-93_599...93_599).contains(seconds) else { throw damaged("a UTC offset exceeds 26 hours") }
            raw.append((seconds, try integer(1) != 0, Int(try integer(1) & 0xFF)))
        }
        let names = position
        try skip(header.charCount)
        return try raw.map { type throws(CivilTimeError) in
            guard type.name < header.charCount,
                let end = bytes[(names + type.name)..<position].firstIndex(of: 0)
            else { throw damaged("an abbreviation is missing") }
            let name = String(decoding: bytes[(names + type.name)..<end], as: UTF8.self)
            return ZoneOffset(seconds: type.seconds, isDaylightSaving: type.isDaylightSaving, abbreviation: name)
        }
    }
}
