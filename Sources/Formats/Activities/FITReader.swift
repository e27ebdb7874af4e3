/// The data messages of one FIT file, in order.
///
/// It follows the public description of the FIT protocol. Developer fields are skipped by their size.
struct FITReader {
    private let bytes: [UInt8]
    /// The offset of the next byte to read, and that of the checksum behind the messages.
    private var place: Int
    private let end: Int
    private var definitions = [FITDefinition?](repeating: nil, count: 16)
    /// The last time, to which compressed headers add.
    private var lastTime: UInt32?

    private static let mark: [UInt8] = Array(".FIT".utf8)

    /// The offset behind the file's checksum, where a chained file can begin.
    var next: Int { end + 2 }

    /// Whether the bytes are a FIT file, or could become one.
    static func recognizes(_ bytes: [UInt8]) -> Bool {
        let found = bytes.dropFirst(8).prefix(4)
        if found.count == 4 { return Array(found) == mark }
        return bytes.isEmpty || ((bytes[0] == 12 || bytes[0] == 14) && mark.starts(with: found))
    }

    /// Checks the header, the length and the checksums of the file that begins at an offset.
    init(_ bytes: [UInt8], at start: Int) throws(ActivityFileError) {
        let header = bytes[start...].prefix(14)
        guard let size = header.first.map(Int.init) else { throw .incomplete }
        guard size == 12 || size == 14 else {
            let reason = start == 0 ? "a header of \(size) bytes" : "data behind the end of the file"
            throw .damaged(.byte(start), reason: reason)
        }
        guard header.count >= size else { throw .incomplete }
        guard Array(header.dropFirst(8).prefix(4)) == FITReader.mark else {
            throw .damaged(.byte(start + 8), reason: "a header without '.FIT'")
        }
        let sum = size == 14 ? FITReader.pair(bytes, at: start + 12) : 0
        guard sum == 0 || sum == FITReader.checksum(bytes[start..<(start + 12)]) else {
            throw .damaged(.byte(start + 12), reason: "the checksum of the header is wrong")
        }
        let version = Int(bytes[start + 1] >> 4)
        guard version <= 2 else { throw .noActivity(.laterProtocol(version: version)) }
        let length = Int(FITReader.pair(bytes, at: start + 4)) | Int(FITReader.pair(bytes, at: start + 6)) << 16
        // Devices write the length last.
        guard length > 0, bytes.count - start - size - 2 >= length else { throw .incomplete }
        self.bytes = bytes
        place = start + size
        end = place + length
        guard FITReader.checksum(bytes[start..<end]) == FITReader.pair(bytes, at: end) else {
            throw .damaged(.byte(end), reason: "the checksum of the file is wrong")
        }
    }

    /// The next data message; nil at the end.
    mutating func message() throws(ActivityFileError) -> FITMessage? {
        while place < end {
            let offset = place
            let header = try byte()
            if header & 0x80 != 0 {
                return try data(Int(header >> 5 & 0x3), at: offset, time: try time(header & 0x1F, at: offset))
            }
            guard header & 0x40 != 0 else { return try data(Int(header & 0xF), at: offset, time: nil) }
            definitions[Int(header & 0xF)] = try definition(hasDeveloperFields: header & 0x20 != 0, at: offset)
        }
        return nil
    }

    private mutating func definition(hasDeveloperFields: Bool, at offset: Int) throws(ActivityFileError)
        -> FITDefinition
    {
        _ = try byte()
        let architecture = try byte()
        guard architecture <= 1 else { throw .damaged(.byte(offset + 2), reason: "an unknown byte order") }
        let (first, second) = (Int(try byte()), Int(try byte()))
        var size = 0
        var fields: [FITDefinition.Field] = []
        for _ in 0..<(try byte()) {
            let field = FITDefinition.Field(number: try byte(), size: Int(try byte()), type: try byte(), offset: size)
            // A field without bytes has no value. Among others, a search takes no longer than reading the message.
            if field.size > 0 { fields.append(field) }
            size += field.size
        }
        if hasDeveloperFields {
            for _ in 0..<(try byte()) {
                _ = try byte()
                size += Int(try byte())
                _ = try byte()
            }
        }
        return FITDefinition(
            number: architecture == 1 ? first << 8 | second : second << 8 | first,
            isBigEndian: architecture == 1,
            fields: fields,
            size: size
        )
    }

    private mutating func data(_ type: Int, at offset: Int, time: UInt32?) throws(ActivityFileError) -> FITMessage {
        guard let definition = definitions[type] else {
            throw .damaged(.byte(offset), reason: "a message of type \(type), which is not defined")
        }
        guard definition.size <= end - place else {
            throw .damaged(.byte(offset), reason: "a message that is longer than the rest of the file")
        }
        let contents = bytes[place..<(place + definition.size)]
        place += definition.size
        let message = FITMessage(offset: offset, definition: definition, bytes: contents, compressedTime: time)
        if let time = message.integer(253).flatMap(UInt32.init(exactly:)) { lastTime = time }
        return message
    }

    /// The first time, from the last one on, whose lowest five bits are those of a compressed header.
    private mutating func time(_ offset: UInt8, at place: Int) throws(ActivityFileError) -> UInt32 {
        guard let last = lastTime else {
            throw .damaged(.byte(place), reason: "a relative time without an earlier time")
        }
        let time = last &+ ((UInt32(offset) &- last) & 0x1F)
        lastTime = time
        return time
    }

    private mutating func byte() throws(ActivityFileError) -> UInt8 {
        guard place < end else { throw .damaged(.byte(place), reason: "a definition that is longer than the file") }
        defer { place += 1 }
        return bytes[place]
    }

    private static func pair(_ bytes: [UInt8], at offset: Int) -> UInt16 {
        UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    }

    /// The remainders of all bytes for the reflected polynomial x^16 + x^15 + x^2 + 1 (CRC-16/ARC).
    private static let remainders = (0..<256 as Range<UInt16>).map { byte in
        (0..<8).reduce(byte) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }

    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        remainders.withUnsafeBufferPointer { table in
            bytes.reduce(0) { sum, byte in sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
        }
    }
}
