/// A value in messages between host and runner.
protocol WireValue {
    init()
    /// Writes its parts with an encoder, or reads them with a decoder, in the same order.
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

/// Writes values to a frame, or reads them from one.
protocol WireCoder {
    associatedtype Failure: Error

    /// Whether nothing is left to read: an older antrain wrote fewer values.
    var isAtEnd: Bool { get }

    mutating func pass(_ number: inout UInt32) throws(Failure)
    mutating func pass(_ number: inout Int64) throws(Failure)
    mutating func pass(_ text: inout String) throws(Failure)
    mutating func pass<Element: WireValue>(_ list: inout [Element]) throws(Failure)
}

extension WireCoder {
    mutating func pass(_ flag: inout Bool) throws(Failure) {
        var number: UInt32 = flag ? 1 : 0
        try pass(&number)
        flag = number != 0
    }
}

extension Bool: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) { try coder.pass(&self) }
}

extension Int64: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) { try coder.pass(&self) }
}

extension String: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) { try coder.pass(&self) }
}

extension Array: WireValue where Element: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) { try coder.pass(&self) }
}

/// Reads values from a frame's payload, which is untrusted.
struct WireDecoder: WireCoder {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ payload: ArraySlice<UInt8>) {
        bytes = payload
        position = payload.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    private mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - position else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(WireError) -> UInt8 { try take(1).first ?? 0 }

    mutating func value<Value: WireValue>() throws(WireError) -> Value {
        var value = Value()
        try value.pass(&self)
        return value
    }

    mutating func pass(_ number: inout UInt32) throws(WireError) {
        number = try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func pass(_ number: inout Int64) throws(WireError) {
        number = Int64(bitPattern: try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    mutating func pass(_ text: inout String) throws(WireError) {
        var count: UInt32 = 0
        try pass(&count)
        guard let read = String(validating: try take(Int(count)), as: UTF8.self) else { throw .malformedText }
        text = read
    }

    mutating func pass<Element: WireValue>(_ list: inout [Element]) throws(WireError) {
        var count: UInt32 = 0
        try pass(&count)
        // Every element takes at least four bytes, so an impossible count is rejected before memory is reserved.
        guard count <= (bytes.endIndex - position) / 4 else { throw .truncated }
        list = []
        list.reserveCapacity(Int(count))
        for _ in 0..<count { list.append(try value()) }
    }

    func end() throws(WireError) { if !isAtEnd { throw .trailing(bytes.endIndex - position) } }
}

/// Writes values to a frame: integers are little-endian, texts and lists have a length prefix.
struct WireEncoder: WireCoder {
    private var bytes: [UInt8]

    /// A frame of a kind, with its length prefix.
    ///
    /// - Throws: `WireError.tooLarge` if the other side would reject the payload.
    static func frame<each Value: WireValue>(_ kind: UInt8, _ values: repeat each Value) throws(WireError) -> [UInt8] {
        var encoder = WireEncoder(bytes: [0, 0, 0, 0, kind])
        repeat encoder.write(each values)
        let length = encoder.bytes.count - 4
        guard length <= FrameLimit.payloadBytes else { throw .tooLarge(length) }
        for index in 0..<4 { encoder.bytes[index] = UInt8(truncatingIfNeeded: length >> (index * 8)) }
        return encoder.bytes
    }

    var isAtEnd: Bool { false }

    private mutating func write(_ value: some WireValue) {
        var value = value
        value.pass(&self)
    }

    mutating func pass(_ number: inout UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }

    mutating func pass(_ number: inout Int64) {
        let bits = UInt64(bitPattern: number)
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    }

    mutating func pass(_ text: inout String) {
        var count = UInt32(clamping: text.utf8.count)
        pass(&count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func pass<Element: WireValue>(_ list: inout [Element]) {
        var count = UInt32(clamping: list.count)
        pass(&count)
        for element in list { write(element) }
    }
}

/// Why bytes between host and runner are not a valid message.
public enum WireError: Error, Sendable, Hashable {
    /// A frame exceeds the size limit.
    case tooLarge(Int)
    case truncated
    /// A frame has bytes after its last value.
    case trailing(Int)
    /// A frame has an unknown kind.
    case unknownKind(UInt8)
    /// A text is not UTF-8.
    case malformedText
}

extension WireError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLarge(let size): "a frame has \(size) bytes, more than \(FrameLimit.payloadBytes)"
        case .truncated: "a frame is truncated"
        case .trailing(let count): "a frame has \(count) extra bytes"
        case .unknownKind(let kind): "a frame has unknown kind \(kind)"
        case .malformedText: "a frame has text that is not UTF-8"
        }
    }
}
