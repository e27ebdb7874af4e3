/// The layout of the data messages of a local type (FIT protocol, "Definition Message").
struct FITDefinition {
    /// A field's place in its message.
    struct Field {
        let number: UInt8
        let size: Int
        let type: UInt8
        let offset: Int
    }

    /// The message's number in the profile.
    let number: Int
    let isBigEndian: Bool
    let fields: [Field]
    /// The size of a data message in bytes, developer fields included.
    let size: Int
}

/// A data message; its fields are decoded when they are asked for.
struct FITMessage {
    /// The offset in the file, for errors.
    let offset: Int
    let definition: FITDefinition
    let bytes: ArraySlice<UInt8>
    /// The time in a compressed header.
    let compressedTime: UInt32?

    var number: Int { definition.number }

    private func first(_ number: UInt8) -> Int? {
        guard let field = definition.fields.first(where: { $0.number == number }),
            let type = FITIntegerType(field.type), field.size % type.size == 0
        else { return nil }
        let start = bytes.startIndex + field.offset
        return type.value(bytes[start..<(start + type.size)], isBigEndian: definition.isBigEndian)
    }

    /// The integer of a field, or the first one; nil if it is missing, invalid, negative or longer than 32 bits.
    ///
    /// No field that matters has other numbers, and computing with these cannot overflow.
    func integer(_ number: UInt8) -> Int? {
        guard let integer = first(number), (0...Int(UInt32.max)).contains(integer) else { return nil }
        return integer
    }

    /// The text of a field up to the first NUL; nil if it is empty.
    func text(_ number: UInt8) -> String? {
        guard let field = definition.fields.first(where: { $0.number == number }), field.type & 0x1F == 7 else {
            return nil
        }
        let start = bytes.startIndex + field.offset
        return ActivityText.name(
            String(decoding: bytes[start..<(start + field.size)].prefix { $0 != 0 }, as: UTF8.self)
        )
    }

    /// The seconds since 1989-12-31T00:00:00Z in a field.
    ///
    /// Smaller numbers than `earliestTime` count from when the device was switched on ("date_time").
    func time(_ number: UInt8) -> Int? { integer(number).flatMap { $0 < FITMessage.earliestTime ? nil : $0 } }

    /// The message's own time.
    var timestamp: Int? {
        time(253) ?? compressedTime.flatMap { $0 < FITMessage.earliestTime ? nil : Int($0) }
    }

    private static let earliestTime = 0x1000_0000
}

/// A base type whose values are integers (FIT protocol, "Base Types").
struct FITIntegerType {
    let size: Int
    private let isSigned: Bool
    /// Whether 0 is the invalid value (`uint8z` and so on), not the largest number.
    private let isInvalidZero: Bool

    /// Creates the type of a definition's byte; nil for text, floating-point numbers and unknown types.
    init?(_ byte: UInt8) {
        switch byte & 0x1F {
        case 0, 2, 13: (size, isSigned, isInvalidZero) = (1, false, false)
        case 1: (size, isSigned, isInvalidZero) = (1, true, false)
        case 3: (size, isSigned, isInvalidZero) = (2, true, false)
        case 4: (size, isSigned, isInvalidZero) = (2, false, false)
        case 5: (size, isSigned, isInvalidZero) = (4, true, false)
        case 6: (size, isSigned, isInvalidZero) = (4, false, false)
        case 10: (size, isSigned, isInvalidZero) = (1, false, true)
        case 11: (size, isSigned, isInvalidZero) = (2, false, true)
        case 12: (size, isSigned, isInvalidZero) = (4, false, true)
        case 14: (size, isSigned, isInvalidZero) = (8, true, false)
        case 15: (size, isSigned, isInvalidZero) = (8, false, false)
        case 16: (size, isSigned, isInvalidZero) = (8, false, true)
        default: return nil
        }
    }

    /// The number in as many bytes as the type has; nil if it is invalid, or larger than any that matters.
    func value(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Int? {
        var bits: UInt64 = 0
        if isBigEndian {
            for byte in bytes { bits = bits << 8 | UInt64(byte) }
        } else {
            for byte in bytes.reversed() { bits = bits << 8 | UInt64(byte) }
        }
        let all = UInt64.max >> UInt64(64 - 8 * size)
        if isInvalidZero { return bits == 0 ? nil : Int(exactly: bits) }
        guard isSigned else { return bits == all ? nil : Int(exactly: bits) }
        if bits == all >> 1 { return nil }
        let unused = UInt64(64 - 8 * size)
        return Int(Int64(bitPattern: bits << unused) >> Int64(unused))
    }
}
