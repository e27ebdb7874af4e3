/// Decodes values from a frame's payload, which is untrusted.
struct WireDecoder {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ payload: ArraySlice<UInt8>) {
        bytes = payload
        position = payload.startIndex
    }

    private mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - position else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(WireError) -> UInt8 { try take(1).first ?? 0 }

    mutating func uint32() throws(WireError) -> UInt32 {
        try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func int64() throws(WireError) -> Int64 {
        Int64(bitPattern: try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    mutating func text() throws(WireError) -> String {
        let slice = try take(Int(try uint32()))
        guard let text = String(validating: slice, as: UTF8.self) else { throw .malformedText }
        return text
    }

    mutating func list<Element>(_ body: (inout WireDecoder) throws(WireError) -> Element) throws(WireError) -> [Element]
    {
        let count = Int(try uint32())
        // Every element takes at least four bytes, so an impossible count is rejected before memory is reserved.
        guard count <= (bytes.endIndex - position) / 4 else { throw .truncated }
        var result: [Element] = []
        result.reserveCapacity(count)
        for _ in 0..<count { result.append(try body(&self)) }
        return result
    }

    /// Whether nothing is left: an older antrain wrote fewer values.
    var isAtEnd: Bool { position == bytes.endIndex }

    func end() throws(WireError) {
        guard position == bytes.endIndex else { throw .trailing(bytes.endIndex - position) }
    }
}
