@testable import Activities

/// Writes FIT files by hand, for the cases that no program writes.
struct FITBytes {
    /// A field of a definition.
    struct Field {
        let number, size, type: UInt8

        init(_ number: UInt8, _ size: UInt8, _ type: UInt8) {
            (self.number, self.size, self.type) = (number, size, type)
        }
    }

    static let start: UInt32 = 1_100_000_000
    /// The start as seconds since 1970.
    static let startInstant = Int64(start) + 631_065_600

    var messages: [UInt8] = []

    /// A file with `file_id.type`, and what is added to it.
    init(type: UInt8? = 4) {
        guard let type else { return }
        define(0, number: 0, [Field(0, 1, 0)])
        messages += [0, type]
    }

    mutating func define(
        _ local: UInt8,
        number: UInt16,
        isBigEndian: Bool = false,
        _ fields: [Field],
        developer: [UInt8] = []
    ) {
        messages += [0x40 | local | (developer.isEmpty ? 0 : 0x20), 0, isBigEndian ? 1 : 0]
        messages += FITBytes.bytes(number, isBigEndian)
        messages.append(UInt8(fields.count))
        for field in fields { messages += [field.number, field.size, field.type] }
        if !developer.isEmpty { messages += [UInt8(developer.count / 3)] + developer }
    }

    static func bytes(_ number: some FixedWidthInteger, _ isBigEndian: Bool = false) -> [UInt8] {
        withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { Array($0) }
    }

    /// Adds a session with a sport, a start and a duration in milliseconds.
    mutating func addSession(sport: UInt8 = 1, start: UInt32 = FITBytes.start, duration: UInt32 = 1_800_000) {
        define(1, number: 18, [Field(2, 4, 0x86), Field(8, 4, 0x86), Field(5, 1, 0)])
        messages += [1] + FITBytes.bytes(start) + FITBytes.bytes(duration) + [sport]
    }

    func file(headerSize: UInt8 = 14, version: UInt8 = 0x20) -> [UInt8] {
        var header: [UInt8] = [headerSize, version, 0, 0] + FITBytes.bytes(UInt32(messages.count)) + Array(".FIT".utf8)
        if headerSize == 14 { header += FITBytes.bytes(FITReader.checksum(header[...])) }
        return header + messages + FITBytes.bytes(FITReader.checksum((header + messages)[...]))
    }

    static var run: FITBytes {
        var file = FITBytes()
        file.addSession()
        return file
    }
}
